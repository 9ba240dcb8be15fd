/** The ways to pay as checkout shows them: all three, the ones that cannot be had with the reason. */
import { type PaymentMethod, paymentMethodNames, paymentMethods } from '#features/orders/order.ts';
import { formatPrice, type Paise } from '#lib/money.ts';

/** A method as `GET /api/store` answers it. */
export type OfferedMethod = { id: PaymentMethod; name: string; enabled: boolean; reason: string | null };

export type PaymentChoice = { id: PaymentMethod; name: string; enabled: boolean; reason: string | undefined };

/** What this screen can carry out itself. */
const carriedOut: readonly PaymentMethod[] = ['cod'];

/**
 * @param offered by the shop; `undefined` while, or when, that could not be asked: the server decides anyway,
 *   so cash on delivery stays open
 * @param codLimit paise
 * @param total paise; `undefined` while it is not known
 */
export function paymentChoices(
  offered: readonly OfferedMethod[] | undefined,
  codLimit: Paise,
  total: Paise | undefined,
): PaymentChoice[] {
  return paymentMethods.map((id) => {
    const method = offered?.find((one) => one.id === id);
    const name = method?.name ?? paymentMethodNames[id];
    const closed = (reason: string): PaymentChoice => ({ id, name, enabled: false, reason });
    if (method && !method.enabled) return closed(method.reason ?? 'Not available at the moment');
    if (!carriedOut.includes(id)) return closed('Not available at the moment');
    if (id === 'cod' && total !== undefined && total > codLimit)
      return closed(`Available for orders up to ${formatPrice(codLimit)}`);
    return { id, name, enabled: true, reason: undefined };
  });
}
