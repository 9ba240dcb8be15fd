/**
 * Corrects name, address, phone and business of an order, for its shopper or for an operator, before the parcel is handed
 * over.
 */

import { sql } from 'drizzle-orm';
import { orders } from '#db/schema/index.ts';
import type { ServedPromise } from '#domain/delivery/promise.ts';
import { formatDays } from '#domain/delivery/promise-text.ts';
import {
  type Correction,
  canCorrect,
  canCorrectBusiness,
  correctedFee,
  correctedText,
  isMoved,
  isSameBusiness,
  maxCorrections,
} from '#domain/orders/correction.ts';
import type { ApiAddress, OrderStatus } from '#domain/orders/order.ts';
import { isPaidOnDelivery } from '#domain/payments/payment-methods.ts';
import type { Quote } from '#domain/pricing/quote.ts';
import type { Business, OrderBusiness } from '#domain/tax/business.ts';
import { taxNames } from '#domain/tax/place-of-supply.ts';
import type { Paise } from '#lib/money.ts';
import { amountChanged, codLimit, notServed, serializeQuote } from '../checkout/price.ts';
import { businessColumns, businessOf } from '../lib/business.ts';
import { promiseFor } from '../lib/delivery.ts';
import type { Owner } from '../lib/owner.ts';
import { notFound, type Refusal, refusal } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import { supplyTo } from '../lib/tax.ts';
import { changeCause, enqueueOrderEmail } from '../outbox/enqueue.ts';
import type { RequestContext } from '../payments/context.ts';
import { type EditableOrder, type EditRequest, editOrder, invoiced } from './edit.ts';
import { orderChanged } from './history.ts';

/**
 * @property address undefined: it stays
 * @property business undefined: it stays; null: the order is for no business
 * @property amount the new total that was agreed to, paise; without it the total must stay as it is
 */
export type CorrectionRequest = EditRequest & {
  address?: Correction | undefined;
  business?: Business | null | undefined;
  amount?: Paise | undefined;
};

/**
 * @property what is corrected, `Address, phone`; empty if nothing is
 * @property promise for the new place; undefined if the parcel goes where it went
 * @property tax the taxes on the invoice of a business, `IGST`, if these or the business change
 */
type Correct = {
  ok: true;
  what: string;
  address: ApiAddress;
  business: OrderBusiness | null;
  quote: Quote;
  promise: ServedPromise | undefined;
  tax: string | undefined;
};

/** Why an order is not corrected. */
export const correctionRefusals = {
  notFound,
  changed: orderChanged,
  invoiced,
  notCorrectable: refusal(409, 'not_correctable', (status: OrderStatus) => ({
    message: notCorrectable(status),
  })),
  tooOften: refusal(
    409,
    'too_often',
    `This order was corrected ${maxCorrections} times. Please call us: ${store.care.phone}.`,
  ),
  noCodHere: refusal(422, 'no_cod_here', (pincode: string) => ({
    message: `Cash on delivery is not possible at ${pincode}, and this order is cash on delivery.`,
  })),
  notServed,
  codLimit,
  amountChanged,
};

function notCorrectable(status: OrderStatus): string {
  if (status === 'Payment Pending') return 'This can be corrected once the order is paid.';
  return status === 'Packing'
    ? `This order is being packed. Please call us: ${store.care.phone}.`
    : `An order that is ${status} cannot be corrected any more.`;
}

/** The message after a correction. */
export function correctedMessage({ what, promise, tax }: Correct): string {
  if (!what) return 'Nothing was changed.';
  return [
    'The order is corrected.',
    ...(promise ? [`It arrives ${formatDays(promise.from, promise.to)}.`] : []),
    ...(tax ? [`Its GST invoice will show ${tax}.`] : []),
  ].join(' ');
}

/** The taxes on the invoice of a delivery to a state. */
const taxesOf = (state: string, business: OrderBusiness | null): string =>
  taxNames(supplyTo(state, business));

