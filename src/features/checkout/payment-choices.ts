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

/**
 * What the choices depend on, besides the shop.
 * @property total undefined while it is not known @property cashTotal the same in whole rupees
 * @property codLimit for cash on delivery
 * @property codServed whether the courier takes cash at the pincode
 */
type Order = { total: Paise | undefined; cashTotal: Paise | undefined; codLimit: Paise; codServed: boolean };

/** Why a method is unavailable for this order. @param minimum paise */
function orderReason(id: PaymentMethod, order: Order, minimum: Paise): string | undefined {
  const { codLimit, codServed } = order;
  const total = (id === 'cod' ? order.cashTotal : order.total) ?? minimum;
  if (id === 'cod' && !codServed) return 'Not possible at your address';
  if (total < minimum) return `Available for orders from ${formatPrice(minimum)}`;
  if (id === 'cod' && total > codLimit) return `Available for orders up to ${formatPrice(codLimit)}`;
  return undefined;
}

/**
 * @param offered the methods of the shop; undefined while loading, empty after a failure. The server decides
 *   anyway, so cash on delivery stays available
 */
export function paymentChoices(offered: readonly OfferedMethod[] | undefined, order: Order): PaymentChoice[] {
  return displayOrder.map((id) => {
    const method = offered?.find((one) => one.id === id);
    const choice = { id, name: method?.name ?? paymentMethodNames[id], testMode: method?.testMode ?? false };
    const unavailable = (reason: string): PaymentChoice => ({ ...choice, enabled: false, reason });
    if (method ? !method.enabled : offered && id !== 'cod')
      return unavailable(method?.reason ?? 'Not available at the moment');
    const reason = orderReason(id, order, toPaise(method?.minimum ?? 0) ?? 0);
    if (reason) return unavailable(reason);
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
