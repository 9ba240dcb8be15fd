/** The orders of a shopper, with all that My Orders shows of them. */

import { withKnownStatus } from '#domain/orders/order.ts';
import { api, send, withToken } from '#lib/api.ts';

/** The orders of a session. @param token the session's own if it is undefined */
export async function listOrders(token?: string) {
  const answer = await send(api.order.userorders.$post({ json: {} }, withToken(token)), {
    otherwise: 'Failed to load orders',
    token,
  });
  if (!answer.ok) return answer;
  return { ...answer, data: { ...answer.data, orders: answer.data.orders.map(withKnownStatus) } };
}
