/** The parts of an order that belong to all of its lines: payment, delivery, sums, what can be done, and its history. */
import { type ReactNode, Suspense } from 'react';
import { promisedDays } from '#domain/delivery/promise-text.ts';
import { documentPaths } from '#domain/documents/document-paths.ts';
import { canCorrect, canCorrectBusiness, invoiceReplacement } from '#domain/orders/correction.ts';
import { moveOf } from '#domain/orders/moves.ts';
import { openConfirmation } from '#domain/orders/open-confirmation.ts';
import { type ApiOrder, type ApiOrderEvent, ended, hasInvoice } from '#domain/orders/order.ts';
import { orderState } from '#domain/orders/order-state.ts';
import { deliveredAt, historyTitle, paymentState } from '#domain/orders/payment.ts';
import { refundedItems, refundReason, refundState } from '#domain/orders/refund.ts';
import { registeredLine } from '#domain/orders/registered-line.ts';
import { paymentNames } from '#domain/payments/payment-methods.ts';
import { gstOf } from '#domain/pricing/quote.ts';
import { quoteRows } from '#domain/pricing/sums.ts';
import { api, send, withToken } from '#lib/api.ts';
import { dayOf, formatDay, formatTime } from '#lib/dates.ts';
import { fullName } from '#lib/full-name.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';
import type { CorrectedPart } from '#shared/order/useCorrection.ts';
import { Fact } from '#ui/Fact.tsx';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { Sums } from '#ui/Sums.tsx';
import { useLazyDialog } from '#ui/useLazyDialog.ts';
import { useLoad } from '#ui/useLoad.ts';
import { ReturnButton } from './OrderReturns.tsx';

const TellAccount = lazyComponent(() => import('./TellAccount.tsx'));

/** What the buyer has to do for a refund that waits. */
export const RefundToDo = ({ order, onChanged }: { order: ApiOrder; onChanged: () => void }) =>
  order.refunds.some(({ needsAccount }) => needsAccount) && (
    <Suspense>
      <TellAccount order={order} onChanged={onChanged} />
    </Suspense>
  );

/** @property onChanged undefined for an order that can only be read */
type Props = { order: ApiOrder; onChanged: (() => void) | undefined };

/**
 * The history of an order, loaded when its card opens and when it changes. A failure is silent (docs/behaviour.md,
 * "My Orders").
 */
export function useHistory(order: ApiOrder, readWith: string | undefined): readonly ApiOrderEvent[] {
  const orderId = order._id;
  const { load } = useLoad(JSON.stringify(order), () =>
    send(api.order['tracking-info'][':orderId'].$get({ param: { orderId } }, withToken(readWith)), {
      token: readWith,
    }),
  );
  return load.state === 'ready' ? load.data.trackingInfo.history : [];
}

/** @property lineTotal of the card's line, where it shows one line */
export function PaymentInformation({ order, lineTotal, onChanged }: Props & { lineTotal?: string }) {
  const { _id: orderId, business, paymentMethod } = order;
  const replacement = invoiceReplacement({ ...order, today: dayOf(Date.now()) });
  return (
    <section>
      <h3>Payment Information</h3>
      <dl className="order-facts stack gap-2">
        <Fact name="Payment method">{paymentNames[paymentMethod] ?? paymentMethod}</Fact>
        <Fact name="Payment">{paymentState(order)}</Fact>
        <Refunds refunds={order.refunds} />
        {onChanged && (
          <>
            <Notes name="Credit notes" orderId={orderId} numbers={order.creditNotes} />
            <Notes name="Debit notes" orderId={orderId} numbers={order.debitNotes} />
          </>
        )}
        {business && (
          <Fact name="GST invoice for">
            {business.businessName}
            <br />
            GSTIN {business.gstin}
            {business.sez && ' (special economic zone)'}
            {business.registeredAddress && (
              <>
                <br />
                {registeredLine(business)}
              </>
            )}
          </Fact>
        )}
        {lineTotal && <Fact name="Total">{lineTotal}</Fact>}
      </dl>
      {replacement && (
        <p className="soft small">
          {replacement.text} {replacement.isOpen && <a href={paths.contact}>Write to us</a>}
        </p>
      )}
      {IS_ON.gst && onChanged && !replacement && canCorrectBusiness(order.status) && (
        <Correct order={order} part="business" onChanged={onChanged}>
          {business ? 'Change GST details' : 'Add a GSTIN'}
        </Correct>
      )}
    </section>
  );
}

/** @property history of a card, which shows the state of the order here */
export function DeliveryInformation({
  order,
  history,
  onChanged,
}: Props & { history?: readonly ApiOrderEvent[] }) {
  const to = order.shippingAddress as ApiOrder['shippingAddress'] | undefined;
  return (
    <section>
      <h3>Delivery Information</h3>
      <dl className="order-facts stack gap-2">
        {history && <DeliveryState order={order} history={history} />}
        {to && (
          <>
            <Fact name="Address">
              {fullName(to)}
              <br />
              {to.address}
            </Fact>
            <Fact name="City">
              {to.city}, {to.state} {to.zipcode}
            </Fact>
            <Fact name="Country">{to.country}</Fact>
            <Fact name="Phone">{to.phone}</Fact>
          </>
        )}
      </dl>
      {onChanged && !order.replaceableUntil && canCorrect(order.status, 'shopper') && (
        <Correct order={order} part="address" onChanged={onChanged}>
          Change address
        </Correct>
      )}
    </section>
  );
}

