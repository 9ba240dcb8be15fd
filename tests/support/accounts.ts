/** Accounts with passwords, the emails to them, and how many passwords the Worker has hashed. */
import { scryptSync } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { links, outbox, users } from '#db/schema/index.ts';
import type { OutboxEmail } from '#db/schema/outbox-email.ts';
import { newClient } from './client.ts';
import type { TestShop } from './shop.ts';

export const password = 'a long walk in Lalbagh';

/** A hash of `password` as functions/accounts/password.ts stores it, at a cost of a few milliseconds. */
export const passwordHash = (() => {
  const cost = { N: 2 ** 10, r: 8, p: 1 };
  const derived = scryptSync(password, 'salt', 32, cost).toString('base64');
  return ['scrypt', cost.N, cost.r, cost.p, Buffer.from('salt').toString('base64'), derived].join('$');
})();

/** The message for a password that is easy to guess. */
export const weakPassword =
  'This password is easy to guess. Use a few words that do not belong together, without your email or our name.';

let userCount = 0;

/** An unused email address. */
export function newEmail(): string {
  userCount += 1;
  return `person-${userCount}@example.in`;
}

/** Registers an account, whose address is not verified, and signs it in. */
export async function registerUser(shop: TestShop, email = newEmail(), name = 'Asha Rao') {
  const { body } = await shop.client().post('/api/user/register', { name, email, password });
  return { name, email, password, token: body.token, ...newClient(shop.stack.url, body.token) };
}

/** Verifies the address of an account, as its link does. */
export const verify = (db: Db, email: string) =>
  db.write
    .update(users)
    .set({ verifiedAt: Date.now() })
    .where(and(eq(users.email, email), eq(users.guest, false)));

/** An account whose address is verified, without the email that asked to verify it. */
export async function verifiedUser(shop: TestShop, name = 'Asha Rao') {
  const person = await registerUser(shop, newEmail(), name);
  const { email } = person;
  await shop.db.write.batch([
    verify(shop.db, email),
    shop.db.write.delete(links).where(sql`user_id = (SELECT id FROM ${users} WHERE email = ${email})`),
    shop.db.write.delete(outbox).where(eq(outbox.recipient, email)),
  ]);
  return person;
}

export const login = (shop: TestShop, email: string, word = password) =>
  shop.client().post('/api/user/login', { email, password: word });

/** Emails in the outbox for an address, oldest first. */
export async function emailsTo(db: Db, recipient: string): Promise<OutboxEmail[]> {
  const rows = await db.read
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, recipient))
    .orderBy(asc(outbox.createdAt));
  return rows.flatMap(({ content }) => content ?? []);
}

/** The token in the newest email with a link to an address. */
export async function emailedToken(db: Db, recipient: string): Promise<string> {
  const email = (await emailsTo(db, recipient)).findLast((one) => 'token' in one);
  if (!email || !('token' in email)) throw new Error(`no link was emailed to ${recipient}`);
  return email.token;
}

/** How many passwords the Worker hashes during `work`; the shop needs the setting COUNT_HASHES. */
export async function countHashes(shop: TestShop, work: () => Promise<unknown>): Promise<number> {
  const made = async () => Number((await shop.client().get('/api/store')).headers.get('x-hashes-made'));
  const before = await made();
  await work();
  return (await made()) - before;
}
