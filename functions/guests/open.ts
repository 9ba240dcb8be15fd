/** Opens the order of a signed link: it signs in as the guest who placed the order. */
import { sql } from 'drizzle-orm';
import { type Db, lastResults } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import type { ApiUser } from '#domain/accounts/account.ts';
import type { Owner } from '../lib/owner.ts';
import type { Refusal } from '../lib/refusal.ts';
import { insertSession, newSession, type SignInContext, serializeUser } from '../lib/session.ts';
import { newGuestToken } from '../lib/token.ts';
import { hourlyLimit } from '../limits/hourly.ts';
import { tooManyTries } from '../limits/too-many.ts';
import { isStillGuest, proveMailbox, readLinkedOrder } from './linked-order.ts';
import { deadOrderLink, type LinkedOrder } from './order-link.ts';

/**
 * @property token of the caller's session if it is the guest's, else of a new one; null if the order belongs to an
 *   account by now
 * @property account whether there is an account with the order's email: none, the caller's own, or one that the caller
 *   is not signed in to
 */
type OpenedOrder = {
  ok: true;
  orderId: string;
  reference: string;
  token: string | null;
  user: ApiUser | null;
  account: 'none' | 'yours' | 'other';
};

/**
 * Opening a link of an email proves the guest's address.
 * @param linked of a link with a right signature
 * @param owner the session of the caller, if there is one, and its token
 * @param perHour how often the links of a guest open in an hour
 */
export async function openLinkedOrder(
  db: Db,
  linked: LinkedOrder,
  owner: Owner & { token: string },
  { perHour, ...signIn }: SignInContext & { perHour: number },
): Promise<OpenedOrder | Refusal> {
  const { orderId, mailed } = linked;
  const { order, caller } = await readLinkedOrder(db, orderId, owner);
  if (!order) return deadOrderLink();
  const { owner: guest, accountId, reference } = order;
  const isOwn = caller !== undefined && caller.id === accountId;
  const account = accountId === null ? 'none' : isOwn ? 'yours' : 'other';
  if (!guest.guest) return { ok: true, orderId, reference, token: null, user: null, account };

  const { now } = signIn;
  const limit = hourlyLimit(`open:${guest.id}`, perHour, now);
  const when = sql`${isStillGuest(guest.id)} AND ${limit.isWithin}`;
  const { token, session } = newSession(signIn, newGuestToken());
  const isGuest = sql`${users.id} = ${guest.id} AND ${when}`;
  const isKnown = caller?.id === guest.id;
  const queries = [
    isKnown
      ? db.write.select({ userId: users.id }).from(users).where(isGuest)
      : insertSession(db, session, isGuest),
  ] as const;
  const results = await db.write.batch([
    limit.count(db),
    ...(mailed ? proveMailbox(db, guest, owner, when) : []),
    ...queries,
  ]);
  const wait = limit.wait(results[0]);
  if (wait) return tooManyTries(wait);
  const [signedIn] = lastResults(results, queries);
  // The guest has become an account, or has joined one, in the meantime.
  if (!signedIn.length) return openLinkedOrder(db, linked, owner, { perHour, ...signIn });
  const user = serializeUser(mailed ? { ...guest, verifiedAt: now } : guest);
  return { ok: true, orderId, reference, token: isKnown ? owner.token : token, user, account };
}
