/** The link of an email that unsubscribes. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { reviewOptOuts, stockAlerts, subscribers } from '#db/schema/index.ts';
import { alertPrefix } from '#domain/newsletter/unsubscribe-paths.ts';
import type { Call } from '../lib/call.ts';
import { type Refusal, refusal, refuses } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import { readOptOutToken } from '../reviews/review-link.ts';
import { isLinkToken } from './welcome-code.ts';

/** Ends the emails that ask for reviews to an address. Again, it changes nothing. @param hash keyed hash of the address */
async function stopAsking(db: Db, hash: string, now: number): Promise<void> {
  await db.write.insert(reviewOptOuts).values({ emailHash: hash, createdAt: now }).onConflictDoNothing();
}

const unknownLink = refusal(
  404,
  'not_found',
  `We do not know this link. If emails still come, please write to ${store.care.email ?? 'us, with the form on the contact page'}.`,
);

/**
 * Ends the subscription of a link, the emails that ask for reviews, or the alerts of products that are back. An incomplete link is refused, since with it the emails
 * would continue. The refusal reveals nothing: links cannot be guessed.
 */
export async function unsubscribeByLink(
  { db, now, keys }: Call,
  { token }: { token: string },
): Promise<{ ok: true; message: string } | Refusal> {
  const address = keys && readOptOutToken(keys, token);
  if (address) {
    await stopAsking(db, address, now);
    return { ok: true, message: 'We will not ask you for reviews again.' };
  }
  if (token.startsWith(alertPrefix))
    return (await endStockAlerts(db, token, now))
      ? { ok: true, message: 'We will not tell you about products that are back.' }
      : unknownLink();
  return (await unsubscribe(db, token, now))
    ? { ok: true, message: 'You are unsubscribed. No more emails will come.' }
    : unknownLink();
}
refuses(unsubscribeByLink, unknownLink);

/**
 * Ends a subscription; ending it again changes nothing. The row stays, so that nobody gets a second welcome code by
 * subscribing again. @param now UTC ms @returns whether the token is known
 */
async function unsubscribe(db: Db, token: string, now: number): Promise<boolean> {
  if (!isLinkToken(token)) return false;
  const updated = await db.write
    .update(subscribers)
    .set({ unsubscribedAt: sql`coalesce(${subscribers.unsubscribedAt}, ${now})` })
    .where(eq(subscribers.token, token))
    .returning({ email: subscribers.email });
  return updated.length > 0;
}

/** Ends all stock alerts of an address; ending them again changes nothing. @param now UTC ms @returns whether the token is known */
async function endStockAlerts(db: Db, token: string, now: number): Promise<boolean> {
  const { email, endedAt } = stockAlerts;
  const ofToken = db.write.select({ email }).from(stockAlerts).where(eq(stockAlerts.token, token));
  const updated = await db.write
    .update(stockAlerts)
    .set({ endedAt: sql`coalesce(${endedAt}, ${now})` })
    .where(inArray(email, ofToken))
    .returning({ email });
  return updated.length > 0;
}
