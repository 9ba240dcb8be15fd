import type { ReactNode } from 'react';
import { promisedDays } from '#domain/delivery/promise-text.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';
import { Fact } from '#ui/Fact.tsx';
import { PendingPaymentNote } from './PayNow.tsx';
import { nextSteps } from './placed.ts';

/** @property confirm asks for the confirmation of the order */
type Props = { order: ApiOrder; confirm: ReactNode; onView: () => void };

/** The confirmation above the list after an order was placed (docs/behaviour.md, "My Orders"). */
export function PlacedPanel({ order, confirm, onView }: Props) {
  const arrives = promisedDays(order);
  return (
    <section className="placed panel stack gap-3" aria-labelledby="placed">
      {!order.transfer && (
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <circle cx="24" cy="24" r="22" />
          <path d="M14.5 24.5l7 7 12.5-14" />
        </svg>
      )}
      <div role="status">
        <h2 id="placed">{order.transfer ? 'One step left' : 'Order Placed Successfully!'}</h2>
      </div>
      {order.transfer ? (
        <PendingPaymentNote order={order} />
      ) : (
        <p className="soft">Thank you. Your order is with us.</p>
      )}
      {confirm}
      <dl>
        {arrives && !order.transfer && <Fact name="Estimated delivery">{arrives}</Fact>}
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
