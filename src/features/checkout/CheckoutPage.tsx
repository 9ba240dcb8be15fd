import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useSession } from '#features/accounts/useSession.ts';
import { $cart } from '#features/cart/cart.store.ts';
import { type Cart, pieces } from '#features/cart/cart.ts';
import { PayAgain } from '#features/payments/PayAgain.tsx';
import { useUnfinished } from '#features/payments/useUnfinished.ts';
import type { Store } from '#features/store/store.ts';
import { paths } from '#lib/paths.ts';
import { StateMessage } from '#ui/StateMessage.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { CheckoutForm } from './CheckoutForm.tsx';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';
import { loadShopper } from './shopper.ts';
import './checkout.css';

/** What the screen says of the shop; amounts in paise. */
export type CheckoutStore = Pick<Store, 'name' | 'delivery' | 'cashOnDelivery' | 'returns'>;

const noCart: Cart = {};

/** Checkout (docs/behaviour.md 5.1): who, what, where to, how to pay, all on one screen. */
export default function CheckoutPage({ store }: { store: CheckoutStore }) {
  const session = useSession();
  const cart = useStore($cart, { ssr: () => noCart });
  // Once placed, the cart is empty before the next page is there: that must not look like an empty cart.
  const [leaving, setLeaving] = useState(false);
  const waiting = session.state === 'unknown' ? null : new URLSearchParams(location.search).get('pay');
  const unfinished = useUnfinished(session.state === 'in' && !waiting ? session.token : undefined);

  if (session.state === 'unknown') return <CheckoutSkeleton />;
  if (leaving) return <CheckoutSkeleton says="Your order is placed. One moment…" />;
  if (session.state === 'out') return <SignInFirst />;
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

/** Waits for the person's name, e-mail and addresses: the form begins with them. */
function SignedIn({ token, ...rest }: SignedInProps) {
  const { load, reload } = useLoad(token, loadShopper);
  if (load.state === 'loading') return <CheckoutSkeleton />;
  if (load.state === 'ready') return <CheckoutForm person={load.data} {...rest} />;
  return (
    <StateMessage
      title="Complete Your Order"
      alert
      actions={
        <button type="button" className="button" onClick={reload}>
          Try again
        </button>
      }
    >
      <p>{load.failure.message}</p>
    </StateMessage>
  );
}

function SignInFirst() {
  const here = paths.checkout + location.search;
  const thenBack = `?${new URLSearchParams({ next: here })}`;
  return (
    <StateMessage
      title="Complete Your Order"
      actions={
        <>
          <a className="button" href={paths.loginThen(here)}>
            Sign In
          </a>
          <a className="button quiet" href={paths.register + thenBack}>
            Create Account
          </a>
        </>
      }
    >
      <p className="soft">Please sign in to place your order. Your cart comes with you.</p>
    </StateMessage>
  );
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
