import { discountKind, discountName } from '#domain/pricing/discount-name.ts';
import { formatPrice } from '#lib/money.ts';
import { productThumbnail } from '#lib/paths.ts';
import { type Sum, Sums } from '#ui/Sums.tsx';
import type { Detail } from './orders.api.ts';

/** The order's lines and sums. */
export function OrderLines({ detail: { order } }: { detail: Detail }) {
  const { couponCode } = order;
  const sums: Sum[] = [
    { label: 'Subtotal', value: formatPrice(order.subtotal) },
    ...(order.discount
      ? [
          {
            label: discountName(discountKind({ ...order, code: couponCode }), couponCode),
            value: `−${formatPrice(order.discount)}`,
          },
        ]
      : []),
    { label: 'Delivery', value: order.delivery ? formatPrice(order.delivery) : 'Free' },
    { label: 'Total', value: formatPrice(order.total), total: true },
  ];
  return (
    <section className="panel">
      <h2>Items</h2>
      <ul className="desk-lines">
        {order.items.map(({ id, name, price, quantity }) => (
          <li className="grid gap-3" key={id}>
            <img src={productThumbnail(id)} alt="" width="48" height="48" loading="lazy" />
            <span>
              {name}
              <span className="desk-second">{formatPrice(price)} each</span>
            </span>
            <strong>× {quantity}</strong>
          </li>
        ))}
        {order.cancelled.map(({ id, name, quantity }) => (
          <li key={`${id} cancelled`} className="soft grid gap-3">
            <img src={productThumbnail(id)} alt="" width="48" height="48" loading="lazy" />
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
