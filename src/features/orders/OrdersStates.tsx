import { paths } from '#lib/paths.ts';
import { StateMessage } from '#ui/StateMessage.tsx';

/** The placeholder while the session is read and the orders are loading. */
export function LoadingOrders({ title = 'My Orders' }) {
  return (
    <div className="orders wrap stack gap-6" aria-busy="true">
      <header className="split">
        <h1>{title}</h1>
      </header>
      <p className="soft" role="status">
        {title === 'My Orders' ? 'Loading your orders...' : 'Opening your order…'}
      </p>
      <div className="order-cards stack" aria-hidden="true">
        <div className="skeleton order-skeleton" />
        <div className="skeleton order-skeleton" />
        <div className="skeleton order-skeleton" />
      </div>
    </div>
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
