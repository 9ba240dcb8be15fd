import { useEffect, useState } from 'react';
import { SignInFirst } from '#features/accounts/SignInFirst.tsx';
import { useSession } from '#features/accounts/useSession.ts';
import { api, send } from '#lib/api.ts';
import type { Failure } from '#lib/outcome.ts';
import { paths } from '#lib/paths.ts';
import { FailedState } from '#ui/StateMessage.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useLoad } from '#ui/useLoad.ts';
import { OrderCard } from './OrderCard.tsx';
import { type ApiOrder, orderCards } from './order.ts';
import './orders.css';
import './order-details.css';
import { LoadingOrders, NoOrders } from './OrdersStates.tsx';
import { PlacedPanel } from './PlacedPanel.tsx';
import { placedOrder } from './placed.ts';
import { useOrderRefresh } from './useOrderRefresh.ts';

/** @property estimateDays days from order to delivery; @property whatsapp number of the shop (content/store.yaml) */
type Props = { estimateDays?: number; whatsapp?: string | undefined };

/** Reports a failure (docs/behaviour.md 8.6), with the message of the server if there is one. */
const reportFailure = (failure: Failure) => {
  if (failure.status === 401) return;
  toast({ message: failureText(failure), kind: 'error' });
};

const failureText = ({ code, message }: Failure): string =>
  code === 'unknown' || !message ? 'Failed to load orders' : message;

/** My Orders (docs/behaviour.md 8.6). */
export default function OrdersPage({ estimateDays = 3, whatsapp }: Props) {
  const session = useSession();
  const token = session.state === 'in' ? session.token : undefined;
  const { load, busy, reload, replace } = useLoad(
    token,
    () => send(api.order.userorders.$post({ json: {} })),
    { onFailure: reportFailure },
  );
  useOrderRefresh(load.state === 'ready' ? load.data.orders : undefined, replace);

  if (session.state === 'out')
    return (
      <SignInFirst
        title="Sign in to view orders"
        next={paths.orders}
        signIn="Sign In Now"
        register="Register"
      >
        Your orders, and where each parcel is, wait for you in your account.
      </SignInFirst>
    );
  if (session.state === 'unknown' || load.state === 'loading') return <LoadingOrders />;
  if (load.state === 'failed')
    // The toast has been read out.
    return (
      <FailedState
        title="My Orders"
        message={failureText(load.failure)}
        alert={false}
        busy={busy}
        onRetry={reload}
      />
    );
  if (!load.data.orders.length) return <NoOrders />;
  return <OrderList orders={load.data.orders} {...{ busy, estimateDays, whatsapp }} onRefresh={reload} />;
}

type ListProps = {
  orders: readonly ApiOrder[];
  busy: boolean;
  estimateDays: number;
  whatsapp: string | undefined;
  onRefresh: () => void;
};

function OrderList({ orders, busy, estimateDays, whatsapp, onRefresh }: ListProps) {
  const [expanded, setExpanded] = useState<string>();
  const lines = orderCards(orders);
  const placed = placedOrder(orders, new URLSearchParams(location.search));

  /** Opens the first card of an order and moves the focus there. */
  const view = (orderId: string) => {
    const line = lines.find((one) => one.orderId === orderId);
    if (!line) return;
    setExpanded(line.key);
    requestAnimationFrame(() => document.getElementById(cardId(line.key))?.querySelector('button')?.focus());
  };
  return (
    <div className="orders wrap">
      {placed && <PlacedPanel order={placed} estimateDays={estimateDays} onView={() => view(placed._id)} />}
      <header className="orders-head">
        <h1>My Orders</h1>
        <div className="actions">
          <button type="button" className="button quiet small" aria-busy={busy} onClick={onRefresh}>
            Refresh
          </button>
          <a className="button small" href={paths.collection}>
            Shop Now
          </a>
        </div>
      </header>
      <Announcement busy={busy} count={orders.length} />
      <ul className="order-cards">
        {lines.map((line) => (
          <OrderCard
            key={line.key}
            id={cardId(line.key)}
            line={line}
            expanded={expanded === line.key}
            whatsapp={whatsapp}
            onChanged={onRefresh}
            onToggle={() => setExpanded(expanded === line.key ? undefined : line.key)}
          />
        ))}
      </ul>
    </div>
  );
}

const cardId = (key: string): string => `order-${key.replace('/', '-')}`;

/** Announces a refresh to screen readers: the list may look the same. */
function Announcement({ busy, count }: { busy: boolean; count: number }) {
  const [text, setText] = useState('');
  const [refreshed, setRefreshed] = useState(false);
  useEffect(() => {
    if (busy) setRefreshed(true);
    setText(
      busy ? 'Loading your orders...' : refreshed ? `${count} ${count === 1 ? 'order' : 'orders'}` : '',
    );
  }, [busy, count, refreshed]);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}
