import { useState } from 'react';
import { maxPerLine } from '#domain/cart/cart.ts';
import type { CartLine } from '#domain/cart/lines.ts';
import { lowStock } from '#lib/low-stock.ts';
import { formatPrice } from '#lib/money.ts';
import { productPath, productThumbnail } from '#lib/paths.ts';
import { QuantityStepper } from '#ui/QuantityStepper.tsx';
import type { NamedOffer } from './useOffers.ts';

type Props = {
  line: CartLine;
  offer: NamedOffer | undefined;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
};

/** The product's name, or a text for a product that the shop no longer knows. */
export const lineName = (offer: NamedOffer | undefined): string =>
  offer?.name ?? 'A product that we no longer sell';

/** One line of the cart. A line that cannot be bought says why, and offers a solution. */
export function CartRow({ line, offer, onQuantity, onRemove }: Props) {
  const name = lineName(offer);
  const isSold = line.state === 'ok' || line.state === 'over-stock';
  return (
    <li className="cart-row" data-state={line.state} id={`line-${line.id}`} tabIndex={-1}>
      <Thumbnail id={line.id} known={offer !== undefined} />
      <div className="cart-row-what stack gap-1">
        <h2>{offer && !offer.retired ? <a href={productPath(line.id)}>{name}</a> : name}</h2>
        {isSold && offer && <EachPrice {...offer} />}
        <LineState line={line} onQuantity={onQuantity} name={name} paused={offer?.paused} />
      </div>
      <div className="cart-row-how cluster gap-2">
        {isSold && (
          <QuantityStepper
            label={name}
            value={line.quantity}
            min={0}
            max={Math.min(maxPerLine, line.stock)}
            onChange={(quantity) => (quantity < 1 ? onRemove() : onQuantity(quantity))}
          />
        )}
        <button type="button" className="button plain small" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </button>
      </div>
      <p className="cart-row-total">
        {line.state === 'ok' ? formatPrice(line.total) : <span className="soft small">Not in the total</span>}
      </p>
    </li>
  );
}

function EachPrice({ price, mrp }: Pick<NamedOffer, 'price' | 'mrp'>) {
  return (
    <p className="soft small">
      <span>{formatPrice(price)} each</span>
      {mrp > price && (
        <s>
          <span className="visually-hidden">MRP </span>
          <span>{formatPrice(mrp)}</span>
        </s>
      )}
    </p>
  );
}

type LineStateProps = Pick<Props, 'line' | 'onQuantity'> & {
  name: string;
  paused: string | null | undefined;
};

function LineState({ line, name, onQuantity, paused }: LineStateProps) {
  if (line.state === 'sold-out') return <p className="cart-row-state cluster">Sold out</p>;
  if (line.state === 'paused')
    return <p className="cart-row-state cluster">Not sold at the moment: {paused}</p>;
  if (line.state === 'retired') return <p className="cart-row-state cluster">No longer sold</p>;
  if (line.state === 'over-stock')
    return (
      <p className="cart-row-state cluster">
        Only {line.stock} left{' '}
        <button
          type="button"
          className="button quiet small"
          aria-label={`Take ${line.stock} of ${name}`}
          onClick={() => onQuantity(line.stock)}
        >
          Take {line.stock}
        </button>
      </p>
    );
  return line.stock <= lowStock || line.quantity === line.stock ? (
    <p className="cart-row-low small">Only {line.stock} left</p>
  ) : null;
}

/** The picture; products that are no longer sold may have none. */
function Thumbnail({ id, known }: { id: string; known: boolean }) {
  const [missing, setMissing] = useState(false);
  if (missing || !known) return <span className="thumb" aria-hidden="true" />;
  return (
    <img
      className="thumb"
      src={productThumbnail(id)}
      alt=""
      width="160"
      height="160"
      onError={() => setMissing(true)}
    />
  );
}