export function correctOrder(
  context: RequestContext,
  owner: Owner,
  request: CorrectionRequest,
): Promise<Correct | Refusal> {
  const { db, now } = context;
  return editOrder<Correct | Refusal>(context, owner, request, (read) => {
    const plan = planCorrection(read, request, now);
    if (!plan.ok || !plan.what) return plan;
    const { order } = read;
    const { what, address, business, quote, promise } = plan;
    const columns = businessColumns(business);
    const { from, to } = promise ?? { from: order.promisedFrom, to: order.promisedTo };
    return {
      kind: 'correction',
      text: what,
      statements: (done, eventId) => [
        db.write.run(sql`
          UPDATE ${orders} SET address = ${JSON.stringify(address)}, promised_from = ${from}, promised_to = ${to},
                 delivery = ${quote.delivery}, total = ${quote.total}, gstin = ${columns.gstin},
                 business_name = ${columns.businessName}, sez = ${columns.sez ? 1 : 0},
                 registered_address = ${columns.registeredAddress && JSON.stringify(columns.registeredAddress)}
          WHERE id = ${order.id} AND ${done}`),
        enqueueOrderEmail(
          db,
          { kind: 'order_corrected', orderId: order.id, what },
          changeCause(eventId),
          now,
          done,
        ),
      ],
      result: plan,
    };
  });
}

function planCorrection(read: EditableOrder, request: CorrectionRequest, now: number): Correct | Refusal {
  const { order, by, corrections } = read;
  const address = { ...order.address, ...request.address };
  const known = businessOf(order);
  const business = request.business === undefined ? known : request.business;
  const otherBusiness = !isSameBusiness(known, business);
  const what = correctedText(order.address, address, otherBusiness);
  const otherAddress = correctedText(order.address, address) !== '';
  if ((otherAddress && !canCorrect(order.status, by)) || (otherBusiness && !canCorrectBusiness(order.status)))
    return correctionRefusals.notCorrectable(order.status);
  if (what && by === 'shopper' && corrections >= maxCorrections) return correctionRefusals.tooOften();
  const { subtotal, discount, delivery, total } = order;
  const quote = { subtotal, discount, delivery, total };
  const taxes = taxesOf(address.state, business);
  const hasNewTax = business && (otherBusiness || taxes !== taxesOf(order.address.state, known));
  const plan: Correct = {
    ...({ ok: true, what, address, business, quote, promise: undefined } as const),
    tax: hasNewTax ? taxes : undefined,
  };
  return isMoved(order.address, address) ? planMove(read, plan, request.amount, now) : plan;
}

const promiseAt = ({ zipcode, state }: ApiAddress, now: number) => promiseFor(zipcode, state, now);

/** A correction with which the parcel goes somewhere else. */
function planMove(
  { order, lines }: EditableOrder,
  plan: Correct,
  agreed: Paise | undefined,
  now: number,
): Correct | Refusal {
  const { zipcode: pincode } = plan.address;
  const [from, promise] = [promiseAt(order.address, now), promiseAt(plan.address, now)];
  if (!promise.served) return notServed('address.zipcode', pincode, promise.reason);
  const isCash = isPaidOnDelivery(order.paymentMethod);
  if (isCash && !promise.cod) return correctionRefusals.noCodHere(pincode);
  const delivery = correctedFee(store, order, from.served ? from : undefined, promise);
  const total = order.total - order.delivery + delivery;
  if (isCash && total > order.total && total > store.cashOnDelivery.maxOrder) return codLimit();
  const quote = { ...plan.quote, delivery, total };
  if (total !== (agreed ?? order.total)) {
    const priced = { lines: lines.map((line) => ({ ...line, id: line.productId })), quote };
    const discounted = { ...priced, coupon: undefined, problem: undefined };
    return amountChanged(serializeQuote(discounted, promise, supplyTo(plan.address.state, plan.business)));
  }
  return { ...plan, quote, promise };
}
