import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useState } from 'react';
import { forgetLinkTokens, keptLink, takeKeptLink, useLinkToken } from '#features/accounts/useLinkToken.ts';
import { useReloadWhenForgotten } from '#features/accounts/useReloadWhenForgotten.ts';
import { api, send } from '#lib/api.ts';
import { setFlash } from '#lib/flash.dom.ts';
import { $guestToken } from '#lib/guest-token.store.ts';
import { paths } from '#lib/paths.ts';
import { $token } from '#lib/token.store.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { FailedState, StateMessage } from '#ui/StateMessage.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useLoad } from '#ui/useLoad.ts';
import { JoinAccount } from './JoinAccount.tsx';
import './orders.css';
import './order-details.css';
import { openConfirmation } from '#domain/orders/open-confirmation.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import { listOrders } from './list-orders.api.ts';
import { LoadingOrders } from './OrdersStates.tsx';
import { type OpenedOrder, openOrder } from './open-order.api.ts';
import { useOrderRefresh } from './useOrderRefresh.ts';
import { WholeOrder } from './WholeOrder.tsx';

const title = 'Your Order';

/** @property whatsapp number of the shop (content/store.yaml) */
type ShopProps = { whatsapp: string | undefined };

/** An order that was opened by the link in its emails (docs/behaviour.md, "Order links"). */
export default function OrderPage({ whatsapp }: ShopProps) {
  const { token: link, keep } = useLinkToken();
  useReloadWhenForgotten();
  useEffect(() => {
    const kept = takeKeptLink(keptLink);
    if (kept) keep(kept);
  }, [keep]);
  if (link === undefined) return <LoadingOrders title={title} />;
  return link ? <Opened {...{ link, whatsapp }} /> : <NoLink title="This link is not complete" />;
}

function Opened({ link, whatsapp }: ShopProps & { link: string }) {
  const account = useStore($token);
  const guest = useStore($guestToken);
  const { load, busy, reload } = useLoad(`${account} ${guest} ${link}`, () => openOrder(link));
  if (load.state === 'loading') return <LoadingOrders title={title} />;
  if (load.state === 'ready') {
    const { guest } = load.data;
    return guest ? (
      <GuestOrder {...{ link, whatsapp }} opened={load.data} />
    ) : (
      <AccountOrder opened={load.data} />
    );
  }
  const { code, message } = load.failure;
  if (code === 'link_dead') return <NoLink title="This link no longer works" message={message} />;
  return <FailedState {...{ title, message, busy }} onRetry={reload} />;
}

type NoLinkProps = { title: string; message?: string };

/** Nothing can be opened: the ways that are left. */
const NoLink = ({
  title,
  message = 'Open the link in our email about your order, or look it up by its number.',
}: NoLinkProps) => (
  <StateMessage
    title={title}
    actions={
      <>
        <a className="button" href={paths.track}>
          Track your order
        </a>
        <a className="button quiet" href={paths.contact}>
          Contact us
        </a>
      </>
    }
  >
    <p className="soft">{message}</p>
  </StateMessage>
);

/** The order belongs to an account by now. */
const AccountOrder = ({ opened: { reference, account } }: { opened: OpenedOrder }) => (
  <StateMessage
    title={`Order ${reference}`}
    actions={
      <a className="button" href={account === 'yours' ? paths.orders : paths.loginThen(paths.orders)}>
        {account === 'yours' ? 'My Orders' : 'Sign in'}
      </a>
    }
  >
    <p className="soft">
      This order is in {account === 'yours' ? 'your account.' : 'an account. Sign in there to see it.'}
    </p>
  </StateMessage>
);

type GuestOrderProps = ShopProps & { link: string; opened: OpenedOrder };

