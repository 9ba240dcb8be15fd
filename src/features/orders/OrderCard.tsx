import { useRef, useState } from 'react';
import { formatOrderDate } from '#lib/dates.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { productThumbnail } from '#lib/paths.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { OrderDetails } from './OrderDetails.tsx';
import { type OrderLine, shortOrderId, statusTone } from './order.ts';

type Props = {
  id: string;
  line: OrderLine;
  expanded: boolean;
  onToggle: () => void;
  /** The order was changed from within the card. */
  onChanged: () => void;
};

/** Rupees of a line: price times quantity, as text. Calculated in paise. */
export const lineTotal = ({ price, quantity }: OrderLine): string =>
  formatPrice((toPaise(price) ?? 0) * quantity);

/** One order line; its head is the button that opens it. */
export function OrderCard({ id, line, expanded, onToggle, onChanged }: Props) {
  const details = `${id}-details`;
  const head = useRef<HTMLButtonElement>(null);
  const changed = () => {
    // What was pressed is about to go away.
    head.current?.focus();
    onChanged();
  };
  return (
    <li className="order-card panel" id={id}>
      <h2>
        <button
          ref={head}
          type="button"
          className="order-head"
          aria-expanded={expanded}
          aria-controls={details}
          onClick={onToggle}
        >
          <OrderPicture line={line} />
          <span className="order-head-id">
            <span>
              Order <span className="order-id">{shortOrderId(line.orderId)}</span>
              {line.fullOrder.sample && (
                <>
                  {' '}
                  <span className="badge">Sample</span>
                </>
              )}
            </span>
            <span className="soft small">Placed on {formatOrderDate(line.date)}</span>
          </span>
          <span className="order-head-total">{lineTotal(line)}</span>
          <StatusBadge tone={statusTone(line.status)}>{line.status}</StatusBadge>
          <svg className="order-arrow" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 6l5 5 5-5" />
          </svg>
        </button>
      </h2>
      <div className="order-body" id={details} hidden={!expanded}>
        {expanded && <OrderDetails line={line} onChanged={changed} />}
      </div>
    </li>
  );
}

/** The product's picture; a leaf where there is none (any more). @param large the one of the open card */
export function OrderPicture({ line, large = false }: { line: OrderLine; large?: boolean }) {
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
