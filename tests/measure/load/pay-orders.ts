/** Buyers' actions on an order that is paid online: pay at the provider's simulator, return, cancel or leave. */
import type { Simulators } from 'payment-simulators';
import type { Random } from '../../support/random.ts';
import { type Purchase, repeatUntil, send } from './buyers.ts';
import type { CapturedPayment } from './invariants.ts';
import type { Ending } from './plan.ts';

/** Pays at the provider, once. @returns the body of the browser's request on return */
function payAtProvider({ stripe, razorpay }: Simulators, { requested, paid }: Purchase): object {
  const [id = ''] = requested.payments;
  if (requested.method === 'stripe') {
    if (!paid) stripe.pay(id);
    return { orderId: requested.acknowledged[0], success: true };
  }
  const payment = paid ? razorpay.payments.find(({ order_id }) => order_id === id) : razorpay.authorize(id);
  return razorpay.response(payment?.id ?? '');
}

/** One try of the planned ending. @returns seconds until the next try */
async function once(purchase: Purchase, ending: Ending, simulators: Simulators): Promise<number> {
  const { requested } = purchase;
  const [orderId] = requested.acknowledged;
  let path = '/api/order/cancel';
  let json: object = { orderId };
  if (ending !== 'gives it up') {
    json = payAtProvider(simulators, purchase);
    purchase.paid = true;
    purchase.over = ending === 'pays and goes away';
    if (purchase.over) return 0;
    path = `/api/order/verify${requested.method === 'stripe' ? 'Stripe' : 'Razorpay'}`;
  }
  const { answer, seconds } = await send(purchase, path, json);
  purchase.over = answer?.status === 200 || answer?.status === 409;
  return seconds;
}

/** Ends a pending order as planned. A buyer who only leaves needs no request. */
export async function endOrder(
  purchase: Purchase,
  ending: Ending | undefined,
  simulators: Simulators,
  mostTries: number,
  random: Random,
): Promise<void> {
  if (!ending || ending === 'leaves it') purchase.over = true;
  if (!purchase.requested.acknowledged.length || purchase.over) return;
  const tell = () => once(purchase, ending as Ending, simulators);
  await repeatUntil(tell, () => purchase.over, mostTries, random);
}

/** The order id in the notes of a payment. */
const noted = (notes: object): string => String((notes as { order?: string }).order);

/** All payments that the simulators have captured. */
export function capturedPayments({ stripe, razorpay }: Simulators): CapturedPayment[] {
  const cards = stripe.sessions
    .filter(({ payment_status }) => payment_status === 'paid')
    .map(({ payment_intent, amount_total, client_reference_id }) => ({
      orderId: client_reference_id ?? '',
      paymentId: String(payment_intent),
      amount: amount_total ?? 0,
    }));
  const others = razorpay.payments
    .filter(({ captured }) => captured)
    .map(({ id, amount, order_id }) => ({
      orderId: noted(razorpay.order(order_id).notes),
      paymentId: id,
      amount,
    }));
  return [...cards, ...others];
}
