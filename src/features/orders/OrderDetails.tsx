import { openConfirmation } from '#domain/orders/open-confirmation.ts';
import { type OrderCardData, statusTone } from '#domain/orders/order.ts';
import { orderState } from '#domain/orders/order-state.ts';
import { endReason } from '#domain/orders/payment.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { productPath } from '#lib/paths.ts';
import { Fact } from '#ui/Fact.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { HowDidItGo, LineActions, useHasPage } from './AfterDelivery.tsx';
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

/** The content of an open card (docs/behaviour.md, "My Orders"). */
export function OrderDetails({ line, onChanged }: { line: OrderCardData; onChanged: () => void }) {
  const { fullOrder: order } = line;
  const history = useHistory(order, undefined);
  const reason = endReason(history);
  const state = orderState(order);
  const isDelivered = line.status === 'Delivered';
  const hasPage = useHasPage(isDelivered ? line.productId : undefined);
  const cancelled = order.cancelled.find(({ _id }) => _id === line.productId);
  return (
    <>
      <PendingPaymentNote order={order} />
      <div className="order-product grid gap-5">
        <OrderPicture line={line} large />
        <div className="stack gap-3">
          <h3>
            <a href={productPath(line.productId)}>{line.name}</a>
          </h3>
          <StatusBadge tone={statusTone(state)}>{state}</StatusBadge>
          <dl className="order-facts stack gap-2">
            <Fact name="Price">{formatPrice(toPaise(line.price) ?? 0)}</Fact>
            <Fact name="Quantity">
              {line.quantity}
              {cancelled && <span className="soft">, {cancelled.quantity} cancelled</span>}
            </Fact>
            <Fact name="Subtotal">{lineTotal(line)}</Fact>
          </dl>
          <div className="actions">
            <PayNow order={order} onChanged={onChanged} />
            <TrackPackage {...line} />
            {isDelivered && <LineActions line={line} hasPage={hasPage} />}
            <OrderActions order={order} onChanged={onChanged} />
          </div>
        </div>
      </div>
      {isDelivered && hasPage && (
        <HowDidItGo order={order} productId={line.productId} onChanged={onChanged} />
      )}
      <RefundToDo order={order} onChanged={onChanged} />
      <Progress
        status={order.undelivered ? 'Shipped' : line.status}
        waits={Boolean(openConfirmation(order))}
      />
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
        <PaymentInformation order={order} lineTotal={lineTotal(line)} onChanged={onChanged} />
        <DeliveryInformation order={order} history={history} onChanged={onChanged} />
        <OrderSums order={order} named />
        <OrderReturns order={order} onChanged={onChanged} />
        <OrderHistory order={order} history={history} />
      </div>
    </>
  );
}
