import { useCallback, useEffect, useRef, useState } from 'react';
import type { Cart } from '#domain/cart/cart.ts';
import type { Offer } from '#domain/cart/lines.ts';
import type { CartProduct, CartProducts } from '#domain/offline/cart-snapshot.ts';
import { afterTime } from '#lib/after-time.ts';
import { api, send } from '#lib/api.ts';
import { toPaise } from '#lib/money.ts';
import { onReconnect } from '#lib/on-reconnect.dom.ts';
import { onRestore } from '#lib/on-restore.dom.ts';
import { keptPieces } from './pending-orders.dom.ts';

/** The cart page's data about a product. @property name as in the catalogue */
export type NamedOffer = Offer & { name: string };
type Offers = Readonly<Record<string, NamedOffer | undefined>>;

/** @property saleEnds when the first sale of them ends, UTC ms @property kept the shop was out of reach: what the service worker had kept (src/domain/offline/cart-snapshot.ts) */
type State = {
  offers: Offers;
  asked: readonly string[];
  failure: string | undefined;
  kept: boolean;
  saleEnds?: number | undefined;
};

const nothing: State = { offers: {}, asked: [], failure: undefined, kept: false };

/** Between two tries to hear from the shop, ms. */
const [firstPause, longestPause] = [1_000, 60_000];

const toOffer = (product: CartProduct): NamedOffer => ({
  name: product.name,
  price: toPaise(product.price) ?? 0,
  // A copy on the phone may be from before the cart showed it.
  mrp: toPaise(product.originalPrice ?? product.price) ?? 0,
  stock: product.stock + keptPieces(product._id),
  // A copy on the phone may be from before products could be paused.
  paused: product.paused ?? null,
  retired: product.retired,
});

/** Possible ids; the server refuses a list with anything else. */
const itemId = /^(?=.{1,182}$)[a-z0-9]+(--?[a-z0-9]+)*$/;

/** Products of a request. */
const maxIds = 100;

/** Today's price and stock of these products; ids that the shop does not know are left out. */
async function loadOffers(ids: readonly string[]): Promise<State> {
  const valid = ids.filter((id) => itemId.test(id));
  const parts = Array.from({ length: Math.ceil(valid.length / maxIds) }, (_, n) =>
    valid.slice(n * maxIds, (n + 1) * maxIds),
  );
  const answers = await Promise.all(
    parts.map((part) =>
      send(api.product.list.$get({ query: { ids: part.join(',') } }), {
        otherwise: 'Error fetching products',
      }),
    ),
  );
  const failed = answers.find(({ ok }) => !ok);
  if (failed && !failed.ok) return { ...nothing, failure: failed.message };
  const lists = answers.flatMap((answer): CartProducts[] => (answer.ok ? [answer.data] : []));
  const products = lists.flatMap((list) => list.products);
  const ends = products.flatMap(({ sale }) => (sale ? [Date.parse(sale.until)] : []));
  return {
    offers: Object.fromEntries(products.map((product) => [product._id, toOffer(product)])),
    asked: ids,
    failure: undefined,
    kept: lists.some(({ kept = false }) => kept),
    saleEnds: ends.length ? Math.min(...ends) : undefined,
  };
}

/**
 * Price and stock of everything in the cart: asked for once, again when a product joins (another tab),
 * and when the page comes back after a while. Changed quantities need no new answer.
 */
export function useOffers(cart: Cart, mounted: boolean) {
  const [state, setState] = useState<State>(nothing);
  const [round, setRound] = useState(0);
  const ids = Object.keys(cart).sort().join(',');
  const known = ids === '' || ids.split(',').every((id) => state.asked.includes(id));

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is how a retry asks again
  useEffect(() => {
    if (!mounted || known) return;
    let current = true;
    void loadOffers(ids.split(',')).then((loaded) => {
      if (current) setState((before) => (loaded.failure ? { ...before, failure: loaded.failure } : loaded));
    });
    return () => {
      current = false;
    };
  }, [ids, known, mounted, round]);

  // A restored page may be hours old: prices and stock are requested again.
  useEffect(() => onRestore(() => setState(nothing)), []);

  const retry = useCallback(() => {
    setState(nothing);
    setRound((before) => before + 1);
  }, []);
  const { offers, kept, failure } = state;
  /** @param joining a product that joins next: the lines stay in place then */
  const renew = useCallback(
    async (joining?: string) => {
      const loaded = await loadOffers([...ids.split(','), ...(joining ? [joining] : [])]);
      setState((before) => (loaded.failure ? { ...before } : loaded));
    },
    [ids],
  );
  useEffect(
    () => (state.saleEnds === undefined ? undefined : afterTime(state.saleEnds, () => void renew())),
    [state, renew],
  );
  const pause = useRef(firstPause);
  useEffect(() => {
    pause.current = state.kept ? Math.min(pause.current * 2, longestPause) : firstPause;
    if (!state.kept) return;
    // The word that the line is back often comes before it is.
    const waiting = setTimeout(() => void renew(), pause.current);
    const stop = onReconnect(() => void renew());
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, [state, renew]);
  return { offers, kept, loading: !known, failure: known ? undefined : failure, retry, renew };
}
