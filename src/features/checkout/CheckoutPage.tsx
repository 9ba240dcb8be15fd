import { useStore } from '@nanostores/react';
import { type ComponentProps, lazy, Suspense, useLayoutEffect, useState } from 'react';
import { type Cart, pieces } from '#domain/cart/cart.ts';
import { SignInFirst } from '#features/accounts/SignInFirst.tsx';
import { useReloadWhenForgotten } from '#features/accounts/useReloadWhenForgotten.ts';
import { linkPaymentOf } from '#features/payments/link-payment.dom.ts';
import { useUnfinishedPayment } from '#features/payments/useUnfinishedPayment.ts';
import { Wait } from '#features/payments/Wait.tsx';
import { $guestToken } from '#lib/guest-token.store.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import { paths } from '#lib/paths.ts';
import { loadShopper, newShopper } from '#shared/account/shopper.api.ts';
import { useSession } from '#shared/account/useSession.ts';
import { $cart } from '#shared/cart/cart.store.ts';
import { FailedState, StateMessage } from '#ui/StateMessage.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { CheckoutForm } from './CheckoutForm.tsx';
import type { CheckoutStore } from './OrderSummary.tsx';
import './checkout.css';

const noCart: Cart = {};

/** Only for orders that My Orders has sent here. */
const PayAgain = lazy(() => loadPart(() => import('#features/payments/PayAgain.tsx')));

/** Checkout on one page, with an account or without one (docs/behaviour.md, "Checkout screen"). */
export default function CheckoutPage({ store }: { store: CheckoutStore }) {
  const session = useSession();
  const account = session.state === 'in' ? session.token : '';
  return <Checkout key={account} store={store} account={account} known={session.state !== 'unknown'} />;
}

/** @property account its token; empty without one @property known whether the browser's storage was read */
type Props = { store: CheckoutStore; account: string; known: boolean };

/** The static page is the form of a shopper of whom nothing is known, who can type before any script has run. */
function Checkout({ store, account, known }: Props) {
  // Undefined while the page is opening. A shopper who becomes a guest, by ordering here, keeps the form.
  const [token, setToken] = useState(account || undefined);
  useLayoutEffect(() => {
    if (known) setToken((before) => before ?? $guestToken.get());
  }, [known]);
  const opening = token === undefined;
  const cart = useStore($cart, { ssr: () => noCart });
  // After the order the cart is empty before the next page has loaded: that must not look like an empty cart.
  const [leaving, setLeaving] = useState(false);
  const waiting = opening ? null : new URLSearchParams(location.search).get('pay');
  const unfinished = useUnfinishedPayment(token && !waiting ? token : undefined);
  useReloadWhenForgotten();

  if (leaving) return <CheckoutSkeleton says="Your order is placed. One moment…" />;
  if (waiting && (token || linkPaymentOf(waiting)))
    return (
      <Suspense fallback={<CheckoutSkeleton />}>
        <PayAgain orderId={waiting} shop={store.name} />
      </Suspense>
    );
  if (waiting)
    return (
      <SignInFirst title="Complete Your Payment" next={paths.checkout + location.search}>
        Please sign in to pay for your order. If you ordered without an account, open it by the link in our
        email.
      </SignInFirst>
    );
  if (unfinished.state !== 'settled')
    return (
      <CheckoutSkeleton says={unfinished.state === 'asking' ? 'Looking at your last payment…' : undefined} />
    );
  if (!opening && !pieces(cart)) return <NothingToOrder />;
  const form = {
    store,
    cart,
    guest: !account,
    opening,
    unpaid: unfinished.message,
    onPlaced: () => setLeaving(true),
  };
  return token ? <KnownShopper token={token} {...form} /> : <CheckoutForm person={newShopper} {...form} />;
}

type KnownProps = { token: string } & Omit<ComponentProps<typeof CheckoutForm>, 'person'>;

/** Loads the shopper's name, email and addresses, which fill in the form. */
function KnownShopper({ token, ...rest }: KnownProps) {
  const { load, reload } = useLoad(token, loadShopper);
  if (load.state === 'loading') return <CheckoutSkeleton />;
  if (load.state === 'ready') return <CheckoutForm person={load.data} {...rest} />;
  // The session of this device's guest has ended; that of an account leads to another form by itself.
  if (load.failure.status === 401) return <CheckoutForm person={newShopper} {...rest} />;
  return <FailedState title="Complete Your Order" message={load.failure.message} onRetry={reload} />;
}

function NothingToOrder() {
  return (
    <StateMessage
      title="Complete Your Order"
      actions={
        <a className="button" href={paths.collection}>
          Browse Products
        </a>
      }
    >
      <p className="soft">
        Your cart is empty: choose something first, then come back to complete your order.
      </p>
    </StateMessage>
  );
}

/** The placeholder while session and cart are loading. @param says shown when it takes longer than a moment */
function CheckoutSkeleton({ says }: { says?: string | undefined }) {
  return (
    <div className="checkout wrap" aria-busy="true">
      <h1>Complete Your Order</h1>
      <div className={says ? 'checkout-says stack gap-3' : 'visually-hidden'}>
        <p className="soft" role="status">
          {says ?? 'Loading your order…'}
        </p>
        {says && <Wait />}
      </div>
      <div className="checkout-steps stack gap-6" aria-hidden="true">
        <div className="skeleton checkout-skeleton-form" />
        <div className="skeleton checkout-skeleton-payment" />
      </div>
      <div className="skeleton checkout-skeleton-summary" aria-hidden="true" />
    </div>
  );
}
