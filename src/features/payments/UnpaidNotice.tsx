import { useState } from 'react';
import { pendingOrders } from '#features/cart/pending-orders.dom.ts';
import { payPage } from './create-payment.api.ts';
import { takeUnpaidMessage } from './redirect.dom.ts';

/** Why the payment from which the shopper returns was not made, with a button that pays the same order again. */
export default function UnpaidNotice() {
  const [message] = useState(takeUnpaidMessage);
  const order = pendingOrders().at(-1);
  return (
    <div className="notice error cart-unpaid">
      <p role="alert">{message}</p>
      {order?.left && (
        <a className="button small" href={payPage(order.orderId)}>
          Pay again
        </a>
      )}
    </div>
  );
}
