import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { Cart } from '#domain/cart/cart.ts';
import { cartLines, savedOnMrp } from '#domain/cart/lines.ts';
import type { DeliveryRules } from '#domain/delivery/promise.ts';
import type { ApiOfferedKit } from '#domain/pricing/quote.ts';
import type { Store } from '#domain/store/store.ts';
import type { ApartNote } from '#features/routine/note.api.ts';
import { refused } from '#lib/device-storage.dom.ts';
import { loadPart, optional } from '#lib/load-part.dom.ts';
import { paths } from '#lib/paths.ts';
import { payPage } from '#lib/pay-page.ts';
import { takeSessionStorage, unpaidKey } from '#lib/session-storage.dom.ts';
import { $token } from '#lib/token.store.ts';
import { $cart, setLine, setLines } from '#shared/cart/cart.store.ts';
import { FailedState, StateMessage } from '#ui/StateMessage.tsx';
import { useMounted } from '#ui/useMounted.ts';
import { CartRow, lineName } from './CartRow.tsx';
import { CartTotals } from './CartTotals.tsx';
import { pendingOrders } from './pending-orders.dom.ts';
import './cart.css';
import { useOffers } from './useOffers.ts';

/** What was done to lines, as quantities by product: 0 without one. */
type Change = { text: string; before: Cart; after: Cart };

const noCart: Cart = {};

type Props = {
  /** With the delivery fees, so that the total needs no server. */
  store: Pick<Store, 'delivery' | 'care'>;
  rules: DeliveryRules;
};

/** The cart (docs/behaviour.md, "Cart page"). */
export default function CartPage({ store, rules }: Props) {
  const mounted = useMounted();
  const cart = useStore($cart, { ssr: () => noCart });
  const { offers, kept, loading, failure, retry, renew } = useOffers(cart, mounted);
  const [last, setLast] = useState<Change>();
  const undo = useRef<HTMLButtonElement>(null);

  const lines = cartLines(cart, offers);
  const change = (text: string, after: Cart) => {
    const before = Object.fromEntries(Object.keys(after).map((id) => [id, cart[id] ?? 0]));
    setLast({ text, before, after });
    setLines(after);
    // The button that had the focus was removed with its line.
    requestAnimationFrame(() => undo.current?.focus());
  };
  const takeKit = async ({ _id, name, quantity, parts }: ApiOfferedKit) => {
    await renew(_id);
    // Tapped twice, or changed meanwhile: the offer is for another cart.
    if ($cart.get() !== cart) return;
    const after: Record<string, number> = { [_id]: (cart[_id] ?? 0) + quantity };
    for (const id of parts) after[id] = (after[id] ?? cart[id] ?? 0) - quantity;
    change(`${name} is in your cart instead of its parts.`, after);
  };
  const isLast = last && Object.entries(last.after).every(([id, quantity]) => (cart[id] ?? 0) === quantity);
  const notice = last && isLast && (
    <p className="notice cart-undo split" role="status">
      <span>{last.text}</span>
      <button
        ref={undo}
        type="button"
        className="button plain small flush"
        onClick={() => {
          setLines(last.before);
          setLast(undefined);
        }}
      >
        Undo
      </button>
    </p>
  );

  if (!mounted) return <CartSkeleton rows={2} />;
  if (!lines.length) return <EmptyCart>{notice}</EmptyCart>;
  if (failure) return <FailedState title="Your Cart" message={failure} onRetry={retry} />;
  if (loading) return <CartSkeleton rows={Math.min(lines.length, 4)} />;
  return (
    <div className="cart-page wrap">
      <h1>Your Cart</h1>
      <div className="cart-lines">
        <UnpaidNotice />
        {notice}
        {kept && (
          <p className="notice cart-kept" role="status">
            Prices as of your last visit; we check them again at checkout.
          </p>
        )}
        <ul className="cart-rows">
          {lines.map((line) => (
            <CartRow
              key={line.id}
              line={line}
              offer={offers[line.id]}
              onQuantity={(quantity) => setLine(line.id, quantity)}
              onRemove={() => change(`${lineName(offers[line.id])} was removed.`, { [line.id]: 0 })}
            />
          ))}
        </ul>
        {!$token.get() && refused.userCarts && (
          <p className="soft small">This browser forgets your cart when you close the page.</p>
        )}
        <a className="button plain flush" href={paths.collection}>
          Continue shopping
        </a>
      </div>
      {IS_ON.routine && (
        <CartNote ids={lines.filter(({ state }) => state !== 'retired').map(({ id }) => id)} />
      )}
      <CartTotals
        store={store}
        rules={rules}
        lines={lines}
        saved={savedOnMrp(lines, offers)}
        blockedBy={lines.find((line) => line.state !== 'ok')}
        onRetry={kept ? () => renew() : undefined}
        onTakeKit={(kit) => void takeKit(kit)}
      />
    </div>
  );
}

