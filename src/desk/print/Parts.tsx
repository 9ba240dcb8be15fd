import { fullName } from '#lib/full-name.ts';
import { formatPrice } from '#lib/money.ts';
import { TableHead } from '../ui/TableHead.tsx';
import type { Parcel } from './print.api.ts';

/** The lines of an address, as on an envelope. Each begins on the side of its script. */
export function DeliverTo({ address }: Pick<Parcel, 'address'>) {
  const { address: street, city, zipcode, state, phone } = address;
  return (
    <>
      <strong dir="auto">{fullName(address)}</strong>
      <span dir="auto">{street}</span>
      <span dir="auto">
        {city} {zipcode}
      </span>
      <span>{state}</span>
      <span>Phone {phone}</span>
    </>
  );
}

/** What the courier does about money. */
export const moneyOf = ({ collect }: Pick<Parcel, 'collect'>): string =>
  collect === null ? 'PAID' : `COLLECT ${formatPrice(collect)} IN CASH`;

type LinesProps = { lines: readonly { name: string; quantity: number }[]; item: string };

/** Lines with a box to tick. */
export const TickLines = ({ lines, item }: LinesProps) => (
  <table>
    <TableHead columns={[{ visuallyHidden: 'Packed' }, item, 'Pieces']} />
    <tbody>
      {lines.map(({ name, quantity }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines do not change
        <tr key={n}>
          <td>
            <span className="paper-box" />
          </td>
          <td>{name}</td>
          <td>{quantity}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
