import { sumOf } from '#domain/documents/papers.ts';
import { formatDay } from '#lib/dates.ts';
import { DeliverTo, moneyOf, TickLines } from './Parts.tsx';
import type { Parcel, Sender } from './print.api.ts';

/** A slip with address, lines and the amount to collect, without prices. */
export function PackingSlip({ parcel, from }: { parcel: Parcel; from: Sender }) {
  const { reference, createdAt, address, lines } = parcel;
  return (
    <article className="slip stack" aria-label={`Slip of ${reference}`}>
      <header>
        <p className="slip-from">
          <strong>{from.name}</strong>
          {[from.entity, ...from.address, from.phone].map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <p className="slip-order">
          <strong>{reference}</strong>
          <span>{formatDay(createdAt)}</span>
        </p>
      </header>
      <address className="slip-to">
        <span className="slip-label">Deliver to</span>
        <DeliverTo address={address} />
      </address>
      <p className="slip-money">{moneyOf(parcel)}</p>
      <TickLines lines={lines} item="Item" />
      <p className="slip-total">{sumOf(lines, 'line')}</p>
    </article>
  );
}
