import { paths } from '#lib/paths.ts';
import { StateMessage } from '#ui/StateMessage.tsx';

/** The placeholder while the session is read and the orders are loading. */
export function LoadingOrders() {
  return (
    <div className="orders wrap" aria-busy="true">
      <header className="orders-head">
        <h1>My Orders</h1>
      </header>
      <p className="soft" role="status">
        Loading your orders...
      </p>
      <div className="order-cards" aria-hidden="true">
        <div className="skeleton order-skeleton" />
        <div className="skeleton order-skeleton" />
        <div className="skeleton order-skeleton" />
      </div>
    </div>
  );
}

export function SignedOut() {
  return (
    <StateMessage
      title="Sign in to view orders"
      actions={
        <>
          <a className="button" href={paths.loginThen(paths.orders)}>
            Sign In Now
          </a>
          <a
            className="button quiet"
            href={`${paths.register}?${new URLSearchParams({ next: paths.orders })}`}
          >
            Register
          </a>
        </>
      }
    >
      <p className="soft">Your orders, and where each parcel is, wait for you in your account.</p>
    </StateMessage>
  );
}

export function NoOrders() {
  return (
    <StateMessage
      title="No orders yet"
      actions={
        <>
          <a className="button" href={paths.collection}>
            Start Shopping
          </a>
          <a className="button quiet" href={paths.home}>
            Back to Home
          </a>
        </>
      }
    >
      <p className="soft">Once you have ordered, you can follow your parcel here.</p>
    </StateMessage>
  );
}

export function LoadFailed({
  message,
  busy,
  onRetry,
}: {
  message: string;
  busy: boolean;
  onRetry: () => void;
}) {
  return (
    <StateMessage
      title="My Orders"
      actions={
        <button type="button" className="button" aria-busy={busy} onClick={onRetry}>
          Try again
        </button>
      }
    >
      <p>{message}</p>
    </StateMessage>
  );
}
