import { sumOf, unitsToPick } from '#domain/documents/papers.ts';
import { TickLines } from './Parts.tsx';
import type { Parcel } from './print.api.ts';

/** How many units of each product the parcels of some orders need together. */
export function PickList({ parcels }: { parcels: readonly Parcel[] }) {
  const products = unitsToPick(parcels);
  const [oldest, newest] = [parcels[0]?.reference, parcels.at(-1)?.reference];
  return (
    <article className="pick-list stack" aria-label="Pick list">
      <header>
        <p className="pick-list-title">Pick list</p>
        <p className="slip-order">
          <strong>{parcels.length === 1 ? '1 order' : `${parcels.length} orders`}</strong>
          <span>{oldest === newest ? oldest : `${oldest} to ${newest}`}</span>
        </p>
      </header>
      <TickLines lines={products} item="Product" />
      <p className="slip-total">{sumOf(products, 'product')}</p>
    </article>
  );
}
