import { useState } from 'react';
import { payPage } from '#lib/paths.ts';
import { takeSessionStorage, unpaidKey } from '#lib/session-storage.dom.ts';
import { pendingOrders } from './pending-orders.dom.ts';

/** Why the payment from which the shopper returns was not made, with a button that pays the same order again. */
export function UnpaidNotice() {
  const [message] = useState(() => takeSessionStorage(unpaidKey));
  if (typeof message !== 'string') return null;
  const order = pendingOrders().at(-1);
  return (
    <div className="notice error cart-unpaid split">
      <p role="alert">{message}</p>
      {order?.left && (
        <a className="button small" href={payPage(order.orderId)}>
          Pay again
        </a>
      )}
    </div>
  );
}
