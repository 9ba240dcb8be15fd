/** What buyers do about an order that is paid online, at the provider's stand-in and when they come back. */
import type { Simulators } from '#tools/simulators/index.ts';
import { insist, type Purchase, send } from './buyers.ts';
import type { Taken } from './expected.ts';
import type { Ending } from './plan.ts';
import type { Random } from './random.ts';

/** Pays at the provider's, once. @returns what the browser brings back to the shop */
function payAt({ stripe, razorpay }: Simulators, { asked, paid }: Purchase): object {
  const [id = ''] = asked.payments;
  if (asked.method === 'stripe') {
    if (!paid) stripe.pay(id);
    return { orderId: asked.acknowledged[0], success: true };
  }
  const payment = paid ? razorpay.payments.find(({ order_id }) => order_id === id) : razorpay.authorize(id);
  return razorpay.response(payment?.id ?? '');
}

/** One try of whatever the buyer has in mind. @returns seconds until the next one */
async function once(purchase: Purchase, ending: Ending, standIns: Simulators): Promise<number> {
  const { asked } = purchase;
  const [orderId] = asked.acknowledged;
  let path = '/api/order/cancel';
  let json: object = { orderId };
  if (ending !== 'gives it up') {
    json = payAt(standIns, purchase);
    purchase.paid = true;
    purchase.over = ending === 'pays and goes away';
    if (purchase.over) return 0;
    path = `/api/order/verify${asked.method === 'stripe' ? 'Stripe' : 'Razorpay'}`;
  }
  const { answer, seconds } = await send(purchase, path, json);
  purchase.over = answer?.status === 200 || answer?.status === 409;
  return seconds;
}

/** Ends an order that was begun, as its buyer wants to. What needs no more than leaving is done at once. */
export async function endOrder(
  purchase: Purchase,
  ending: Ending | undefined,
  standIns: Simulators,
  mostTries: number,
  random: Random,
): Promise<void> {
  if (!ending || ending === 'leaves it') purchase.over = true;
  if (!purchase.asked.acknowledged.length || purchase.over) return;
  const tell = () => once(purchase, ending as Ending, standIns);
  await insist(tell, () => purchase.over, mostTries, random);
}

/** The order that a payment was made for, as the shop has noted it there. */
const noted = (notes: object): string => String((notes as { order?: string }).order);

/** All money that the stand-ins have taken. */
export function taken({ stripe, razorpay }: Simulators): Taken[] {
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
