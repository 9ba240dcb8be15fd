import { goTo, type Route } from '../route.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { OrderDetail } from './OrderDetail.tsx';
import { OrderList } from './OrderList.tsx';
import { PackingSlips } from './PackingSlips.tsx';
import './orders.css';

const ShipMany = lazyComponent(() => import('../shipping/ShipMany.tsx'));
const StatusFile = lazyComponent(() => import('../shipping/StatusFile.tsx'));

/**
 * The list of orders, one order, packing slips to print (`#orders/slips`), many orders to ship (`#orders/ship`; `ids` names them), or a
 * courier's status file (`#orders/file`).
 */
export default function Orders({ route: { id, params } }: { route: Route }) {
  if (id === 'slips') return <PackingSlips params={params} />;
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
