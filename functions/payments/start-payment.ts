/** Starting the payment of an order that was placed. */
import { fullName } from '#lib/full-name.ts';
import { orderPlacedPath } from '#lib/paths.ts';
import { notFound, type Refusal, refuses } from '../lib/refusal.ts';
import type { PlacedOrder } from '../orders/queries.ts';
import type { ShopCall } from '../providers/context.ts';
import { createPayment, payRefusals } from './create-payment.ts';
import { canBePaid } from './pay-unconfirmed.ts';
import { findPayableOrder } from './payable.ts';

type Started =
  | { ok: true; orderId: string; paid: true }
  | { ok: true; orderId: string; paid: false; providerId: string; url: string | null };

/** Starts the payment of an order, which may have been placed by an earlier request with the same key. */
async function startPayment(
  call: ShopCall,
  { order, lines, payment }: PlacedOrder,
): Promise<Started | Refusal> {
  if (!payment) return payRefusals.notPending();
  // A repeated request whose order is paid already.
  if (order.paid) return { ok: true, orderId: order.id, paid: true };
  if (!canBePaid(order, call.now)) return payRefusals.notPending();
  const started = await createPayment(call, { order, lines, payment });
  return started.ok ? { orderId: order.id, paid: false, ...started } : started;
}

/** The browser goes to `session_url` (docs/behaviour.md, "Stripe"). */
export async function payByCard(call: ShopCall, placed: PlacedOrder) {
  const started = await startPayment(call, placed);
  if (!started.ok) return started;
  const placedUrl = call.urls.origin + orderPlacedPath(started.orderId);
  return {
    message: 'Taking you to the payment page…',
    orderId: started.orderId,
    session_url: started.paid ? placedUrl : (started.url ?? placedUrl),
  };
}

/**
 * The browser opens the widget (docs/behaviour.md, "Razorpay"). `order` is in the format of Razorpay's widget, with the
 * amount in paise; `widget` has its script, key and contact details.
 */
export async function payByWidget(call: ShopCall, placed: PlacedOrder) {
  const started = await startPayment(call, placed);
  if (!started.ok) return started;
  const { reference, total, address } = placed.order;
  const { script, key } = call.widget;
  return {
    message: 'Opening the payment window…',
    orderId: started.orderId,
    paid: started.paid,
    order: {
      id: started.paid ? '' : started.providerId,
      amount: total,
      currency: 'INR' as const,
      receipt: reference,
    },
    widget: {
      script,
      key,
      prefill: { name: fullName(address), email: address.email, contact: `+91${address.phone}` },
    },
  };
}

/** Starts the payment of an order that waits for it. */
export async function payOrder(call: ShopCall, request: { orderId: string }) {
  const payable = await findPayableOrder(call, request);
  if (!payable.ok) return payable;
  return payable.payment.method === 'stripe' ? payByCard(call, payable) : payByWidget(call, payable);
}
refuses(payOrder, notFound, payRefusals);
