import { discountKind, discountName } from '#domain/pricing/discount-name.ts';
import { productThumbnail } from '#lib/paths.ts';
import { type Sum, Sums } from '#ui/Sums.tsx';
import { formatRupees } from '../format-rupees.ts';
import type { Detail } from './orders.api.ts';

/** The order's lines and sums. */
export function OrderLines({ detail: { order, couponCode } }: { detail: Detail }) {
  const sums: Sum[] = [
    { label: 'Subtotal', value: formatRupees(order.subtotal) },
    ...(order.discount
      ? [
          {
            label: discountName(discountKind({ ...order, code: couponCode }), couponCode),
            value: `−${formatRupees(order.discount)}`,
          },
        ]
      : []),
    { label: 'Delivery', value: order.delivery ? formatRupees(order.delivery) : 'Free' },
    { label: 'Total', value: formatRupees(order.amount), total: true },
  ];
  return (
    <section className="panel">
      <h2>Items</h2>
      <ul className="desk-lines">
        {order.items.map(({ _id, name, price, quantity }) => (
          <li className="grid gap-3" key={_id}>
            <img src={productThumbnail(_id)} alt="" width="48" height="48" loading="lazy" />
            <span>
              {name}
              <span className="desk-second">{formatRupees(price)} each</span>
            </span>
            <strong>× {quantity}</strong>
          </li>
        ))}
        {order.cancelled.map(({ _id, name, quantity }) => (
          <li key={`${_id} cancelled`} className="soft grid gap-3">
            <img src={productThumbnail(_id)} alt="" width="48" height="48" loading="lazy" />
            <span>
              <del>{name}</del>
              <span className="desk-second">Cancelled</span>
            </span>
            <del>× {quantity}</del>
          </li>
        ))}
      </ul>
      <Sums rows={sums} />
    </section>
  );
}
