import { longTransitDays } from '#domain/desk/figures.ts';
import { hashOf } from '#domain/desk/route.ts';
import { api, send } from '#lib/api.ts';
import { formatPromise, formatTime } from '#lib/dates.ts';
import { formatPrice } from '#lib/money.ts';
import { useLoad } from '#ui/useLoad.ts';
import type { Glance } from '../answers.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { Table } from '../ui/Table.tsx';
import { BestSellers } from './BestSellers.tsx';
import { Flags } from './Flags.tsx';
import { SalesChart } from './SalesChart.tsx';
import { Share } from './Share.tsx';
import './today.css';

/** The overview: waiting work, sales, parcels that are late, low stock, best sellers and flags. */
export default function Today() {
  const load = useLoad('today', () => send(api.desk.today.$get()));
  return (
    <>
      <h1>Today</h1>
      <LoadState of={load}>
        {(data) => (
          <>
            {data.counting && (
              <p className="notice">
                Some orders are not counted yet: older ones after an update, or the newest ones of a rush.
                Until that is done, these figures are too low.
              </p>
            )}
            <Tiles {...data} />
            <div className="desk-today">
              <Compared {...data} />
              <LongInTransit {...data} />
              <SalesChart days={data.sales} />
              <div className="desk-today-side">
                <Promises {...data} />
                <LowStock products={data.lowStock} />
              </div>
              <BestSellers {...data} />
              <Flags flags={data.flags} onChange={load.reload} />
            </div>
          </>
        )}
      </LoadState>
    </>
  );
}

type Tile = [label: string, value: number | string, to: Parameters<typeof hashOf>[0]];

function Tiles(glance: Glance) {
  const { toPack, refundsDue, openTickets, awaitingPayment, heldEmails, reportedReviews, objectedReviews } =
    glance;
  const { oldestToPack, cashToCollect, toConfirm, reviewsWithPhotos, late } = glance;
  const tiles: Tile[] = [['To pack', toPack, { screen: 'orders', params: { status: 'unshipped' } }]];
  if (oldestToPack) {
    const { id, reference, createdAt } = oldestToPack;
    tiles.push([`Oldest unpacked: ${reference}`, formatPromise(createdAt), { screen: 'orders', id }]);
  }
  if (toConfirm)
    tiles.push([
      'Cash orders to confirm',
      toConfirm,
      { screen: 'orders', params: { status: 'unconfirmed' } },
    ]);
  tiles.push(
    ['Awaiting payment', awaitingPayment, { screen: 'orders', params: { status: 'Payment Pending' } }],
    [
      `Cash to collect, ${cashToCollect.orders === 1 ? '1 order' : `${cashToCollect.orders} orders`}`,
      cashToCollect.orders ? formatPrice(cashToCollect.total) : 0,
      { screen: 'orders', params: { paid: 'collect' } },
    ],
    ['Refunds due', refundsDue, { screen: 'refunds' }],
    ['Open tickets', openTickets, { screen: 'tickets' }],
  );
  const { messages, returns, refunds } = late;
  if (messages) tiles.push(['Messages, later than promised', messages, { screen: 'tickets' }]);
  if (returns) tiles.push(['Returns to answer, later than promised', returns, { screen: 'returns' }]);
  if (refunds) tiles.push(['Refunds, later than promised', refunds, { screen: 'refunds' }]);
  if (reportedReviews)
    tiles.push(['Reported reviews', reportedReviews, { screen: 'reviews', params: { show: 'reported' } }]);
  if (reviewsWithPhotos)
    tiles.push([
      'Reviews with photos to look at',
      reviewsWithPhotos,
      { screen: 'reviews', params: { show: 'photos' } },
    ]);
  if (objectedReviews)
    tiles.push(['Objections', objectedReviews, { screen: 'reviews', params: { show: 'objected' } }]);
  if (heldEmails) tiles.push(['Held emails', heldEmails, { screen: 'held' }]);
  return (
    <ul className="desk-tiles grid gap-3">
      {tiles.map(([label, value, to]) => (
        <li key={label}>
          <a className="panel stack gap-1" href={hashOf(to)} data-waits={value !== 0 || undefined}>
            <strong className={typeof value === 'string' ? 'desk-tile-text' : undefined}>{value}</strong>{' '}
            {label}
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
      <h2 id="promises">Delivery promises of {sales.length} days</h2>
      <p className={due ? '' : 'soft'}>
        {due ? `${kept} of ${due} arrived by the promised day` : 'No delivery was due yet.'}
      </p>
    </section>
  );
}

function LongInTransit({ longInTransit: { count, orders } }: Pick<Glance, 'longInTransit'>) {
  return (
    <section aria-labelledby="late">
      <h2 id="late">More than {longTransitDays} days on the way</h2>
      {count === 0 && <p className="soft">No parcel.</p>}
      {count > 0 && <p>{count === 1 ? '1 parcel' : `${count} parcels, longest on the way first`}</p>}
      <ul className="desk-low">
        {orders.map(({ id, reference, courier, shipped }) => (
          <li key={id}>
            <a href={hashOf({ screen: 'orders', id })}>{reference}</a>
            <span>
              {courier} <strong>since {formatPromise(shipped)}</strong>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LowStock({ products }: { products: Glance['lowStock'] }) {
  return (
    <section aria-labelledby="low">
      <h2 id="low">Running out</h2>
      {products.length === 0 && <p className="soft">No product is running out.</p>}
      <ul className="desk-low">
        {products.map(({ id, name, stock }) => (
          <li key={id}>
            <a href={hashOf({ screen: 'stock', id })}>{name}</a>
            <strong>{stock === 0 ? 'Sold out' : `${stock} left`}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Orders and rupees of today beside those of the same weekday, a week before, until the same time of day. */
function Compared({ compared: { today, weekBefore }, until }: Pick<Glance, 'compared' | 'until'>) {
  const rows = [
    { when: 'Today', ...today },
    { when: `${formatPromise(until)} until ${formatTime(until)}`, ...weekBefore },
  ];
  const most = (of: 'orders' | 'total') => Math.max(today[of], weekBefore[of]);
  return (
    <section aria-labelledby="compared">
      <h2 id="compared">Today and a week ago</h2>
      <Table
        rows={rows}
        keyOf={({ when }) => when}
        columns={[
          ['Day', ({ when }) => when],
          [
            'Orders',
            ({ orders }) => (
              <Share value={orders} of={most('orders')}>
                {orders}
              </Share>
            ),
            'number',
          ],
          [
            'Sales',
            ({ total }) => (
              <Share value={total} of={most('total')}>
                {formatPrice(total)}
              </Share>
            ),
            'number',
          ],
        ]}
      />
    </section>
  );
}
