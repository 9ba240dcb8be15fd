/**
 * Guests: shoppers who order without an account (docs/behaviour.md, "Guests"). A guest is a row of `users` without a
 * password that signs in, and a session on the device that orders.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import type { ApiUser, guestForm } from '#domain/accounts/account.ts';
import { guestsOfAddress } from '#domain/sale-day/limits.ts';
import { noPassword } from '../accounts/password.ts';
import type { Call } from '../lib/call.ts';
import { hashKey, notConfigured } from '../lib/hash-key.ts';
import { type Refusal, refuses, tooMany } from '../lib/refusal.ts';
import { insertSession, newSession, serializeUser } from '../lib/session.ts';
import { newGuestToken } from '../lib/token.ts';
import { limitOfCall, networkLimit } from '../limits/hourly.ts';
import { limitNow } from '../limits/sale-day.ts';
import { formatWait } from '../limits/too-many.ts';

/** @property id of the guest @property session on whose device they order @property when condition */
type NewGuest = Pick<z.output<typeof guestForm>, 'name' | 'email' | 'phone'> & {
  id: string;
  session: ReturnType<typeof newSession>['session'];
  when: SQL;
};

/** Statements that write a guest with a session. @param now UTC ms */
export const insertGuest = (db: Db, { id, name, email, phone, session, when }: NewGuest, now: number) =>
  [
    db.write.run(sql`
      INSERT INTO ${users} (id, name, email, password, created_at, guest, phone)
      SELECT ${id}, ${name}, ${email}, ${noPassword}, ${now}, 1, ${phone} WHERE ${when}`),
    insertSession(db, session, sql`${users.id} = ${id}`),
  ] as const;

/**
 * Creates a guest, also when there are others, or an account, with the email address: the result shows nothing about it.
 * An IPv4 address may create ten times as many as another network, since a carrier gives one to thousands of phones: what they
 * may hold unpaid is limited by their orders (orders/holds.ts).
 */
export async function createGuest(
  call: Call,
  { name, email, phone }: z.output<typeof guestForm>,
): Promise<{ ok: true; token: string; user: ApiUser } | Refusal> {
  // Without the key the guest's emails would have no link to the order.
  hashKey(call);
  const { db, networks, limits, now } = call;
  const perHour = limits.GUESTS_PER_HOUR;
  const ofAddress = limitNow('guests', guestsOfAddress * perHour, now);
  const limit = networkLimit('guest', limitOfCall(call, networks.length === 1 ? ofAddress : perHour));
  const id = crypto.randomUUID();
  const { token, session } = newSession(call, newGuestToken());
  const [used] = await db.write.batch([
    limit.count(db),
    ...insertGuest(db, { id, name, email, phone, session, when: limit.isWithin }, now),
  ]);
  const user = serializeUser({ name, email, role: 'shopper', verifiedAt: null, guest: true });
  const wait = limit.wait(used);
  if (!wait) return { ok: true, token, user };
  return tooMany(
    wait,
    `Too many people have started an order from here. Please sign in, or try again in ${formatWait(wait)}.`,
  );
}
refuses(createGuest, notConfigured);