function DeliveryState({ order, history }: { order: ApiOrder; history: readonly ApiOrderEvent[] }) {
  const arrives = !ended.includes(order.status) && !openConfirmation(order) && promisedDays(order);
  const delivered = order.status === 'Delivered' && deliveredAt(history);
  return (
    <>
      <Fact name="Status">{orderState(order)}</Fact>
      {arrives && <Fact name="Estimated delivery">{arrives}</Fact>}
      {delivered && <Fact name="Delivered on">{formatDay(delivered)}</Fact>}
    </>
  );
}

/** @property named on a card, which has no number of its own */
export const OrderSums = ({ order, named = false }: { order: ApiOrder; named?: boolean }) => (
  <section>
    <h3>Whole Order</h3>
    <CancelledUnits order={order} />
    <Sums rows={[...(named ? [{ label: 'Reference', value: order.reference }] : []), ...orderRows(order)]} />
  </section>
);

/** The buttons for what can be done with the whole order. */
export const OrderActions = ({ order, onChanged }: Props) =>
  onChanged && (
    <>
      {hasInvoice(order) && (
        <a className="button quiet small" href={documentPaths.ofOrder(order._id)}>
          Invoice
        </a>
      )}
      <ReturnButton order={order} onChanged={onChanged} />
      <CancelOrder order={order} onChanged={onChanged} />
    </>
  );

/** The events of an order, oldest first. */
export function OrderHistory({ order, history }: { order: ApiOrder; history: readonly ApiOrderEvent[] }) {
  if (!history.length) return null;
  return (
    <section className="order-history">
      <h3>History</h3>
      <ol className="order-timeline">
        {history.map(({ at, kind, status, reason }) => (
          <li key={`${at} ${kind} ${status}`}>
            <time dateTime={at}>{`${formatDay(at)}, ${formatTime(at)}`}</time>
            <span>
              <strong>{historyTitle({ kind, status }, Boolean(order.confirmation))}</strong>
              {reason && <span className="order-history-reason">{reason}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What goes back to the shopper, when and why. */
const Refunds = ({ refunds }: Pick<ApiOrder, 'refunds'>) =>
  refunds.map((refund) => (
    <Fact key={refund.at + refund.amount} name={refund.transfer === 'exchange' ? 'Exchange' : 'Refund'}>
      {formatPrice(toPaise(refund.amount) ?? 0)}: {refundState(refund)}
      {refund.doneAt && `, ${formatDay(refund.doneAt)}`}
      <span className="order-refund small">
        {[refundReason(refund), ...refundedItems(refund)].join(' · ')}
      </span>
    </Fact>
  ));

const orderRows = (order: ApiOrder) =>
  quoteRows(
    {
      subtotal: toPaise(order.subtotal) ?? 0,
      discount: toPaise(order.discount) ?? 0,
      delivery: toPaise(order.delivery) ?? 0,
      total: toPaise(order.amount) ?? 0,
      code: order.couponCode,
      gst: gstOf(order),
      paymentMethod: order.paymentMethod,
    },
    'Order total',
  );

/** What was cancelled while the rest of the order stayed. */
const CancelledUnits = ({ order: { cancelled } }: { order: ApiOrder }) =>
  cancelled.length > 0 && (
    <ul className="order-cancelled small soft">
      {cancelled.map(({ _id, name, quantity }) => (
        <li key={_id}>
          <del>
            {quantity} × {name}
          </del>{' '}
          cancelled
        </li>
      ))}
    </ul>
  );

type CorrectProps = { order: ApiOrder; part: CorrectedPart; onChanged: () => void; children: ReactNode };

/** The button that opens the dialog of a correction. */
function Correct({ order, part, onChanged, children }: CorrectProps) {
  const { Dialog, open, close } = useLazyDialog(() => import('./CorrectOrder.tsx'));
  return (
    <>
      <button type="button" className="button plain small flush" onClick={open}>
        {children}
      </button>
      {Dialog && <Dialog order={order} part={part} onClose={close} onChanged={onChanged} />}
    </>
  );
}

/** The button that cancels an order, or some units of it, before it is shipped. */
function CancelOrder({ order, onChanged }: { order: ApiOrder; onChanged: () => void }) {
  const { Dialog, open, close } = useLazyDialog(() => import('./CancelDialog.tsx'));
  if (!moveOf(order.status, 'Cancelled', 'shopper')) return null;
  return (
    <>
      <button type="button" className="button plain small" onClick={open}>
        Cancel Order
      </button>
      {Dialog && <Dialog order={order} onClose={close} onChanged={onChanged} />}
    </>
  );
}

/** Links to the notes of an order, if it has any. */
const Notes = ({
  name,
  orderId,
  numbers = [],
}: {
  name: string;
  orderId: string;
  numbers?: readonly string[] | undefined;
}) =>
  numbers.length > 0 && (
    <Fact name={name}>
      {numbers.map((number) => (
        <a key={number} className="order-document" href={documentPaths.ofOrder(orderId, number)}>
          {number}
        </a>
      ))}
    </Fact>
  );
