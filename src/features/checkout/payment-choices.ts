/** The payment methods as the checkout shows them: all three, unavailable ones with the reason. */
import { type PaymentMethod, paymentMethodNames } from '#features/orders/order.ts';
import { formatPrice, type Paise, toPaise } from '#lib/money.ts';

/** A method in the response of `GET /api/store`. @property minimum rupees */
export type OfferedMethod = {
  id: PaymentMethod;
  name: string;
  enabled: boolean;
  reason: string | null;
  testMode: boolean;
  minimum: number;
};

/** @property reason why it is unavailable; undefined while it is available or not known */
export type PaymentChoice = {
  id: PaymentMethod;
  name: string;
  enabled: boolean;
  reason: string | undefined;
  testMode: boolean;
};

/** Cash on delivery is the default and comes first (docs/behaviour.md 5.3), then how most of India pays. */
const displayOrder: readonly PaymentMethod[] = ['cod', 'razorpay', 'stripe'];

/** Why a method is unavailable for this total. All in paise. */
function totalReason(id: PaymentMethod, total: Paise, minimum: Paise, codLimit: Paise): string | undefined {
  if (total < minimum) return `Available for orders from ${formatPrice(minimum)}`;
  if (id === 'cod' && total > codLimit) return `Available for orders up to ${formatPrice(codLimit)}`;
  return undefined;
}

/**
 * @param offered the methods of the shop; undefined while loading, empty after a failure. The server decides
 *   anyway, so cash on delivery stays available
 * @param codLimit paise
 * @param total paise; undefined while it is not known
 */
export function paymentChoices(
  offered: readonly OfferedMethod[] | undefined,
  codLimit: Paise,
  total: Paise | undefined,
): PaymentChoice[] {
  return displayOrder.map((id) => {
    const method = offered?.find((one) => one.id === id);
    const choice = { id, name: method?.name ?? paymentMethodNames[id], testMode: method?.testMode ?? false };
    const unavailable = (reason: string): PaymentChoice => ({ ...choice, enabled: false, reason });
    if (method ? !method.enabled : offered && id !== 'cod')
      return unavailable(method?.reason ?? 'Not available at the moment');
    const minimum = toPaise(method?.minimum ?? 0) ?? 0;
    const size = total === undefined ? undefined : totalReason(id, total, minimum, codLimit);
    if (size) return unavailable(size);
    return { ...choice, enabled: method !== undefined || id === 'cod', reason: undefined };
  });
}

/**
 * The method that is used: the wanted one, or the first available one if the wanted one is not available.
 * @returns undefined if none is available
 */
export const chosenMethod = (
  choices: readonly PaymentChoice[],
  wanted: PaymentMethod,
): PaymentChoice | undefined =>
  choices.find(({ id, reason }) => id === wanted && !reason) ?? choices.find(({ enabled }) => enabled);
