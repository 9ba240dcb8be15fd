import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { SignInFirst } from '#features/accounts/SignInFirst.tsx';
import { useSession } from '#features/accounts/useSession.ts';
import { $cart } from '#features/cart/cart.store.ts';
import { type Cart, pieces } from '#features/cart/cart.ts';
import { PayAgain } from '#features/payments/PayAgain.tsx';
import { useUnfinishedPayment } from '#features/payments/useUnfinishedPayment.ts';
import type { Store } from '#features/store/store.ts';
import { paths } from '#lib/paths.ts';
import { FailedState, StateMessage } from '#ui/StateMessage.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { CheckoutForm } from './CheckoutForm.tsx';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';
import { loadShopper } from './shopper.api.ts';
import './checkout.css';

/** The store's settings that the page shows; amounts in paise. */
export type CheckoutStore = Pick<Store, 'name' | 'delivery' | 'cashOnDelivery' | 'returns'>;

const noCart: Cart = {};

/** Checkout on one page (docs/behaviour.md 5.1). */
export default function CheckoutPage({ store }: { store: CheckoutStore }) {
  const session = useSession();
  const cart = useStore($cart, { ssr: () => noCart });
  // After the order the cart is empty before the next page has loaded: that must not look like an empty cart.
  const [leaving, setLeaving] = useState(false);
  const waiting = session.state === 'unknown' ? null : new URLSearchParams(location.search).get('pay');
  const unfinished = useUnfinishedPayment(session.state === 'in' && !waiting ? session.token : undefined);

  if (session.state === 'unknown') return <CheckoutSkeleton />;
  if (leaving) return <CheckoutSkeleton says="Your order is placed. One moment…" />;
  if (session.state === 'out')
    return (
      <SignInFirst title="Complete Your Order" next={paths.checkout + location.search}>
        Please sign in to place your order. Your cart comes with you.
      </SignInFirst>
    );
  if (waiting) return <PayAgain orderId={waiting} shop={store.name} />;
  if (unfinished !== 'settled')
    return <CheckoutSkeleton says={unfinished === 'asking' ? 'Looking at your last payment…' : undefined} />;
  if (!pieces(cart)) return <NothingToOrder />;
  return (
    <SignedIn
      key={session.token}
      token={session.token}
      {...{ store, cart }}
      onPlaced={() => setLeaving(true)}
    />
  );
}

type SignedInProps = { token: string; store: CheckoutStore; cart: Cart; onPlaced: () => void };

/** Loads the shopper's name, email and addresses, which fill in the form. */
function SignedIn({ token, ...rest }: SignedInProps) {
  const { load, reload } = useLoad(token, loadShopper);
  if (load.state === 'loading') return <CheckoutSkeleton />;
  if (load.state === 'ready') return <CheckoutForm person={load.data} {...rest} />;
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
