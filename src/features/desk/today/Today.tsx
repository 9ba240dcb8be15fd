import { api, type ResponseOf, send } from '#lib/api.ts';
import { useLoad } from '#ui/useLoad.ts';
import { hashOf, type Screen } from '../route.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { Flags } from './Flags.tsx';
import { SalesChart } from './SalesChart.tsx';
import './today.css';

export type Glance = ResponseOf<typeof api.desk.today.$get>;

/** The overview: waiting work, sales, low stock and flags. */
export default function Today() {
  const load = useLoad('today', () => send(api.desk.today.$get()));
  return (
    <>
      <h1>Today</h1>
      <LoadState of={load}>
        {(data) => (
          <>
            <Tiles {...data} />
            <div className="desk-today">
              <SalesChart days={data.sales} />
              <div className="desk-today-side">
                <Promises {...data} />
                <LowStock products={data.lowStock} />
              </div>
              <Flags flags={data.flags} onChange={load.reload} />
            </div>
          </>
        )}
      </LoadState>
    </>
  );
}

function Tiles(glance: Glance) {
  const { toPack, refundsDue, openTickets, awaitingPayment, heldEmails, reportedReviews, objectedReviews } =
    glance;
  const tiles: [string, number, Screen, Record<string, string>][] = [
    ['To pack', toPack, 'orders', { status: 'unshipped' }],
    ['Awaiting payment', awaitingPayment, 'orders', { status: 'Payment Pending' }],
    ['Refunds due', refundsDue, 'refunds', {}],
    ['Open tickets', openTickets, 'tickets', {}],
  ];
  if (reportedReviews) tiles.push(['Reported reviews', reportedReviews, 'reviews', { show: 'reported' }]);
  if (objectedReviews) tiles.push(['Objections', objectedReviews, 'reviews', { show: 'objected' }]);
  if (heldEmails) tiles.push(['Held emails', heldEmails, 'held', {}]);
  return (
    <ul className="desk-tiles">
      {tiles.map(([label, count, screen, params]) => (
        <li key={label}>
          <a href={hashOf({ screen, params })} data-waits={count > 0 || undefined}>
            <strong>{count}</strong> {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** How many parcels of the last days arrived when they were promised. */
function Promises({ promises: { due, kept }, sales }: Glance) {
  return (
    <section aria-labelledby="promises">
      <h2 id="promises">Promises of {sales.length} days</h2>
      <p className={due ? '' : 'soft'}>
        {due ? `${kept} of ${due} arrived by the promised day` : 'No promised day has come yet.'}
      </p>
    </section>
  );
}

function LowStock({ products }: { products: Glance['lowStock'] }) {
  return (
    <section aria-labelledby="low">
      <h2 id="low">Running out</h2>
      {products.length === 0 && <p className="soft">No product is running out.</p>}
      <ul className="desk-low">
        {products.map(({ _id, name, stock }) => (
          <li key={_id}>
            <a href={hashOf({ screen: 'stock', id: _id })}>{name}</a>
            <strong>{stock === 0 ? 'Sold out' : `${stock} left`}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}
