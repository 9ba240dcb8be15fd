import type { Route } from '../route.ts';
import { OrderDetail } from './OrderDetail.tsx';
import { OrderList } from './OrderList.tsx';
import { PackingSlips } from './PackingSlips.tsx';
import './orders.css';

/** The list of orders, one order, or packing slips to print (`#orders/slips`). */
export default function Orders({ route: { id, params } }: { route: Route }) {
  if (id === 'slips') return <PackingSlips params={params} />;
  return id ? <OrderDetail id={id} params={params} /> : <OrderList params={params} />;
}
