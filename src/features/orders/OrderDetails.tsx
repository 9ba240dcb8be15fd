import { type ReactNode, Suspense } from 'react';
import { promisedDays } from '#domain/delivery/promise-text.ts';
import { documentPaths } from '#domain/documents/document-paths.ts';
import { canCorrect, canCorrectBusiness, invoiceReplacement } from '#domain/orders/correction.ts';
import { moveOf } from '#domain/orders/moves.ts';
import {
  type ApiOrder,
  type ApiOrderEvent,
  ended,
  hasInvoice,
  type OrderCardData,
  statusText,
  statusTone,
} from '#domain/orders/order.ts';
import { deliveredAt, endReason, historyTitle, paymentState } from '#domain/orders/payment.ts';
import { refundedItems, refundReason, refundState } from '#domain/orders/refund.ts';
import { registeredLine } from '#domain/orders/registered-line.ts';
import { paymentNames } from '#domain/payments/payment-methods.ts';
import { gstOf } from '#domain/pricing/quote.ts';
import { quoteRows } from '#domain/pricing/sums.ts';
import { api, send, withToken } from '#lib/api.ts';
import { dayOf, formatDay, formatTime } from '#lib/dates.ts';
import { fullName } from '#lib/full-name.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { paths, productPath } from '#lib/paths.ts';
import type { CorrectedPart } from '#shared/order/useCorrection.ts';
import { Fact } from '#ui/Fact.tsx';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { Sums } from '#ui/Sums.tsx';
import { useLazyDialog } from '#ui/useLazyDialog.ts';
import { useLoad } from '#ui/useLoad.ts';
import { BuyAgain, HowDidItGo, reviewFormOf, useHasPage } from './AfterDelivery.tsx';
import { lineTotal, OrderPicture } from './OrderPicture.tsx';
import { OrderReturns, ReturnButton } from './OrderReturns.tsx';
import { PayNow, PendingPaymentNote } from './PayNow.tsx';
import { Progress } from './Progress.tsx';
import { ShippingInformation, TrackPackage } from './ShippingInformation.tsx';

const TellAccount = lazyComponent(() => import('./TellAccount.tsx'));

type Props = { line: OrderCardData; readWith: string | undefined; onChanged: () => void };

