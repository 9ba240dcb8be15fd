import { useEffect, useState } from 'react';
import { payAgain, payPage } from '#features/payments/create-payment.ts';
import { findOrdered } from '#features/payments/ordered.ts';
import { leaveFor } from '#features/payments/redirect.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { toast } from '#ui/toast.ts';
import type { ApiOrder } from './order.ts';
import { isWaiting, waitingNote } from './payment.ts';

type Props = {
  order: ApiOrder;
  /** After the order turned out to be in another state. */
  onChanged: () => void;
};

/** What an order waits for, and until when. */
export function WaitingNote({ order }: { order: ApiOrder }) {
  if (!isWaiting(order)) return null;
  return <p className="notice">{waitingNote(order, isConfirming(order), Date.now())}</p>;
}

/** The shopper came back from paying without a result: paying again is not what comes first now. */
const isConfirming = ({ _id }: ApiOrder): boolean => findOrdered(_id)?.confirming ?? false;

/** The whole order is paid, of which a card shows one line. */
const label = ({ amount }: ApiOrder): string => `Pay Now · ${formatPrice(toPaise(amount) ?? 0)}`;

/** Pays an order that waits for its payment, in the way that it was placed with. */
export function PayNow({ order, onChanged }: Props) {
  if (!isWaiting(order)) return null;
  const look = isConfirming(order) ? 'button quiet small' : 'button small';
  // The payment window may be loaded by the checkout alone (docs/behaviour.md 3.14).
  if (order.paymentMethod === 'razorpay')
    return (
      <a className={look} href={payPage(order._id)}>
        {label(order)}
      </a>
    );
  return <PayByCard order={order} look={look} onChanged={onChanged} />;
}

/** A page that has not come by then may be asked for once more, ms. */
const leavingTakes = 10_000;

function PayByCard({ order, look, onChanged }: Props & { look: string }) {
  const orderId = order._id;
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // Back from the payment page, out of the browser's memory.
    const back = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);

  const pay = async () => {
    if (busy) return;
    setBusy(true);
    const begun = await payAgain(orderId);
    if (begun.ok && begun.data.kind === 'placed') return leaveFor(begun.data, orderId);
    if (begun.ok && begun.data.kind === 'card') {
      location.assign(begun.data.page.href);
      setTimeout(() => setBusy(false), leavingTakes);
      return;
    }
    setBusy(false);
    const message = begun.ok ? 'The payment page could not be opened.' : begun.message;
    if (begun.ok || begun.status !== 401) toast({ message, kind: 'error' });
    if (!begun.ok && begun.status === 409) onChanged();
  };
  return (
    <button type="button" className={look} aria-busy={busy} aria-disabled={busy} onClick={pay}>
      {label(order)}
    </button>
  );
}
