import { openConfirmation } from '#domain/orders/open-confirmation.ts';
import { type ApiOrder, type OrderCardData, orderCards, statusTone } from '#domain/orders/order.ts';
import { orderState } from '#domain/orders/order-state.ts';
import { deliveredAt, endReason } from '#domain/orders/payment.ts';
import AskOnWhatsApp from '#features/store/AskOnWhatsApp.tsx';
import { formatDay } from '#lib/dates.ts';
import { productPath } from '#lib/paths.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { BuyAgain, HowDidItGo, LineActions, useHasPage } from './AfterDelivery.tsx';
import { askToConfirm } from './ask-to-confirm.tsx';
import { OrderArrival } from './OrderArrival.tsx';
import { OrderDay } from './OrderGroup.tsx';
import {
  DeliveryInformation,
  OrderActions,
  OrderHistory,
  OrderSums,
  PaymentInformation,
  RefundToDo,
  useHistory,
} from './OrderInformation.tsx';
import { lineTotal, OrderPicture } from './OrderPicture.tsx';
import { OrderReturns } from './OrderReturns.tsx';
import { PayNow, PendingPaymentNote } from './PayNow.tsx';
import { Progress } from './Progress.tsx';
import { ShippingInformation, TrackPackage } from './ShippingInformation.tsx';

type Props = {
  order: ApiOrder;
  /** The token of the link that the order is read with; little can be changed then. The session's own by default. */
  readWith: string | undefined;
  link: string;
  /** `care.whatsapp` of the store settings. */
  whatsapp: string | undefined;
  onChanged: () => void;
};

/** An order on a page of its own: its state and day, what is to do, the parcel, the lines, the sums, and then the rest. */
export function WholeOrder({ order, readWith, link, whatsapp, onChanged }: Props) {
  const history = useHistory(order, readWith);
  const waits = Boolean(openConfirmation(order));
  const state = orderState(order);
  const reason = endReason(history);
  const change = readWith ? undefined : onChanged;
  const lines = orderCards([order]);
  const [first] = lines;
  const isDelivered = order.status === 'Delivered';
  const delivered = isDelivered && deliveredAt(history);
  const hasPage = useHasPage(isDelivered ? first?.productId : undefined);
  return (
    <section className="order-whole panel stack gap-6" aria-labelledby={`number-${order._id}`}>
      <header className="stack gap-2">
        <h2 id={`number-${order._id}`}>Order {order.reference}</h2>
        {/* The box below it says the state of an order that waits. */}
        <p className="cluster gap-3">
          {!waits && <StatusBadge tone={statusTone(state)}>{state}</StatusBadge>}
          <OrderDay order={order} />
        </p>
        <OrderArrival order={order} />
        {delivered && <p>Delivered on {formatDay(delivered)}</p>}
        {reason && (
          <p className="notice">
            {order.status}: {reason}
          </p>
        )}
      </header>
      {askToConfirm(order, onChanged, { readWith, link })}
      <PendingPaymentNote order={order} />
      {change && <PayNow order={order} onChanged={change} />}
      {change && <RefundToDo order={order} onChanged={change} />}
      {first && isDelivered && hasPage && (
        <HowDidItGo order={order} productId={first.productId} onChanged={change} />
      )}
      <section className="stack gap-4" aria-label="The parcel">
        <Progress status={order.undelivered ? 'Shipped' : order.status} waits={waits} />
        <ShippingInformation line={order} />
        {order.trackingId && <TrackPackage trackingUrl={order.trackingUrl} />}
      </section>
      <ul className="order-lines">
        {lines.map((line) => (
          <li key={line.key}>
            <OrderPicture line={line} />
            <p>
              <a href={productPath(line.productId)}>{line.name}</a>{' '}
              <span className="soft">× {line.quantity}</span>
            </p>
            <p className="order-head-total">{lineTotal(line)}</p>
            {isDelivered && (
              <div className="actions">
                <ArrivedLine line={line} />
              </div>
            )}
          </li>
        ))}
      </ul>
      <div className="order-information">
        <OrderSums order={order} />
        <PaymentInformation order={order} onChanged={change} />
        <DeliveryInformation order={order} onChanged={change} />
        <OrderReturns order={order} onChanged={change} />
        <OrderHistory order={order} history={history} />
      </div>
      <div className="actions">
        {isDelivered && lines.length > 1 && (
          <BuyAgain className="quiet" lines={order.items}>
            Buy the whole order again
          </BuyAgain>
        )}
        <OrderActions order={order} onChanged={change} />
        <AskOnWhatsApp number={whatsapp} about={`order ${order.reference}`} />
      </div>
    </section>
  );
}

/** What can be done with a line that has arrived. */
function ArrivedLine({ line }: { line: OrderCardData }) {
  return <LineActions line={line} hasPage={useHasPage(line.productId)} />;
}
