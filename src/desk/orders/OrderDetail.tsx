import { Suspense, useLayoutEffect } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import { shortOrderId, statusTone } from '#domain/orders/order.ts';
import type { DeskEvent } from '#domain/orders/order-rules.ts';
import { orderState } from '#domain/orders/order-state.ts';
import { historyTitle } from '#domain/orders/payment.ts';
import { api, send } from '#lib/api.ts';
import { formatDayTime, isoTime } from '#lib/dates.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { useNeighbours } from './last-list.api.ts';
import { OrderActions } from './OrderActions.tsx';
import { OrderLines } from './OrderLines.tsx';
import { Account, DeliverTo, Disputes, NoDocuments, Payment, Refunds, Shipment } from './OrderPanels.tsx';
import type { Detail, ListedOrder } from './orders.api.ts';
import { Tags } from './Tags.tsx';

const Unconfirmed = lazyComponent(() => import('./Unconfirmed.tsx'));

/** One order with its details, history and actions. */
export default function OrderDetail({ id, params }: { id: string; params: Record<string, string> }) {
  useLayoutEffect(() => void scrollTo(0, 0), []);
  const loading = useLoad(id, () => send(api.desk.orders[':id'].$get({ param: { id } })));
  return (
    <>
      <OrderNavigation id={id} params={params} />
      <LoadState of={loading} title="Order">
        {(detail) => <Ready detail={detail} onChanged={loading.reload} />}
      </LoadState>
    </>
  );
}

/** Back to the list with its filters, and to the orders before and after this one in it. */
function OrderNavigation({ id, params }: { id: string; params: Record<string, string> }) {
  const { previous, next } = useNeighbours(id, params);
  const to = (name: string, row: ListedOrder | undefined) =>
    row && (
      <a
        className="button plain small flush"
        href={hashOf({ screen: 'orders', id: row.id, params })}
        aria-label={`${name}: ${row.reference}`}
      >
        {name}
      </a>
    );
  return (
    <nav className="desk-order-navigation cluster" aria-label="Orders">
      <a className="button plain small flush" href={hashOf({ screen: 'orders', params })}>
        All orders
      </a>
      {to('Previous', previous)}
      {to('Next', next)}
    </nav>
  );
}

function Ready({ detail, onChanged }: { detail: Detail; onChanged: () => void }) {
  const { order, disputes } = detail;
  const { refunds } = order;
  return (
    <article className="desk-order stack gap-5">
      <header className="cluster">
        <h1>{order.reference}</h1>
        <span className="soft small">{shortOrderId(order.id)}</span>
        <StatusBadge tone={statusTone(order.status)}>
          {orderState({ ...order, confirmation: detail.toConfirm ?? undefined })}
        </StatusBadge>
        {order.undelivered && <span className="soft">Came back undelivered</span>}
        <p className="soft">
          {formatDayTime(order.createdAt)}
          {order.sample && ' · Sample'}
        </p>
      </header>
      {detail.toConfirm && (
        <Suspense>
          <Unconfirmed detail={detail} toConfirm={detail.toConfirm} onChanged={onChanged} />
        </Suspense>
      )}
      <OrderActions detail={detail} onChanged={onChanged} />
      <div className="desk-order-main stack">
        <OrderLines detail={detail} />
        <OrderHistory history={detail.history} asked={order.confirmReason !== null} />
      </div>
      <div className="desk-order-side stack">
        {detail.lacksInvoice && !order.sample && <NoDocuments />}
        <DeliverTo detail={detail} onChanged={onChanged} />
        <Shipment detail={detail} onChanged={onChanged} />
        <Payment detail={detail} onChanged={onChanged} />
        {disputes.length > 0 && <Disputes disputes={disputes} />}
        {refunds.length > 0 && <Refunds refunds={refunds} />}
        <Account detail={detail} onChanged={onChanged} />
        <Tags detail={detail} onChanged={onChanged} />
      </div>
    </article>
  );
}

/** The order's history, newest first. Events that the shopper does not see are marked. @param asked as of `historyTitle` */
function OrderHistory({ history, asked }: { history: readonly DeskEvent[]; asked: boolean }) {
  return (
    <section className="panel">
      <h2>History</h2>
      {!history.length && <p className="soft">No events yet.</p>}
      <ol className="desk-history">
        {history.toReversed().map((event) => (
          <li key={event.id} data-inside={event.shown ? undefined : ''}>
            <p className="cluster gap-2">
              <strong>{historyTitle(event, asked)}</strong>
              {!event.shown && <span className="badge">Only operators</span>}
            </p>
            {event.reason && <p className="desk-history-reason">{event.reason}</p>}
            <p className="desk-second">
              <time dateTime={isoTime(event.at)}>{formatDayTime(event.at)}</time> · {event.by}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
