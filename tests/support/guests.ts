/** Guests, and the signed links to their orders. */
import { expect } from 'vitest';
import { orderLink } from '#functions/guests/order-link.ts';
import { newEmail } from './accounts.ts';
import { type Client, newClient } from './client.ts';
import { orderOf, placeOrder, serum } from './orders.ts';
import type { TestShop } from './shop.ts';

/** For the setting EMAIL_HASH_KEY of a shop whose links a test makes. */
export const linkKey = 'a key for links that is long enough';

export const linkTo = (orderId: string): string => orderLink(linkKey, orderId);

export type Guest = Client & { name: string; email: string; phone: string; token: string };

let guestCount = 0;
/** An unused mobile number. */
export function newPhone(): string {
  guestCount += 1;
  return `98${String(guestCount).padStart(8, '0')}`;
}

/** @param address of the client; default: a new one */
export async function newGuest(
  shop: TestShop,
  given: { name?: string; email?: string; phone?: string } = {},
  address?: string,
): Promise<Guest> {
  const guest = { name: 'Asha Rao', email: newEmail(), phone: newPhone(), ...given };
  const { status, body } = await newClient(shop.stack.url, undefined, address).post('/api/user/guest', guest);
  expect(status).toBe(200);
  return { ...guest, token: body.token, ...newClient(shop.stack.url, body.token, address) };
}

/** Places an order, cash on delivery. @returns its id and reference */
export async function guestOrder(guest: Client, quantities: Record<string, number> = { [serum]: 1 }) {
  const { status, body } = await placeOrder(guest, await orderOf(guest, quantities));
  expect(status, body.message).toBe(200);
  return { orderId: body.order._id, reference: body.order.reference };
}
