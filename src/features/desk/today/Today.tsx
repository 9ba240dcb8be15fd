import { api, send } from '#lib/api.ts';
import { useLoad } from '#ui/useLoad.ts';
import { hashOf, type Screen } from '../route.ts';

/** What waits, at a glance. */
export default function Today() {
  const { load, busy, reload } = useLoad('today', () => send(api.desk.today.$get()));
  if (load.state === 'loading')
    return (
      <p className="desk-state soft" role="status">
        Loading…
      </p>
    );
  if (load.state === 'failed')
    return (
      <div className="desk-state" role="alert">
        <p>{load.failure.message}</p>
        <button type="button" className="button small" aria-busy={busy} onClick={reload}>
          Try again
        </button>
      </div>
    );
  const { toPack, refundsDue, openTickets, awaitingPayment } = load.data;
  const tiles: [string, number, Screen, Record<string, string>][] = [
    ['To pack', toPack, 'orders', { status: 'unshipped' }],
    ['Refunds due', refundsDue, 'refunds', {}],
    ['Awaiting payment', awaitingPayment, 'orders', { status: 'Payment Pending' }],
    ['Open tickets', openTickets, 'tickets', { status: 'open' }],
  ];
  return (
    <>
      <h1>Today</h1>
      <ul className="desk-tiles">
        {tiles.map(([label, count, screen, params]) => (
          <li key={label}>
            <a href={hashOf({ screen, params })}>
              <strong>{count}</strong> {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
