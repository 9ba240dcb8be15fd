/** Operators, what they alone may do, and how refunds are confirmed. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { refunds, users } from '#db/schema/index.ts';
import { hashPassword } from '#functions/accounts/password.ts';
import { password } from './accounts.ts';
import type { ApiResponse } from './client.ts';
import type { Person, TestShop } from './shop.ts';

/** Confirms a refund as an operator. @param seen the status that the operator has seen; default: the current one */
export async function confirmRefund(
  shop: TestShop,
  by: Person,
  refundId: string,
  seen?: string,
): Promise<ApiResponse> {
  const [row] = await shop.db.read.select().from(refunds).where(eq(refunds.id, refundId));
  return by.post('/api/desk/refunds/confirm', { refundId, seen: seen ?? row?.status ?? 'due', password });
}

/** Expects 401 without a sign-in and 403 for a shopper. */
export async function operatorsOnly(shop: TestShop, method: 'GET' | 'POST', path: string): Promise<void> {
  const sending = method === 'POST' ? { json: {} } : {};
  const stranger = await shop.client().send(method, path, sending);
  expect([stranger.status, stranger.body.code]).toEqual([401, 'signed_out']);
  const shopper = await (await shop.person()).send(method, path, sending);
  expect([shopper.status, shopper.body.code]).toEqual([403, 'not_operator']);
}

/** Made once, since a hash takes 0.2 s. */
let hash: Promise<string> | undefined;

/** An operator whose password is `password` of accounts.ts. */
export async function operatorWithPassword(shop: TestShop, name = 'Priya Nair'): Promise<Person> {
  hash ??= hashPassword(password);
  const person = await shop.person('operator');
  await shop.db.write
    .update(users)
    .set({ name, password: await hash })
    .where(eq(users.id, person.id));
  return { ...person, name };
}

/** The body of a refusal by the desk's API. */
export type DeskRefusal = { success: boolean; code: string; message: string; fields: Record<string, string> };
