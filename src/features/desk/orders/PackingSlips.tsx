import { api, send } from '#lib/api.ts';
import { formatDay } from '#lib/desk-dates.ts';
import { hashOf } from '../route.ts';
import { List } from '../ui/List.tsx';
import { usePages } from '../ui/usePages.ts';
import type { PackingSlipPage } from './orders.api.ts';
import { PrintMenu } from './PrintMenu.tsx';
import './packing-slips.css';
import { formatRupees } from '../format-rupees.ts';
import { TableHead } from '../ui/TableHead.tsx';

type Slip = PackingSlipPage['slips'][number] & Pick<PackingSlipPage, 'from'>;

/** Packing slips as they are printed, one per page: of one order, or of all that wait to be packed. */
export default function PackingSlips({ params: { order } }: { params: Record<string, string> }) {
  const pages = usePages(
    `slips ${order ?? ''}`,
    (after) => send(api.desk.orders.slips.$get({ query: { after, order } })),
    ({ slips, from }) => slips.map((slip): Slip => ({ ...slip, from })),
  );
  const count = pages.rows.length;
  return (
    <div className="slips">
      <div className="slips-head">
        <a
          className="button plain small flush desk-back"
          href={hashOf({ screen: 'orders', ...(order && { id: order }) })}
        >
          {order ? 'The order' : 'All orders'}
        </a>
        <h1>Packing slips</h1>
        {count > 0 && (
          <>
            <p className="soft">
              {count === 1 ? '1 slip' : `${count} slips`} on A5, the oldest order first
              {pages.hasMore && '; more are waiting below'}
            </p>
            <div className="slips-actions">
              <button type="button" className="button small" onClick={() => print()}>
                Print slips
              </button>
              <PrintMenu orderIds={pages.rows.map(({ _id }) => _id)} />
            </div>
          </>
        )}
      </div>
      <List pages={pages} empty="No order waits to be packed.">
        {(rows) => (
          <ol className="slips-list">
            {rows.map((slip) => (
              <li key={slip._id}>
                <PackingSlip slip={slip} />
              </li>
            ))}
          </ol>
        )}
      </List>
    </div>
  );
}

/** A slip with address, lines and the amount to collect, without prices. */
function PackingSlip({ slip: { from, reference, date, address, lines, collect } }: { slip: Slip }) {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article className="slip" aria-label={`Slip of ${reference}`}>
      <header>
        <p className="slip-from">
          <strong>{from.name}</strong>
          {[from.entity, ...from.address, from.phone].map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <p className="slip-order">
          <strong>{reference}</strong>
          <span>{formatDay(date)}</span>
        </p>
      </header>
      <address className="slip-to">
        <span className="slip-label">Deliver to</span>
        <strong>
          {address.firstName} {address.lastName}
        </strong>
        <span>{address.address}</span>
        <span>
          {address.city} {address.zipcode}
        </span>
        <span>{address.state}</span>
        <span>Phone {address.phone}</span>
      </address>
      <p className="slip-money">{collect === null ? 'PAID' : `COLLECT ${formatRupees(collect)} IN CASH`}</p>
      <table>
        <TableHead columns={[{ visuallyHidden: 'Packed' }, 'Item', 'Pieces']} />
        <tbody>
          {lines.map(({ _id, name, quantity }) => (
            <tr key={_id}>
              <td>
                <span className="slip-box" />
              </td>
              <td>{name}</td>
              <td>{quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="slip-total">
        {pieces === 1 ? '1 piece' : `${pieces} pieces`} in{' '}
        {lines.length === 1 ? '1 line' : `${lines.length} lines`}
      </p>
    </article>
  );
}