/** The order, and how it comes into an account. */
function GuestOrder({ link, whatsapp, opened }: GuestOrderProps) {
  const { orderId, readWith, account, proven } = opened;
  const signedIn = useStore($token) !== '';
  const { load, busy, reload, replace } = useLoad(`${orderId} ${readWith}`, () => listOrders(readWith));
  const orders = load.state === 'ready' ? load.data.orders : undefined;
  useOrderRefresh(readWith ? undefined : orders, replace);
  if (load.state === 'failed')
    return <FailedState {...{ title, busy }} message={load.failure.message} onRetry={reload} />;
  const order = orders?.find(({ _id }) => _id === orderId);
  if (!order) return <LoadingOrders title={title} />;
  const canClaim = account === 'none' && !signedIn && Boolean(opened.email);
  return (
    <div className="orders wrap stack gap-6">
      <header className="split">
        <h1>{title}</h1>
        <div className="actions">
          <button type="button" className="button quiet small" aria-busy={busy} onClick={reload}>
            Refresh
          </button>
          <a className="button small" href={paths.orders}>
            My Orders
          </a>
        </div>
      </header>
      <Suspense fallback={<div className="panel order-skeleton" />}>
        <WholeOrder {...{ order, readWith, link, whatsapp }} onChanged={reload} />
      </Suspense>
      {(account !== 'none' || signedIn) && <JoinAccount link={link} account={account} signedIn={signedIn} />}
      {readWith && !signedIn && <OpenedElsewhere opened={opened} token={readWith} order={order} />}
      {!readWith && <WithdrawLinks orderId={orderId} />}
      {canClaim && !readWith && (
        <Suspense>
          <ChoosePassword {...(proven && { link })} />
        </Suspense>
      )}
    </div>
  );
}

const ProveOrder = lazyComponent(() => import('./ProveOrder.tsx'));
const ChoosePassword = lazyComponent(() => import('#features/accounts/ChoosePassword.tsx'));

type ElsewhereProps = { opened: OpenedOrder; token: string; order: ApiOrder };

/** The link shows the order. With the code of an email this device becomes that of the order's guest, and can do the rest. */
function OpenedElsewhere({ opened: { email, name }, token, order }: ElsewhereProps) {
  const [asked, setAsked] = useState(false);
  return (
    <section className="panel order-join stack">
      <p>
        You can see this order here. To correct its address,{' '}
        {openConfirmation(order) ? 'return something,' : 'cancel or return something,'} or keep it in an
        account,{' '}
        {email
          ? `you need a code that we email to ${email}.`
          : 'please call us or write to us: it has no email address that we could send a code to.'}
      </p>
      {email && asked && (
        <Suspense>
          <ProveOrder {...{ token, name, email }} />
        </Suspense>
      )}
      <div className="actions">
        {email && !asked && (
          <button type="button" className="button quiet" onClick={() => setAsked(true)}>
            Email me a code
          </button>
        )}
        {!email && (
          <a className="button quiet" href={paths.contact}>
            Contact us
          </a>
        )}
        <button type="button" className="button plain" onClick={close}>
          Remove this order from this device
        </button>
      </div>
    </section>
  );
}

/** For a link that came into wrong hands. */
function WithdrawLinks({ orderId }: { orderId: string }) {
  const [busy, setBusy] = useState(false);
  const withdraw = async () => {
    setBusy(true);
    const answer = await send(api.order['withdraw-links'].$post({ json: { orderId } }));
    setBusy(false);
    if (!answer.ok) return toast({ message: answer.message, kind: 'error' });
    forgetLinkTokens();
    setFlash({ message: answer.data.message, kind: 'success' });
    return location.replace(paths.orders);
  };
  return (
    <p className="soft small">
      Anyone who has the link of this order can see it.{' '}
      <button
        type="button"
        className="button plain small flush"
        aria-busy={busy}
        disabled={busy}
        onClick={withdraw}
      >
        Withdraw the link
      </button>
    </p>
  );
}

/** Back must not open the order again on a shared phone. */
function close(): void {
  forgetLinkTokens();
  location.replace(paths.track);
}
