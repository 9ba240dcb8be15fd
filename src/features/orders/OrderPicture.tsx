import { useState } from 'react';
import type { OrderCardData } from '#domain/orders/order.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { productThumbnail } from '#lib/paths.ts';

/** The picture of the product, or a leaf without one. @param large for the open card */
export function OrderPicture({ line, large = false }: { line: OrderCardData; large?: boolean }) {
  const [missing, setMissing] = useState(false);
  const className = large ? 'order-picture' : 'order-thumb';
  const size = large ? 640 : 160;
  const source = line.image && productThumbnail(line.productId, 1, size);
  if (!source || missing)
    return (
      <span className={`${className} order-no-picture`}>
        {large && <span className="visually-hidden">No picture</span>}
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 19c0-9 5-14 15-14 0 10-5 15-13 14M5 21c1-5 4-9 9-11" />
        </svg>
      </span>
    );
  return (
    <img
      className={className}
      src={source}
      alt={large ? line.name : ''}
      width={size}
      height={size}
      loading="lazy"
      onError={() => setMissing(true)}
    />
  );
}

/** The formatted total of a line, calculated in paise. */
export const lineTotal = ({ price, quantity }: OrderCardData): string =>
  formatPrice((toPaise(price) ?? 0) * quantity);
