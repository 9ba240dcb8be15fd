/**
 * Opens the order of a signed link: its holder sees the order (docs/behaviour.md, "Order links"). Programs that read mail open
 * links too, so this changes nothing but a counter.
 */
import { sql } from 'drizzle-orm';
import { lastResults } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import type { ApiUser } from '#domain/accounts/account.ts';
import { oneDay } from '#lib/dates.ts';
import type { Call } from '../lib/call.ts';
import { notConfigured } from '../lib/hash-key.ts';
import { type Refusal, refuses } from '../lib/refusal.ts';
import { insertSession, newSession, serializeUser } from '../lib/session.ts';
import { newLinkToken } from '../lib/token.ts';
import { hourlyLimit } from '../limits/hourly.ts';
import { tooManyTries } from '../limits/too-many.ts';
import { isStillGuest, readLinkedOrder } from './linked-order.ts';
import { deadOrderLink, type LinkedOrder, requireLinkedOrder } from './order-link.ts';

/** How long an opened link shows the order before it has to be opened again, ms. */
const openFor = oneDay;

/**
 * @property token of the caller's session if it is the guest's, else of a new one that only shows the order; null if the
 *   order belongs to an account by now
 * @property account whether there is an account with the order's email: none, the caller's own, or one that the caller
 *   is not signed in to
 * @property proven the caller's session has typed the code that was mailed to the guest
 */
type OpenedOrder = {
  ok: true;
  orderId: string;
  reference: string;
  token: string | null;
  user: ApiUser | null;
  account: 'none' | 'yours' | 'other';
  proven: boolean;
};

/** Opens the order of a link on this device. */
export const openLinkedOrder = async (call: Call, { link }: { link: string }) =>
  open(call, await requireLinkedOrder(call, link));
refuses(openLinkedOrder, deadOrderLink, notConfigured);

/** @param linked of a link with a right signature */
async function open(call: Call, linked: LinkedOrder): Promise<OpenedOrder | Refusal> {
  const { db, owner, limits, now } = call;
  const { order, caller } = await readLinkedOrder(db, linked.order, owner);
  if (!order) return deadOrderLink();
  const { id: orderId, owner: guest, accountId, reference } = order;
  const isOwn = caller !== undefined && caller.id === accountId;
  const account = accountId === null ? 'none' : isOwn ? 'yours' : 'other';
  const opened = { ok: true, orderId, reference, account } as const;
  if (!guest.guest) return { ...opened, token: null, user: null, proven: false };

  const limit = hourlyLimit(`open:${guest.id}`, limits.ACCOUNT_CHANGES_PER_HOUR, now);
  const when = sql`${isStillGuest(guest.id)} AND ${limit.isWithin}`;
  const { token, session } = newSession(call, newLinkToken());
  const isGuest = sql`${users.id} = ${guest.id} AND ${when}`;
  const isKnown = caller?.id === guest.id;
  const ofLink = { ...session, expiresAt: now + openFor, orderId, sentBy: linked.sentBy };
  const queries = [
    isKnown
      ? db.write.select({ userId: users.id }).from(users).where(isGuest)
      : insertSession(db, ofLink, isGuest),
  ] as const;
  const results = await db.write.batch([limit.count(db), ...queries]);
  const wait = limit.wait(results[0]);
  if (wait) return tooManyTries(wait);
  const [signedIn] = lastResults(results, queries);
  // The guest has become an account, or has joined one, in the meantime.
  if (!signedIn.length) return open(call, linked);
  return {
    ...opened,
    token: isKnown ? (call.token ?? '') : token,
    user: serializeUser(guest),
    proven: isKnown && caller.provenAt !== null,
  };
}
