import { useEffect, useState } from 'react';
import { payAgain, payPage } from '#features/payments/begin.ts';
import { leaveFor } from '#features/payments/leave.ts';
import { findOrdered } from '#features/payments/ordered.ts';
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
  const confirming = findOrdered(order._id)?.confirming ?? false;
  return <p className="notice">{waitingNote(order, confirming, Date.now())}</p>;
}

/** Pays an order that waits for its payment, in the way that it was placed with. */
export function PayNow({ order, onChanged }: Props) {
  if (!isWaiting(order)) return null;
  // The payment window may be loaded by the checkout alone (decisions, "Headers").
  if (order.paymentMethod === 'razorpay')
    return (
      <a className="button small" href={payPage(order._id)}>
        Pay Now
      </a>
    );
  return <PayByCard orderId={order._id} onChanged={onChanged} />;
}

/** A page that has not come by then may be asked for once more, ms. */
const leavingTakes = 10_000;

function PayByCard({ orderId, onChanged }: { orderId: string; onChanged: () => void }) {
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
    <button type="button" className="button small" aria-busy={busy} aria-disabled={busy} onClick={pay}>
      Pay Now
    </button>
  );
}
