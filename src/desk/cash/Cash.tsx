import { goTo, type Route } from '#domain/desk/route.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { Outstanding } from './Outstanding.tsx';

const RemittanceFile = lazyComponent(() => import('./RemittanceFile.tsx'));

/** The cash that couriers still have (`#cash`), or a courier's file of remittances (`#cash/file`). */
export default function Cash({ route: { id } }: { route: Route }) {
  return id === 'file' ? <RemittanceFile onDone={() => goTo({ screen: 'cash' })} /> : <Outstanding />;
}
