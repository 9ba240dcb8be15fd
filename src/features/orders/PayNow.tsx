import { Suspense, useEffect, useState } from 'react';
import type { ApiOrder } from '#domain/orders/order.ts';
import { isPaymentPending, pendingPaymentNote } from '#domain/orders/payment.ts';
import { isPaidOnline } from '#domain/payments/payment-methods.ts';
import { findPendingOrder } from '#features/cart/pending-orders.dom.ts';
import { loadPart, MissingPart } from '#lib/load-part.dom.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { onRestore } from '#lib/on-restore.dom.ts';
import { payPage } from '#lib/pay-page.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { toast } from '#ui/toast.dom.ts';

const TransferDetails = lazyComponent(() => import('./TransferDetails.tsx'));

type Props = {
  order: ApiOrder;
  /** Called when the order turned out to be in another state. */
  onChanged: () => void;
};

/** Says until when a pending order waits for its payment. */
export function PendingPaymentNote({ order }: { order: ApiOrder }) {
  if (!isPaymentPending(order)) return null;
  const { transfer } = order;
  if (transfer)
    return (
      <Suspense>
        <TransferDetails order={{ ...order, transfer }} />
      </Suspense>
    );
  return <p className="notice">{pendingPaymentNote(order, isConfirming(order), Date.now())}</p>;
}

/** Whether the shopper has returned from a payment without a result: then paying again is not the primary action. */
const isConfirming = ({ _id }: ApiOrder): boolean => findPendingOrder(_id)?.confirming ?? false;

/** The amount is that of the whole order; the card shows one line of it. */
const Label = ({ amount }: ApiOrder) => (
  <span>
    Pay Now · <span>{formatPrice(toPaise(amount) ?? 0)}</span>
  </span>
);

/** Pays a pending order with the payment method that it was placed with. */
export function PayNow({ order, onChanged }: Props) {
  if (!isPaymentPending(order) || !isPaidOnline(order.paymentMethod)) return null;
  const look = isConfirming(order) ? 'button quiet small' : 'button small';
  // Only the checkout page may load the payment window (docs/behaviour.md, "Page headers").
  if (order.paymentMethod === 'razorpay')
    return (
      <a className={look} href={payPage(order._id)}>
        <Label {...order} />
      </a>
    );
  return <PayByCard order={order} look={look} onChanged={onChanged} />;
}

/** Loaded when the button is pressed. @throws MissingPart */
async function loadPaying() {
  const [{ payAgain }, { redirectAfterPayment }] = await Promise.all([
    loadPart(() => import('#features/payments/create-payment.api.ts')),
    loadPart(() => import('#features/payments/redirect.dom.ts')),
  ]);
  return { payAgain, redirectAfterPayment };
}

/** After this time the button works again, if the payment page has not opened, ms. */
const redirectTimeout = 10_000;

function PayByCard({ order, look, onChanged }: Props & { look: string }) {
  const orderId = order._id;
  const [busy, setBusy] = useState(false);
  // Back from the payment page.
  useEffect(() => onRestore(() => setBusy(false)), []);

  const pay = async () => {
    if (busy) return;
    setBusy(true);
    const paying = await loadPaying().catch((missing: MissingPart) => missing);
    if (paying instanceof MissingPart) {
      setBusy(false);
      return toast({ message: paying.message, kind: 'error' });
    }
    const started = await paying.payAgain(orderId);
    if (started.ok && started.data.kind === 'placed')
      return paying.redirectAfterPayment(started.data, orderId);
    if (started.ok && started.data.kind === 'card') {
      location.assign(started.data.page.href);
      setTimeout(() => setBusy(false), redirectTimeout);
      return;
    }
    setBusy(false);
    const message = started.ok ? 'The payment page could not be opened.' : started.message;
    if (started.ok || started.status !== 401) toast({ message, kind: 'error' });
    if (!started.ok && started.status === 409) onChanged();
  };
  return (
    <button type="button" className={look} aria-busy={busy} aria-disabled={busy} onClick={pay}>
      <Label {...order} />
    </button>
  );
}
