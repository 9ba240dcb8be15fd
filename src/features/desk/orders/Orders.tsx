import type { Place } from '../route.ts';
import { OrderDetail } from './OrderDetail.tsx';
import { OrderList } from './OrderList.tsx';
import { Slips } from './PackingSlips.tsx';
import './orders.css';

/** Orders: the list, one of them, or slips to print (`#orders/slips`). */
export default function Orders({ place: { id, params } }: { place: Place }) {
  if (id === 'slips') return <Slips params={params} />;
  return id ? <OrderDetail id={id} /> : <OrderList params={params} />;
}
