import { statusTone } from '#features/orders/order.ts';
import { api, send } from '#lib/api.ts';
import { formatDayTime } from '#lib/desk-dates.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { hashOf } from '../route.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { OrderActions } from './OrderActions.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderLines } from './OrderLines.tsx';
import { Account, DeliverTo, Disputes, NoDocuments, Payment, Refunds, Shipment } from './OrderPanels.tsx';
import type { Detail } from './orders.api.ts';

/** One order with its details, history and actions. */
export function OrderDetail({ id }: { id: string }) {
  const loading = useLoad(id, () => send(api.desk.orders[':id'].$get({ param: { id } })));
  return (
    <>
      <p>
        <a className="button plain small flush" href={hashOf({ screen: 'orders' })}>
          All orders
        </a>
      </p>
      <LoadState of={loading} title="Order">
        {(detail) => <Ready detail={detail} onChanged={loading.reload} />}
      </LoadState>
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
          {formatDayTime(order.date)}
          {order.sample && ' · Sample'}
        </p>
      </header>
      <OrderActions detail={detail} onChanged={onChanged} />
      <div className="desk-order-main">
        <OrderLines detail={detail} />
        <OrderHistory history={detail.history} />
      </div>
      <div className="desk-order-side">
        {detail.lacksTaxData && order.status !== 'Cancelled' && !order.sample && <NoDocuments />}
        <DeliverTo detail={detail} onChanged={onChanged} />
        <Shipment detail={detail} />
        <Payment detail={detail} />
        {disputes.length > 0 && <Disputes disputes={disputes} />}
        {refunds.length > 0 && <Refunds refunds={refunds} />}
        <Account detail={detail} />
      </div>
    </article>
  );
}
