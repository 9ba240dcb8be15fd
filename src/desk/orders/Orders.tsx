import { goTo, type Route } from '#domain/desk/route.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { OrderList } from './OrderList.tsx';
import './orders.css';

const OrderDetail = lazyComponent(() => import('./OrderDetail.tsx'));
const NewOrder = lazyComponent(() => import('./NewOrder.tsx'));
const PrintPage = lazyComponent(() => import('../print/PrintPage.tsx'));
const ShipMany = lazyComponent(() => import('../shipping/ShipMany.tsx'));
const StatusFile = lazyComponent(() => import('../shipping/StatusFile.tsx'));

/**
 * The list of orders, one order, the papers of orders (`#orders/print`), many orders to ship (`#orders/ship`; `ids` names
 * them), a courier's status file (`#orders/file`), or an order by phone (`#orders/new`). The list loads first, and alone.
 */
export default function Orders({ route: { id, params } }: { route: Route }) {
  if (id === 'new') return <NewOrder />;
  if (id === 'print') return <PrintPage params={params} />;
  if (id === 'ship') {
    const { ids, ...filters } = params;
    return (
      <ShipMany
        key={ids}
        {...(ids && { orderIds: ids.split(',') })}
        onDone={() => goTo({ screen: 'orders', params: filters })}
      />
    );
  }
  if (id === 'file') return <StatusFile onDone={() => goTo({ screen: 'orders' })} />;
  return id ? <OrderDetail id={id} params={params} /> : <OrderList params={params} />;
}
