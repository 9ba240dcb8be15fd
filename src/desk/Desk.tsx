import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { goTo, hashOf, menu, parseRoute, type Route, type Screen, screens } from '#domain/desk/route.ts';
import { countOf } from '#domain/orders/order-rules.ts';
import { api, send } from '#lib/api.ts';
import { keysOf } from '#lib/keys.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import { paths } from '#lib/paths.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { $waiting, watchWaiting } from './orders/waiting.store.ts';
import { focusSearch, useShortcuts } from './ui/useShortcuts.ts';
import './desk.css';
import './ui/table.css';
import { storedAtom } from '#lib/stored-atom.store.ts';

const listen = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/** The desk's current route, from the URL. */
const useRoute = (): Route =>
  parseRoute(
    useSyncExternalStore(
      listen,
      () => location.hash,
      () => '',
    ),
  );

/** How high the rows of the desk's tables are, remembered on the device. */
type Density = 'compact' | 'comfortable';

const $density = storedAtom<Density>('deskRows', 'compact', {
  encode: (density) => density,
  decode: (stored) => (stored === 'comfortable' ? stored : 'compact'),
});

/** Each screen is loaded when it is opened. */
const screenComponents = {
  today: lazyComponent(() => import('./today/Today.tsx')),
  orders: lazyComponent(() => import('./orders/Orders.tsx')),
  customers: lazyComponent(() => import('./customers/Customers.tsx')),
  returns: lazyComponent(() => import('./returns/Returns.tsx')),
  refunds: lazyComponent(() => import('./refunds/Refunds.tsx')),
  products: lazyComponent(() => import('./products/Products.tsx')),
  stock: lazyComponent(() => import('./stock/Stock.tsx')),
  catalogue: lazyComponent(() => import('./catalogue/CatalogueHealth.tsx')),
  reviews: lazyComponent(() => import('./reviews/Reviews.tsx')),
  tickets: lazyComponent(() => import('./tickets/Tickets.tsx')),
  coupons: lazyComponent(() => import('./coupons/Coupons.tsx')),
  sale: lazyComponent(() => import('./sale/SaleDay.tsx')),
  subscribers: lazyComponent(() => import('./subscribers/Subscribers.tsx')),
  held: lazyComponent(() => import('./held/HeldEmails.tsx')),
  cash: lazyComponent(() => import('./cash/Cash.tsx')),
  reconcile: lazyComponent(() => import('./reconcile/Reconcile.tsx')),
  searches: lazyComponent(() => import('./searches/Searches.tsx')),
  speed: lazyComponent(() => import('./speed/Speed.tsx')),
  people: lazyComponent(() => import('./people/Operators.tsx')),
  export: lazyComponent(() => import('./export/Export.tsx')),
  audit: lazyComponent(() => import('./audit/Audit.tsx')),
} satisfies Record<Screen, unknown>;

// Not `useLazyDialog`: that would become a file of its own, which shoppers' pages load too.
const Shortcuts = lazyComponent(() => import('./ui/Shortcuts.tsx'));

/** @property onSignOut called before the session is ended on purpose */
type Props = { user: { name: string; email: string }; onSignOut: () => void };

