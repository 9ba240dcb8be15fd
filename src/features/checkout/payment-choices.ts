/** The ways to pay as checkout shows them: all three, the ones that cannot be had with the reason. */
import { type PaymentMethod, paymentMethodNames } from '#features/orders/order.ts';
import { formatPrice, type Paise, toPaise } from '#lib/money.ts';

/** A method as `GET /api/store` answers it. @property minimum rupees */
export type OfferedMethod = {
  id: PaymentMethod;
  name: string;
  enabled: boolean;
  reason: string | null;
  testMode: boolean;
  minimum: number;
};

/** @property reason why it cannot be had; without one it can, or it is not known yet */
export type PaymentChoice = {
  id: PaymentMethod;
  name: string;
  enabled: boolean;
  reason: string | undefined;
  testMode: boolean;
};

/** Cash on delivery is the default and comes first (docs/behaviour.md 5.3), then how most of India pays. */
const shown: readonly PaymentMethod[] = ['cod', 'razorpay', 'stripe'];

/** Why the order's own total closes a method. All in paise. */
function sizeReason(id: PaymentMethod, total: Paise, minimum: Paise, codLimit: Paise): string | undefined {
  if (total < minimum) return `Available for orders from ${formatPrice(minimum)}`;
  if (id === 'cod' && total > codLimit) return `Available for orders up to ${formatPrice(codLimit)}`;
  return undefined;
}

/**
 * @param offered by the shop; `undefined` while it is asked, empty when that failed. The server decides
 *   anyway, so cash on delivery stays open either way
 * @param codLimit paise
 * @param total paise; `undefined` while it is not known
 */
export function paymentChoices(
  offered: readonly OfferedMethod[] | undefined,
  codLimit: Paise,
  total: Paise | undefined,
): PaymentChoice[] {
  return shown.map((id) => {
    const method = offered?.find((one) => one.id === id);
    const choice = { id, name: method?.name ?? paymentMethodNames[id], testMode: method?.testMode ?? false };
    const closed = (reason: string): PaymentChoice => ({ ...choice, enabled: false, reason });
    if (method ? !method.enabled : offered && id !== 'cod')
      return closed(method?.reason ?? 'Not available at the moment');
    const minimum = toPaise(method?.minimum ?? 0) ?? 0;
    const size = total === undefined ? undefined : sizeReason(id, total, minimum, codLimit);
    if (size) return closed(size);
    return { ...choice, enabled: method !== undefined || id === 'cod', reason: undefined };
  });
}
