import { productThumbnail } from '#lib/paths.ts';
import { type Sum, Sums } from '#ui/Sums.tsx';
import { inRupees } from '../rupees.ts';
import type { Detail } from './calls.ts';

/** What was bought, and what it came to. */
export function Lines({ detail: { order, couponCode } }: { detail: Detail }) {
  const sums: Sum[] = [
    { label: 'Subtotal', value: inRupees(order.subtotal) },
    ...(order.discount
      ? [
          {
            label: couponCode ? `Discount (${couponCode})` : 'Discount',
            value: `−${inRupees(order.discount)}`,
          },
        ]
      : []),
    { label: 'Delivery', value: order.delivery ? inRupees(order.delivery) : 'Free' },
    { label: 'Total', value: inRupees(order.amount), total: true },
  ];
  return (
    <section className="panel">
      <h2>Items</h2>
      <ul className="desk-lines">
        {order.items.map(({ _id, name, price, quantity }) => (
          <li key={_id}>
            <img src={productThumbnail(_id)} alt="" width="48" height="48" loading="lazy" />
            <span>
              {name}
              <span className="desk-second">{inRupees(price)} each</span>
            </span>
            <strong>× {quantity}</strong>
          </li>
        ))}
      </ul>
      <Sums rows={sums} />
    </section>
  );
}
