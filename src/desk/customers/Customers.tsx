import type { Route } from '#domain/desk/route.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { CustomerList } from './CustomerList.tsx';

const Customer = lazyComponent(() => import('./Customer.tsx'));

/** The list of customers, or one of them. */
export default function Customers({ route }: { route: Route }) {
  return route.id ? <Customer id={route.id} /> : <CustomerList route={route} />;
}
