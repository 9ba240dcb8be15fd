import type { InferResponseType } from 'hono/client';
import { api, send } from '#lib/api.ts';
import { useLoad } from '#ui/useLoad.ts';
import { LoadState } from '../parts/LoadState.tsx';
import { hashOf, type Screen } from '../route.ts';

/** What waits, at a glance. */
export default function Today() {
  const load = useLoad('today', () => send(api.desk.today.$get()));
  return (
    <>
      <h1>Today</h1>
      <LoadState of={load}>{(data) => <Glance {...data} />}</LoadState>
    </>
  );
}

type Data = Extract<InferResponseType<typeof api.desk.today.$get>, { success: true }>;

function Glance({ toPack, refundsDue, openTickets, awaitingPayment }: Data) {
  const tiles: [string, number, Screen, Record<string, string>][] = [
    ['To pack', toPack, 'orders', { status: 'unshipped' }],
    ['Refunds due', refundsDue, 'refunds', {}],
    ['Awaiting payment', awaitingPayment, 'orders', { status: 'Payment Pending' }],
    ['Open tickets', openTickets, 'tickets', { status: 'open' }],
  ];
  return (
    <ul className="desk-tiles">
      {tiles.map(([label, count, screen, params]) => (
        <li key={label}>
          <a href={hashOf({ screen, params })}>
            <strong>{count}</strong> {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
