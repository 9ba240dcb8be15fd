/**
 * Corrects name, address, phone and business of an order, for its shopper or for an operator, before the parcel is handed
 * over.
 */

import { and, count, eq, sql } from 'drizzle-orm';
import { taxNames } from 'gst/place-of-supply';
import { orderEvents, orders } from '#db/schema/index.ts';
import type { OrderLine } from '#db/schema/orders.ts';
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
import { callUs } from '#domain/store/contact.ts';
import type { Business, OrderBusiness } from '#domain/tax/business.ts';
import type { Paise } from '#lib/money.ts';
import { businessColumns, businessOf } from '../lib/business.ts';
import { promiseFor } from '../lib/delivery.ts';
import { notFound, type Refusal, refusal, refuses } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import { supplyTo } from '../lib/tax.ts';
import { amountChanged, codLimit, notServed, serializeQuote } from '../pricing/price.ts';
import type { RequestContext } from '../providers/context.ts';
import {
  changeOrder,
  invoiced,
  isClosedByInvoice,
  type OrderRead,
  type OrderVersion,
} from './change-order.ts';
import { update } from './effects.ts';
import { orderChanged } from './history.ts';
import type { OrderCall } from './operator.ts';
import { selectLines } from './queries.ts';

/**
 * @property address undefined: it stays
 * @property business undefined: it stays; null: the order is for no business
 * @property amount the new total that was agreed to, paise; without it the total must stay as it is
 */
export type CorrectionRequest = OrderVersion & {
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
  tooOften: refusal(409, 'too_often', `This order was corrected ${maxCorrections} times. ${callUs(store)}`),
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
    ? `This order is being packed. ${callUs(store)}`
    : `An order that is ${status} cannot be corrected any more.`;
}

/** The message after a correction. */
export function correctedMessage({ what, promise, tax }: Pick<Correct, 'what' | 'promise' | 'tax'>): string {
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
  call: OrderCall & RequestContext,
  request: CorrectionRequest,
): Promise<Correct | Refusal> {
  const { db, now } = call;
  const { orderId } = request;
  const isOwn = sql`kind = 'correction' AND actor = 'shopper'`;
  const reads = [
    selectLines(db, orderId),
    db.read
      .select({ count: count() })
      .from(orderEvents)
      .where(and(eq(orderEvents.orderId, orderId), isOwn)),
  ] as const;
  return changeOrder<Correct, typeof reads>(
    call,
    { owner: call.owner, as: 'either' },
    request,
    reads,
    (read, lines, [own]) => {
      if (isClosedByInvoice(read)) return invoiced();
      const { order, by } = read;
      const plan = planCorrection({ order, by, lines, corrections: own?.count ?? 0 }, request, now);
      if (!plan.ok || !plan.what) return plan;
      const { what, address, business, quote, promise } = plan;
      const { from, to } = promise ?? { from: order.promisedFrom, to: order.promisedTo };
      const sums = { delivery: quote.delivery, total: quote.total };
      return {
        event: { kind: 'correction', text: what },
        effects: [
          update(orders, orderId, {
            address,
            promisedFrom: from,
            promisedTo: to,
            ...sums,
            ...businessColumns(business),
          }),
          { effect: 'email', email: { kind: 'order_corrected', orderId, what } },
        ],
        result: plan,
      };
    },
  );
}
refuses(correctOrder, correctionRefusals);

/** @property corrections by its shopper */
type OrderToCorrect = Pick<OrderRead, 'order' | 'by'> & { lines: OrderLine[]; corrections: number };

function planCorrection(read: OrderToCorrect, request: CorrectionRequest, now: number): Correct | Refusal {
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
    ok: true,
    what,
    address,
    business,
    quote,
    promise: undefined,
    tax: hasNewTax ? taxes : undefined,
  };
  return isMoved(order.address, address) ? planMove(read, plan, request.amount, now) : plan;
}

const promiseAt = ({ zipcode, state }: ApiAddress, now: number) => promiseFor(zipcode, state, now);

/** A correction with which the parcel goes somewhere else. */
function planMove(
  { order, lines }: OrderToCorrect,
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
    const discounted = { ...priced, online: undefined, coupon: undefined, problem: undefined };
    return amountChanged(serializeQuote(discounted, promise, supplyTo(plan.address.state, plan.business)));
  }
  return { ...plan, quote, promise };
}
