import { Suspense, useEffect, useRef } from 'react';
import { endSession } from '#features/accounts/session.ts';
import { paths } from '#lib/paths.ts';
import { hashOf, type Screen, screenNames, screens } from './route.ts';
import { later } from './ui/later.tsx';
import { usePlace } from './ui/usePosition.ts';
import './desk.css';

/** A screen is loaded when somebody opens it. */
const parts = {
  today: later(() => import('./today/Today.tsx')),
  orders: later(() => import('./orders/Orders.tsx')),
  refunds: later(() => import('./refunds/Refunds.tsx')),
  stock: later(() => import('./stock/Stock.tsx')),
  reviews: later(() => import('./reviews/Reviews.tsx')),
  tickets: later(() => import('./tickets/Tickets.tsx')),
  coupons: later(() => import('./coupons/Coupons.tsx')),
  subscribers: later(() => import('./subscribers/Subscribers.tsx')),
  held: later(() => import('./held/Held.tsx')),
  reconcile: later(() => import('./reconcile/Reconcile.tsx')),
  speed: later(() => import('./speed/Speed.tsx')),
  people: later(() => import('./people/People.tsx')),
  export: later(() => import('./export/Export.tsx')),
  audit: later(() => import('./audit/Audit.tsx')),
} satisfies Record<Screen, unknown>;

type Props = { user: { name: string; email: string } };

/** The operators' console: a menu, and one screen beside it. */
export default function Desk({ user }: Props) {
  const place = usePlace();
  const menu = useRef<HTMLElement>(null);
  const Part = parts[place.screen];
  // The shop's own header and footer make way (desk.css).
  useEffect(() => {
    document.documentElement.dataset.desk = '';
    return () => void delete document.documentElement.dataset.desk;
  }, []);
  useEffect(() => {
    document.title = `${screens[place.screen]} | Desk`;
    // On a phone the menu is one line that scrolls.
    menu.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [place.screen]);

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
                <a href={hashOf({ screen: name })} aria-current={place.screen === name ? 'page' : undefined}>
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
      <div className="desk-screen" key={`${place.screen}/${place.id ?? ''}`}>
        <Suspense fallback={<p className="desk-state soft">Loading…</p>}>
          <Part place={place} />
        </Suspense>
      </div>
    </div>
  );
}
