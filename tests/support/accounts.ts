/** People with passwords, the letters that they get, and how many passwords the Worker has hashed. */
import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { links, outbox, users } from '#db/schema/index.ts';
import type { OutboxLetter } from '#db/schema/outbox-email.ts';
import { newClient } from './client.ts';
import type { Shop } from './shop.ts';

export const password = 'a long walk in Lalbagh';

/** What somebody reads who chooses a password that is easy to guess. */
export const weakPassword =
  'This password is easy to guess. Use a few words that do not belong together, without your email or our name.';

let people = 0;

/** An address that nobody has yet. */
export function newEmail(): string {
  people += 1;
  return `person-${people}@example.in`;
}

/** Somebody who has just signed up with an address, theirs or not, and is signed in. */
export async function newcomer(shop: Shop, email = newEmail(), name = 'Asha Rao') {
  const { body } = await shop.client().post('/api/user/register', { name, email, password });
  return { name, email, password, token: body.token, ...newClient(shop.stack.url, body.token) };
}

/** Somebody who has signed up long ago: their address is verified, and the email that asked for it is gone. */
export async function someoneWithPassword(shop: Shop, name = 'Asha Rao') {
  const person = await newcomer(shop, newEmail(), name);
  const { email } = person;
  await shop.db.write.batch([
    shop.db.write.update(users).set({ verifiedAt: Date.now() }).where(eq(users.email, email)),
    shop.db.write.delete(links).where(sql`user_id = (SELECT id FROM ${users} WHERE email = ${email})`),
    shop.db.write.delete(outbox).where(eq(outbox.recipient, email)),
  ]);
  return person;
}

export const login = (shop: Shop, email: string, word = password) =>
  shop.client().post('/api/user/login', { email, password: word });

/** Letters that wait for an address, oldest first. */
export async function lettersTo(db: Db, recipient: string): Promise<OutboxLetter[]> {
  const rows = await db.read
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, recipient))
    .orderBy(asc(outbox.createdAt));
  return rows.flatMap(({ letter }) => letter ?? []);
}

/** What the newest letter with a link to an address carries. */
export async function mailedToken(db: Db, recipient: string): Promise<string> {
  const letter = (await lettersTo(db, recipient)).findLast((one) => 'token' in one);
  if (!letter || !('token' in letter)) throw new Error(`no link was mailed to ${recipient}`);
  return letter.token;
}

/** How many passwords are hashed while something happens; the shop needs the setting COUNT_HASHES. */
export async function hashesFor(shop: Shop, work: () => Promise<unknown>): Promise<number> {
  const made = async () => Number((await shop.client().get('/api/store')).headers.get('x-hashes-made'));
  const before = await made();
  await work();
  return (await made()) - before;
}
