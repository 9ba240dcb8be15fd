/** Operators, what they alone may do, and how refunds are confirmed. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { refunds, users } from '#db/schema/index.ts';
import type { Detail } from '#desk/orders/orders.api.ts';
import { password, passwordHash } from './accounts.ts';
import type { ApiResponse, Client } from './client.ts';
import type { Person, TestShop } from './shop.ts';

/** How an operator has sent back cash. */
export const cashTransfer = { transfer: 'upi', reference: 'UTR 4242' } as const;

/**
 * Confirms a refund as an operator.
 * @param seen the status that the operator has seen; default: the current one
 * @param more of the request, such as {@link cashTransfer}
 */
export async function confirmRefund(
  shop: TestShop,
  by: Person,
  refundId: string,
  seen?: string,
  more: object = {},
): Promise<ApiResponse> {
  const [row] = await shop.db.read.select().from(refunds).where(eq(refunds.id, refundId));
  const json = { refundId, seen: seen ?? row?.status ?? 'due', password, ...more };
  return by.post('/api/desk/refunds/confirm', json);
}

/** Attaches a tracking number to an order, which ships it: its invoice is issued. @returns the answer */
export const attachTracking = (
  operator: Client,
  orderId: string,
  tracking: { trackingId?: string; courierPartner?: string } = {},
) =>
  operator.post('/api/order/update-tracking', {
    orderId,
    trackingId: `AWB ${orderId}`,
    courierPartner: 'DTDC',
    ...tracking,
  });

/** Ships an order, with the tracking number AWB1 unless another one is given. */
export async function ship(
  ...[operator, orderId, tracking]: Parameters<typeof attachTracking>
): Promise<void> {
  const { status } = await attachTracking(operator, orderId, { trackingId: 'AWB1', ...tracking });
  expect(status).toBe(200);
}

/** An order as the desk shows it; `seen` is its version. */
export const detailOf = async (by: Client, orderId: string): Promise<Detail> =>
  (await by.get<Detail>(`/api/desk/orders/${orderId}`)).body;

/** An operator whose password is `password` of accounts.ts. */
export async function operatorWithPassword(shop: TestShop, name = 'Priya Nair'): Promise<Person> {
  const person = await shop.person('operator');
  await shop.db.write.update(users).set({ name, password: passwordHash }).where(eq(users.id, person.id));
  return { ...person, name };
}

/** The body of a refusal by the desk's API. */
export type DeskRefusal = { success: boolean; code: string; message: string; fields: Record<string, string> };
