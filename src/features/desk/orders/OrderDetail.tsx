import { statusTone } from '#features/orders/order.ts';
import { api, send } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { hashOf } from '../route.ts';
import type { Detail } from './calls.ts';
import { History } from './History.tsx';
import { Lines } from './Lines.tsx';
import { Deeds } from './OrderActions.tsx';
import { Account, DeliverTo, Disputes, Payment, Refunds, Shipment } from './OrderFacts.tsx';

/** One order: what it is, what has happened to it, and what can be done now. */
export function OrderDetail({ id }: { id: string }) {
  const { load, busy, reload } = useLoad(id, () => send(api.desk.orders[':id'].$get({ param: { id } })));
  return (
    <>
      <p>
        <a className="button plain small desk-back" href={hashOf({ screen: 'orders' })}>
          All orders
        </a>
      </p>
      {load.state === 'loading' && (
        <p className="desk-state soft" role="status">
          Loading…
        </p>
      )}
      {load.state === 'failed' && (
        <div className="desk-state" role="alert">
          <h1>Order</h1>
          <p>{load.failure.message}</p>
          <button type="button" className="button small" aria-busy={busy} onClick={reload}>
            Try again
          </button>
        </div>
      )}
      {load.state === 'ready' && <Ready detail={load.data} onChanged={reload} />}
    </>
  );
}

function Ready({ detail, onChanged }: { detail: Detail; onChanged: () => void }) {
  const { order, refunds, disputes } = detail;
  return (
    <article className="desk-order">
      <header>
        <h1>{order.reference}</h1>
        <StatusBadge tone={statusTone(order.status)}>{order.status}</StatusBadge>
        <p className="soft">
          {formatMoment(order.date)}
          {order.sample && ' · Sample'}
        </p>
      </header>
      <Deeds detail={detail} onChanged={onChanged} />
      <div className="desk-order-main">
        <Lines detail={detail} />
        <History history={detail.history} />
      </div>
      <div className="desk-order-side">
        <DeliverTo order={order} />
        <Shipment order={order} />
        <Payment detail={detail} />
        {disputes.length > 0 && <Disputes disputes={disputes} />}
        {refunds.length > 0 && <Refunds refunds={refunds} />}
        <Account detail={detail} />
      </div>
    </article>
  );
}
