import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useRef } from 'react';
import { endSession } from '#features/accounts/session.api.ts';
import { paths } from '#lib/paths.ts';
import { $waiting, watchWaiting } from './orders/waiting.store.ts';
import { hashOf, type Screen, screenNames, screens } from './route.ts';
import { lazyComponent } from './ui/lazy-component.tsx';
import { useRoute } from './ui/useRoute.ts';
import './desk.css';

/** Each screen is loaded when it is opened. */
const screenComponents = {
  today: lazyComponent(() => import('./today/Today.tsx')),
  orders: lazyComponent(() => import('./orders/Orders.tsx')),
  refunds: lazyComponent(() => import('./refunds/Refunds.tsx')),
  stock: lazyComponent(() => import('./stock/Stock.tsx')),
  reviews: lazyComponent(() => import('./reviews/Reviews.tsx')),
  tickets: lazyComponent(() => import('./tickets/Tickets.tsx')),
  coupons: lazyComponent(() => import('./coupons/Coupons.tsx')),
  subscribers: lazyComponent(() => import('./subscribers/Subscribers.tsx')),
  held: lazyComponent(() => import('./held/HeldEmails.tsx')),
  reconcile: lazyComponent(() => import('./reconcile/Reconcile.tsx')),
  searches: lazyComponent(() => import('./searches/Searches.tsx')),
  speed: lazyComponent(() => import('./speed/Speed.tsx')),
  people: lazyComponent(() => import('./people/Operators.tsx')),
  export: lazyComponent(() => import('./export/Export.tsx')),
  audit: lazyComponent(() => import('./audit/Audit.tsx')),
} satisfies Record<Screen, unknown>;

type Props = { user: { name: string; email: string } };

/** The operators' console: a menu and one screen. */
export default function Desk({ user }: Props) {
  const route = useRoute();
  const menu = useRef<HTMLElement>(null);
  const ScreenComponent = screenComponents[route.screen];
  // desk.css hides the shop's own header and footer.
  useEffect(() => {
    document.documentElement.dataset.desk = '';
    return () => void delete document.documentElement.dataset.desk;
  }, []);
  useEffect(watchWaiting, []);
  const placed = useStore($waiting)?.['Order Placed'];
  useEffect(() => {
    document.title = `${placed ? `(${placed}) ` : ''}${screens[route.screen]} | Desk`;
  }, [route.screen, placed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is another place in the menu
  useEffect(() => {
    // On a phone the menu is one scrolling line.
    menu.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [route.screen]);

  return (
    <div className="desk">
      <header className="desk-head">
        <a className="desk-name" href={hashOf({ screen: 'today' })}>
          Desk
        </a>
        <nav aria-label="Desk" ref={menu}>
          <ul>
            {screenNames.map((name) => (
              <li key={name}>
                <a href={hashOf({ screen: name })} aria-current={route.screen === name ? 'page' : undefined}>
                  {screens[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="desk-who">
          <span title={user.email}>{user.name || user.email}</span>
          <a href={paths.home}>Shop</a>
          <button type="button" className="button plain small" onClick={() => void endSession()}>
            Sign out
          </button>
        </p>
      </header>
      <div className="desk-screen" key={`${route.screen}/${route.id ?? ''}`}>
        <Suspense fallback={<p className="desk-state soft">Loading…</p>}>
          <ScreenComponent route={route} />
        </Suspense>
      </div>
    </div>
  );
}