/** The operators' console: a menu and one screen. */
export default function Desk({ user, onSignOut }: Props) {
  const route = useRoute();
  const nav = useRef<HTMLElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const density = useStore($density);
  const ScreenComponent = screenComponents[route.screen];
  const [isHelpOpen, setHelpOpen] = useState(false);
  useShortcuts({ onSearch: searchOrders, onHelp: () => setHelpOpen(true) });
  // desk.css hides the shop's own header and footer.
  useEffect(() => {
    document.documentElement.dataset.desk = density;
    return () => void delete document.documentElement.dataset.desk;
  }, [density]);
  useEffect(watchWaiting, []);
  useEffect(keepFocus, []);
  const placed = useStore($waiting)?.counts['Order Placed'];
  useEffect(() => {
    document.title = `${placed ? `(${placed}) ` : ''}${screens[route.screen]} | Desk`;
  }, [route.screen, placed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is another place in the menu
  useEffect(() => {
    // On a phone the menu is one scrolling line.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [route.screen]);

  return (
    <div className="desk">
      <header className="desk-head cluster">
        <a className="desk-name" href={hashOf({ screen: 'today' })}>
          Desk
        </a>
        <button
          type="button"
          className="visually-hidden button plain small"
          onClick={() => screen.current?.focus()}
        >
          Skip the menu
        </button>
        <nav aria-label="Desk" ref={nav}>
          <Menu current={route.screen} place={`${route.screen}/${route.id ?? ''}`} />
        </nav>
        <div className="desk-who">
          <span title={user.email}>{user.name || user.email}</span>
          <button
            type="button"
            className="button plain small desk-wide"
            aria-pressed={density === 'compact'}
            onClick={() => $density.set(density === 'compact' ? 'comfortable' : 'compact')}
          >
            {density === 'compact' && <span aria-hidden="true">✓</span>} Compact rows
          </button>
          <button type="button" className="button plain small desk-wide" onClick={() => setHelpOpen(true)}>
            Show shortcuts
          </button>
          <a href={paths.home}>Shop</a>
          <button type="button" className="button plain small" onClick={() => void signOut(onSignOut)}>
            Sign out
          </button>
        </div>
      </header>
      <div
        className="desk-screen stack gap-5"
        ref={screen}
        tabIndex={-1}
        key={`${route.screen}/${route.id ?? ''}`}
      >
        <Suspense fallback={<p className="desk-state stack gap-3 soft">Loading…</p>}>
          <ScreenComponent route={route} />
        </Suspense>
      </div>
      {isHelpOpen && (
        <Suspense>
          <Shortcuts onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Loads the script for it first: it has the cart and the searches of this device to forget. */
async function signOut(before: () => void): Promise<void> {
  const session = await loadPart(() => import('#shared/account/session.api.ts')).catch(() => undefined);
  if (!session) return;
  before();
  await session.endSession();
}

/** Loads the script for it with the first focus. @returns a function that ends it */
function keepFocus(): () => void {
  const end = new AbortController();
  const start = ({ target }: FocusEvent) =>
    void loadPart(() => import('./ui/keep-focus.dom.ts')).then(
      (part) => part.keepFocus(target, end.signal),
      () => {},
    );
  document.addEventListener('focusin', start, { once: true, signal: end.signal });
  return () => end.abort();
}

/** Opens the list of orders, and its search once that is there. */
function searchOrders(): void {
  goTo({ screen: 'orders' });
  const observer = new MutationObserver(() => focusSearch() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
}

/** Screens of parts of the shop that are off. */
const off = new Set<Screen>([
  ...(IS_ON.reviews ? [] : (['reviews'] as const)),
  ...(IS_ON.newsletter ? [] : (['subscribers'] as const)),
]);

/** The screens in groups, with the work that waits. */
function Menu({ current, place }: { current: Screen; place: string }) {
  const orders = countOf('unshipped', useStore($waiting)?.counts);
  const counts = { ...useMenuCounts(place), orders: orders === '0' ? undefined : orders };
  return Object.entries(menu).map(([group, names]) => (
    <section key={group} aria-label={group}>
      <p aria-hidden="true">{group}</p>
      <ul>
        {keysOf<Partial<Record<Screen, string>>>(names)
          .filter((name) => !off.has(name))
          .map((name) => (
            <li key={name}>
              <a href={hashOf({ screen: name })} aria-current={current === name ? 'page' : undefined}>
                {screens[name]}
                {counts[name] ? (
                  <span className="desk-count">
                    {counts[name]}
                    <span className="visually-hidden"> waiting</span>
                  </span>
                ) : null}
              </a>
            </li>
          ))}
      </ul>
    </section>
  ));
}

type Counts = Partial<Record<Screen, number>>;

/** How much work waits on each screen. It is asked for again when `key` changes; an answer that fails changes nothing. */
function useMenuCounts(key: string): Counts {
  const [counts, setCounts] = useState<Counts>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `key` asks again
  useEffect(() => {
    let isCurrent = true;
    void send(api.desk.menu.$get()).then((answer) => {
      if (answer.ok && isCurrent) setCounts(answer.data);
    });
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return counts;
}