/** The content of an open card (docs/behaviour.md, "My Orders"). */
export function OrderDetails({ line, readWith, onChanged }: Props) {
  const history = useHistory(line.fullOrder, readWith);
  const reason = endReason(history);
  const { business } = line.fullOrder;
  const status = statusText(line.fullOrder);
  const replacement = invoiceReplacement({ ...line.fullOrder, today: dayOf(Date.now()) });
  const isDelivered = line.status === 'Delivered';
  const hasPage = useHasPage(isDelivered ? line.productId : undefined);
  const cancelled = line.fullOrder.cancelled.find(({ _id }) => _id === line.productId);
  return (
    <>
      <PendingPaymentNote order={line.fullOrder} />
      <div className="order-product grid gap-5">
        <OrderPicture line={line} large />
        <div className="stack gap-3">
          <h3>
            <a href={productPath(line.productId)}>{line.name}</a>
          </h3>
          <StatusBadge tone={statusTone(status)}>{status}</StatusBadge>
          <dl className="order-facts stack gap-2">
            <Fact name="Price">{formatPrice(toPaise(line.price) ?? 0)}</Fact>
            <Fact name="Quantity">
              {line.quantity}
              {cancelled && <span className="soft">, {cancelled.quantity} cancelled</span>}
            </Fact>
            <Fact name="Subtotal">{lineTotal(line)}</Fact>
          </dl>
          <div className="actions">
            {!readWith && <PayNow order={line.fullOrder} onChanged={onChanged} />}
            <TrackPackage {...line} />
            {!readWith && hasInvoice(line.fullOrder) && (
              <a className="button quiet small" href={documentPaths.ofOrder(line.orderId)}>
                Invoice
              </a>
            )}
            {isDelivered && (
              <BuyAgain className="quiet" lines={[{ ...line, _id: line.productId }]}>
                Buy again
              </BuyAgain>
            )}
            {isDelivered && hasPage && (
              <a className="button quiet small" href={reviewFormOf(line.productId)}>
                Review
              </a>
            )}
            {!readWith && <ReturnButton order={line.fullOrder} onChanged={onChanged} />}
            {!readWith && <CancelOrder order={line.fullOrder} onChanged={onChanged} />}
          </div>
        </div>
      </div>
      {isDelivered && hasPage && (
        <HowDidItGo
          order={line.fullOrder}
          productId={line.productId}
          onChanged={readWith ? undefined : onChanged}
        />
      )}
      {!readWith && line.fullOrder.refunds.some(({ needsAccount }) => needsAccount) && (
        <Suspense>
          <TellAccount order={line.fullOrder} onChanged={onChanged} />
        </Suspense>
      )}
      <Progress status={line.fullOrder.undelivered ? 'Shipped' : line.status} />
      {reason && (
        <p className="notice">
          {line.status}: {reason}
        </p>
      )}
      <div className="order-information">
        <section>
          <h3>Shipping Information</h3>
          <ShippingInformation line={line} />
        </section>
        <section>
          <h3>Payment Information</h3>
          <dl className="order-facts stack gap-2">
            <Fact name="Payment method">{paymentNames[line.paymentMethod] ?? line.paymentMethod}</Fact>
            <Fact name="Payment">{paymentState(line)}</Fact>
            <Refunds refunds={line.fullOrder.refunds} />
            {!readWith && (
              <>
                <Notes name="Credit notes" orderId={line.orderId} numbers={line.fullOrder.creditNotes} />
                <Notes name="Debit notes" orderId={line.orderId} numbers={line.fullOrder.debitNotes} />
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
            <Fact name="Total">{lineTotal(line)}</Fact>
          </dl>
          {replacement && (
            <p className="soft small">
              {replacement.text} {replacement.isOpen && <a href={paths.contact}>Write to us</a>}
            </p>
          )}
          {!readWith && !replacement && canCorrectBusiness(line.status) && (
            <Correct order={line.fullOrder} part="business" onChanged={onChanged}>
              {business ? 'Change GST details' : 'Add a GSTIN'}
            </Correct>
          )}
        </section>
        <DeliveryInformation line={line} history={history} onChanged={readWith ? undefined : onChanged} />
        <section>
          <h3>Whole Order</h3>
          <CancelledUnits order={line.fullOrder} />
          <Sums
            rows={[{ label: 'Reference', value: line.fullOrder.reference }, ...orderRows(line.fullOrder)]}
          />
        </section>
        <OrderReturns order={line.fullOrder} onChanged={readWith ? undefined : onChanged} />
        <OrderHistory history={history} />
      </div>
    </>
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

/**
 * The history of an order, loaded when its card opens and when it changes. A failure is silent (docs/behaviour.md,
 * "My Orders").
 */
function useHistory(order: ApiOrder, readWith: string | undefined): readonly ApiOrderEvent[] {
  const orderId = order._id;
  const { load } = useLoad(JSON.stringify(order), () =>
    send(api.order['tracking-info'][':orderId'].$get({ param: { orderId } }, withToken(readWith)), {
      token: readWith,
    }),
  );
  return load.state === 'ready' ? load.data.trackingInfo.history : [];
}

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

type DeliveryProps = {
  line: OrderCardData;
  history: readonly ApiOrderEvent[];
  /** undefined for an order that can only be read. */
  onChanged: (() => void) | undefined;
};

function DeliveryInformation({ line, history, onChanged }: DeliveryProps) {
  const to = line.fullOrder.shippingAddress as ApiOrder['shippingAddress'] | undefined;
  const arrives = !ended.includes(line.status) && promisedDays(line.fullOrder);
  const delivered = line.status === 'Delivered' && deliveredAt(history);
  return (
    <section>
      <h3>Delivery Information</h3>
      <dl className="order-facts stack gap-2">
        <Fact name="Status">{statusText(line.fullOrder)}</Fact>
        {arrives && <Fact name="Estimated delivery">{arrives}</Fact>}
        {delivered && <Fact name="Delivered on">{formatDay(delivered)}</Fact>}
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
      {onChanged && !line.fullOrder.replaceableUntil && canCorrect(line.status, 'shopper') && (
        <Correct order={line.fullOrder} part="address" onChanged={onChanged}>
          Change address
        </Correct>
      )}
    </section>
  );
}

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

type CancelProps = { order: ApiOrder; onChanged: () => void };

/** The button that cancels an order, or some units of it, before it is shipped. */
function CancelOrder({ order, onChanged }: CancelProps) {
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

/** The history of an order, oldest first. */
function OrderHistory({ history }: { history: readonly ApiOrderEvent[] }) {
  if (!history.length) return null;
  return (
    <section className="order-history">
      <h3>History</h3>
      <ol className="order-timeline">
        {history.map(({ at, kind, status, reason }) => (
          <li key={`${at} ${kind} ${status}`}>
            <time dateTime={at}>{`${formatDay(at)}, ${formatTime(at)}`}</time>
            <span>
              <strong>{historyTitle({ kind, status })}</strong>
              {reason && <span className="order-history-reason">{reason}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
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
