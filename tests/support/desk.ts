/** Operators, what they alone may do, and how refunds are confirmed. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { refunds, users } from '#db/schema/index.ts';
import { hashPassword } from '#functions/accounts/password.ts';
import { password } from './accounts.ts';
import type { Answer } from './client.ts';
import type { Person, Shop } from './shop.ts';

/** An operator's yes to a refund. @param seen how they saw it; as it stands when left out */
export async function confirmRefund(
  shop: Shop,
  by: Person,
  refundId: string,
  seen?: string,
): Promise<Answer> {
  const [row] = await shop.db.read.select().from(refunds).where(eq(refunds.id, refundId));
  return by.post('/api/desk/refunds/confirm', { refundId, seen: seen ?? row?.status ?? 'due', password });
}

/** Nobody but an operator is answered, with 401 or 403, whatever is asked. */
export async function operatorsOnly(shop: Shop, method: 'GET' | 'POST', path: string): Promise<void> {
  const sending = method === 'POST' ? { json: {} } : {};
  const stranger = await shop.client().send(method, path, sending);
  expect([stranger.status, stranger.body.code]).toEqual([401, 'signed_out']);
  const shopper = await (await shop.person()).send(method, path, sending);
  expect([shopper.status, shopper.body.code]).toEqual([403, 'not_operator']);
}

/** Made once: a hash takes its time. */
let hash: Promise<string> | undefined;

/** An operator who can be asked for their password: `password` of accounts.ts. */
export async function operatorWithPassword(shop: Shop, name = 'Priya Nair'): Promise<Person> {
  hash ??= hashPassword(password);
  const person = await shop.person('operator');
  await shop.db.write
    .update(users)
    .set({ name, password: await hash })
    .where(eq(users.id, person.id));
  return { ...person, name };
}

/** A refusal as the desk answers it. */
export type Refused = { success: boolean; code: string; message: string; fields: Record<string, string> };
