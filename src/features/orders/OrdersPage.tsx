import { Suspense, useEffect, useState } from 'react';
import { type ApiOrder, orderCards } from '#domain/orders/order.ts';
import { SignInFirst } from '#features/accounts/SignInFirst.tsx';
import { loadPart, optional } from '#lib/load-part.dom.ts';
import type { Failure } from '#lib/outcome.ts';
import { paths } from '#lib/paths.ts';
import { useShopperSession } from '#shared/account/useSession.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { FailedState } from '#ui/StateMessage.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useLoad } from '#ui/useLoad.ts';
import { askToConfirm } from './ask-to-confirm.tsx';
import { listOrders } from './list-orders.api.ts';
import { OrderCard } from './OrderCard.tsx';
import { OrderGroup } from './OrderGroup.tsx';
import './orders.css';
import './order-details.css';
import { isUnpaidAttempt } from '#domain/orders/payment.ts';
import { LoadingOrders, NoOrders } from './OrdersStates.tsx';
import { placedOrder } from './placed.ts';
import { useOrderRefresh } from './useOrderRefresh.ts';

/** Only for guests who have just ordered. Without it the orders are still shown. */
const ChoosePassword = lazyComponent(() => import('#features/accounts/ChoosePassword.tsx'));

/** Only after an order. */
const PlacedPanel = lazyComponent(() => import('./PlacedPanel.tsx'));

/** Only for accounts that have some. */
const NotCompleted = lazyComponent(() => import('./NotCompleted.tsx'));
const EarlierOrders = lazyComponent(() => import('./EarlierOrders.tsx'));

/** @property whatsapp number of the shop (content/store.yaml) */
type Props = { whatsapp?: string | undefined };

/** Reports a failure (docs/behaviour.md, "My Orders"), with the message of the server if there is one. */
const reportFailure = (failure: Failure) => {
  if (failure.status === 401) return;
  toast({ message: failure.message, kind: 'error' });
};

/** My Orders (docs/behaviour.md, "My Orders"). */
export default function OrdersPage({ whatsapp }: Props) {
  const session = useShopperSession();
  const token = session.state === 'in' ? session.token : undefined;
  const { load, busy, reload, replace } = useLoad(token, () => listOrders(), { onFailure: reportFailure });
  useOrderRefresh(load.state === 'ready' ? load.data.orders : undefined, replace);

  if (session.state === 'out')
    return (
      <SignInFirst
        title="Sign in to view orders"
        next={paths.orders}
        signIn="Sign In Now"
        register="Register"
      >
        Your orders, and where each parcel is, wait for you in your account. Did you order without one? Then
        open the link in our email, or <a href={paths.track}>track your order</a>.
      </SignInFirst>
    );
  if (session.state === 'unknown' || load.state === 'loading') return <LoadingOrders />;
  if (load.state === 'failed')
    // The toast has been read out.
    return (
      <FailedState
        title="My Orders"
        message={load.failure.message}
        alert={false}
        busy={busy}
        onRetry={reload}
      />
    );
  const { orders, earlier } = load.data;
  return (
    <>
      {orders.length ? (
        <Suspense fallback={<LoadingOrders />}>
          <OrderList {...{ orders, busy }} guest={session.guest} whatsapp={whatsapp} onRefresh={reload} />
        </Suspense>
      ) : (
        <NoOrders />
      )}
      {earlier && (
        <Suspense>
          <EarlierOrders orders={earlier} />
        </Suspense>
      )}
      {session.guest && <ForgetGuest />}
    </>
  );
}

type ListProps = {
  orders: readonly ApiOrder[];
  busy: boolean;
  /** Whether they belong to a guest. */
  guest: boolean;
  whatsapp: string | undefined;
  onRefresh: () => void;
};

function OrderList({ orders: all, busy, guest, whatsapp, onRefresh }: ListProps) {
  const [expanded, setExpanded] = useState<string>();
  const attempts = all.filter(isUnpaidAttempt);
  const orders = all.filter((order) => !isUnpaidAttempt(order));
  const lines = orderCards(orders);
  const placed = placedOrder(orders, new URLSearchParams(location.search));

  /** Opens the first card of an order and moves the focus there. */
  const view = (orderId: string) => {
    const line = lines.find((one) => one.orderId === orderId);
    if (!line) return;
    setExpanded(line.key);
    requestAnimationFrame(() => document.getElementById(cardId(line.key))?.querySelector('button')?.focus());
  };
  const isExpanded = ({ _id }: ApiOrder) => expanded?.startsWith(_id) ?? false;
  const cards = (some: readonly ApiOrder[]) =>
    some.map((order) => (
      <OrderGroup
        key={order._id}
        order={order}
        confirm={order === placed ? undefined : askToConfirm(order, onRefresh)}
      >
        {orderCards([order]).map((line) => (
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
      </OrderGroup>
    ));
  return (
    <div className="orders wrap stack gap-6">
      {placed && <PlacedPanel order={placed} onRefresh={onRefresh} onView={() => view(placed._id)} />}
      {placed && guest && <ChoosePassword />}
      <header className="split">
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
      {!orders.length && <p className="soft">No order was completed yet.</p>}
      {cards(orders)}
      {attempts.length > 0 && (
        <NotCompleted count={attempts.length} opened={attempts.some(isExpanded)}>
          {cards(attempts)}
        </NotCompleted>
      )}
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

const loadGuest = (isOptional?: boolean) =>
  loadPart(() => import('#features/accounts/guest.api.ts'), isOptional);

/** Removes the guest's details, on a shared phone. */
function ForgetGuest() {
  const [busy, setBusy] = useState(false);
  // So that it also works when the connection is lost later.
  useEffect(() => void loadGuest(optional).catch(() => {}), []);
  const forget = async () => {
    setBusy(true);
    const guest = await loadGuest().catch(() => undefined);
    if (!guest) return setBusy(false);
    await guest.forgetGuest();
    toast({
      message: 'Your details are removed from this device. The links in our emails open your orders.',
    });
  };
  return (
    <p className="orders-guest wrap cluster">
      <span className="soft small">
        You ordered without an account. On a shared device, remove your details when you are done.
      </span>
      <button
        type="button"
        className="button plain small flush"
        aria-busy={busy}
        disabled={busy}
        onClick={forget}
      >
        Remove my details from this device
      </button>
    </p>
  );
}
