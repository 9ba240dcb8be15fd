import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { promisedDays } from '#domain/delivery/promise-text.ts';
import { confirmSentences } from '#domain/orders/confirmation.ts';
import { type ApiConfirmation, confirmState } from '#domain/orders/open-confirmation.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import { isPaidOnline } from '#domain/payments/payment-methods.ts';
import { keepLinkPayment } from '#features/payments/link-payment.dom.ts';
import { api, send, withToken } from '#lib/api.ts';
import { formatDayTime } from '#lib/dates.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { payPage } from '#lib/pay-page.ts';
import { $token } from '#lib/token.store.ts';
import { toast } from '#ui/toast.dom.ts';
import { useLazyDialog } from '#ui/useLazyDialog.ts';
import { useLoad } from '#ui/useLoad.ts';
import { arrivalId } from './OrderArrival.tsx';
import './confirm-order.css';

export type ConfirmProps = {
  order: ApiOrder;
  confirmation: ApiConfirmation;
  /** The token of the link that the order is read with, and the link; by default the session's own. */
  readWith?: string | undefined;
  /** The link of an email or message by which the order was opened: it proves that the buyer confirms. */
  link?: string | undefined;
  /** The id of the heading above it, which says the state. It has one of its own by default. */
  heading?: string | undefined;
  onChanged: () => void;
};

/** Asks the buyer of an order on delivery to confirm it, to pay it online, or to cancel it (docs/behaviour.md, "Confirming a cash order"). */
export default function ConfirmOrder(props: ConfirmProps) {
  const { order, confirmation, readWith, link, heading, onChanged } = props;
  const { _id: orderId, reference, amount } = order;
  const [busy, setBusy] = useState(false);
  const [toProve, setToProve] = useState('');
  // The link that the page was opened with proves the mailbox by itself.
  const unproved = link ? undefined : confirmation.unproved;
  // A guest has no way to prove it here.
  const isGuest = useStore($token) === '';
  const byEmail = isGuest && unproved !== undefined;
  const said = toProve || (byEmail ? unproved : undefined);
  const days = promisedDays(order);
  const { Dialog, open, close } = useLazyDialog(() => import('./CancelDialog.tsx'));

  const confirm = async () => {
    if (busy) return;
    setBusy(true);
    const json = { orderId, ...(link && { link }) };
    const answer = await send(api.order.confirm.$post({ json }, withToken(readWith)), { token: readWith });
    setBusy(false);
    if (answer.ok) toast({ message: answer.data.message });
    else if (answer.code === 'unproved') setToProve(answer.message);
    else if (answer.status !== 401) toast({ message: answer.message, kind: 'error' });
    if (!answer.ok && answer.status !== 409) return;
    // The pressed button is about to be removed.
    const state = document.getElementById(heading ?? arrivalId(orderId));
    state?.focus();
    state?.scrollIntoView({ block: 'center' });
    onChanged();
  };

  return (
    <section className="confirm-order stack gap-3" aria-label={`Confirm order ${reference}`}>
      {!heading && <p className="confirm-order-title">{confirmState}</p>}
      <p>
        {confirmSentences[confirmation.reason]} So please tell us that you want it, and that{' '}
        <strong>{formatPrice(toPaise(amount) ?? 0)}</strong> will be ready when the parcel comes.{' '}
        {days ? (
          <>
            Confirmed now, it arrives <strong>{days}</strong>.
          </>
        ) : (
          'Then we pack it.'
        )}
      </p>
      <p role="status" className={said ? undefined : 'visually-hidden'}>
        {said}
      </p>
      <div className="actions">
        {!byEmail && (
          <button type="button" className="button" aria-busy={busy} aria-disabled={busy} onClick={confirm}>
            Confirm order
          </button>
        )}
        <button type="button" className="button plain" onClick={open}>
          Cancel order
        </button>
        {/* The last, since it comes later. */}
        <PayInstead {...{ orderId, readWith, link }} />
      </div>
      <p className="soft small">
        We keep your products until {formatDayTime(confirmation.until)}. If we do not hear from you by then,
        the order is cancelled, and you owe nothing.
      </p>
      {Dialog && <Dialog order={order} readWith={readWith} onClose={close} onChanged={onChanged} />}
    </section>
  );
}

/** Pays the order online, where the shop offers it. */
function PayInstead({
  orderId,
  readWith,
  link,
}: {
  orderId: string;
  readWith: string | undefined;
  link: string | undefined;
}) {
  const { load } = useLoad('store', () => send(api.store.$get()));
  const offers = load.state === 'ready' ? load.data.paymentMethods : [];
  if (!offers.some(({ id, enabled }) => enabled && isPaidOnline(id))) return null;
  return (
    <button
      type="button"
      className="button plain"
      onClick={() => {
        if (readWith && link) keepLinkPayment({ orderId, token: readWith, link });
        location.assign(payPage(orderId));
      }}
    >
      Pay by {IS_ON.razorpay ? 'UPI or card' : 'card'}
    </button>
  );
}
