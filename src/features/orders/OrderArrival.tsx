import { promisedDays } from '#domain/delivery/promise-text.ts';
import { openConfirmation } from '#domain/orders/open-confirmation.ts';
import { type ApiOrder, ended } from '#domain/orders/order.ts';
import { isPaymentPending } from '#domain/orders/payment.ts';

/** When an order that goes ahead arrives, and that it was confirmed: `Confirmed. It arrives Tue, 1 Dec – Wed, 2 Dec`. */
export function arrivalText(order: ApiOrder): string | undefined {
  if (ended.includes(order.status) || isPaymentPending(order) || openConfirmation(order)) return undefined;
  const days = promisedDays(order);
  const isConfirmed = order.status === 'Order Placed' && order.confirmation?.at;
  if (isConfirmed) return days ? `Confirmed. It arrives ${days}` : 'Confirmed';
  return days && `It arrives ${days}`;
}

/** Where the focus goes after the order was confirmed. */
export const arrivalId = (orderId: string): string => `arrival-${orderId}`;

/** The line below the number of an order: when it arrives. Empty while it is not known. */
export const OrderArrival = ({ order }: { order: ApiOrder }) => (
  <p className="order-arrival" id={arrivalId(order._id)} tabIndex={-1} role="status">
    {arrivalText(order)}
  </p>
);