/** What the device has saved. */
function Saved() {
  const [Products, setProducts] = useState<ComponentType>();
  useEffect(() => {
    loadPart(() => import('#features/wishlist/SavedProducts.tsx'), optional).then(
      (part) => setProducts(() => part.SavedProducts),
      () => {},
    );
  }, []);
  return Products && <Products />;
}

/** With what is saved; CartBestsellers.astro shows more below it. */
function EmptyCart({ children }: { children: React.ReactNode }) {
  return (
    <div className="cart-empty">
      {children && <div className="wrap cart-emptied">{children}</div>}
      <StateMessage
        title="Oops! Your cart is empty"
        actions={
          <a className="button" href={paths.collection}>
            Browse Products
          </a>
        }
      >
        <p className="soft">
          {IS_ON.skin
            ? 'A good routine starts with one thing that suits your skin.'
            : 'What you add is shown here.'}
        </p>
      </StateMessage>
      {IS_ON.wishlist && <Saved />}
    </div>
  );
}

/** The placeholder while storage and prices are being read. */
function CartSkeleton({ rows }: { rows: number }) {
  return (
    <div className="cart-page wrap" aria-busy="true">
      <h1>Your Cart</h1>
      <p className="visually-hidden" role="status">
        Loading your cart…
      </p>
      <div className="cart-lines" aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <div className="skeleton cart-row-skeleton" key={row} />
        ))}
      </div>
      <div className="skeleton cart-totals-skeleton" aria-hidden="true" />
    </div>
  );
}

/**
 * Says which products of the cart should not be used on the same evening, and what to do. It hinders nothing. It stands
 * below the sums and before the button, which stays where it is when the note comes.
 */
function CartNote({ ids }: { ids: readonly string[] }) {
  const [note, setNote] = useState<ApartNote>();
  const key = [...ids].sort().join();
  useEffect(() => {
    let current = true;
    // A script that does not arrive: the cart works without the note.
    loadPart(() => import('#features/routine/note.api.ts'), optional)
      .then(({ loadApartNote }) => loadApartNote(key.split(',')))
      .catch(() => undefined)
      .then((found) => current && setNote(found));
    return () => {
      current = false;
    };
  }, [key]);
  if (!note) return null;
  return (
    <aside className="cart-apart stack gap-3" aria-labelledby="cart-apart-title">
      <h2 id="cart-apart-title">Better not used together</h2>
      <ul>
        {note.conflicts.map(({ rule, first, second, sentence }) => (
          <li key={`${rule.id} ${first.id} ${second.id}`}>
            <p>
              <strong>
                {first.name} and {second.name}
              </strong>
              : {sentence}
            </p>
            <p className="soft small">{rule.reason}</p>
          </li>
        ))}
      </ul>
      <a href={`${paths.routine}${note.link}`}>See them in a routine</a>
    </aside>
  );
}

/** Why the payment from which the shopper returns was not made, with a button that pays the same order again. */
function UnpaidNotice() {
  const [message] = useState(() => takeSessionStorage(unpaidKey));
  if (typeof message !== 'string') return null;
  const order = pendingOrders().at(-1);
  return (
    <div className="notice error cart-unpaid split">
      <p role="alert">{message}</p>
      {order?.left && (
        <a className="button small" href={payPage(order.orderId)}>
          Pay again
        </a>
      )}
    </div>
  );
}
