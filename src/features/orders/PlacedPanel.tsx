import { promisedDays } from '#domain/delivery/promise-text.ts';
import { confirmState, openConfirmation } from '#domain/orders/open-confirmation.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';
import { Fact } from '#ui/Fact.tsx';
import { askToConfirm } from './ask-to-confirm.tsx';
import { nextSteps } from './next-steps.ts';
import { arrivalText } from './OrderArrival.tsx';
import { PendingPaymentNote } from './PayNow.tsx';

type Props = { order: ApiOrder; onRefresh: () => void; onView: () => void };

/** The id of its heading. */
const placedId = 'placed';

/** Its buyer has confirmed it. */
const isConfirmed = ({ confirmation }: ApiOrder): boolean => Boolean(confirmation?.at);

/** What has happened, and where a step is left, which one. */
function headingOf(order: ApiOrder): string {
  if (order.transfer) return 'One step left: send the money';
  if (openConfirmation(order)) return confirmState;
  return isConfirmed(order) ? (arrivalText(order) ?? 'Confirmed') : 'Order Placed Successfully!';
}

/** The confirmation above the list after an order was placed (docs/behaviour.md, "My Orders"). */
export default function PlacedPanel({ order, onRefresh, onView }: Props) {
  const arrives = promisedDays(order);
  const waits = Boolean(order.transfer || openConfirmation(order));
  return (
    <section className="placed panel stack gap-3" aria-labelledby={placedId}>
      {!waits && (
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <circle cx="24" cy="24" r="22" />
          <path d="M14.5 24.5l7 7 12.5-14" />
        </svg>
      )}
      <div role="status">
        <h2 id={placedId} tabIndex={-1}>
          {headingOf(order)}
        </h2>
      </div>
      <PendingPaymentNote order={order} />
      {!waits && <p className="soft">Thank you. Your order is with us.</p>}
      {askToConfirm(order, onRefresh, { heading: placedId })}
      <dl>
        {arrives && !waits && !isConfirmed(order) && <Fact name="Estimated delivery">{arrives}</Fact>}
        <Fact name="Order reference">{order.reference}</Fact>
        <div>
          <dt>Order total</dt>
          <dd>{formatPrice(toPaise(order.amount) ?? 0)}</dd>
          {order.discount > 0 && (
            <dd className="placed-saved">
              You saved {formatPrice(toPaise(order.discount) ?? 0)}
              {order.couponCode && ` with ${order.couponCode}`}
            </dd>
          )}
        </div>
      </dl>
      <ul className="placed-next stack gap-2">
        {nextSteps(order).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <div className="actions">
        <button type="button" className="button" onClick={onView}>
          View order
        </button>
        <a className="button quiet" href={paths.collection}>
          Continue Shopping
        </a>
      </div>
    </section>
  );
}
