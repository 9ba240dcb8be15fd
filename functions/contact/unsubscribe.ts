import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { subscribers } from '#db/schema/index.ts';
import { isLinkToken } from './welcome-code.ts';

/**
 * Ends a subscription; ending it again changes nothing. The row stays, so that nobody gets a second welcome code by
 * subscribing again. @param now UTC ms @returns whether the token is known
 */
export async function unsubscribeByToken(db: Db, token: string, now: number): Promise<boolean> {
  if (!isLinkToken(token)) return false;
  const updated = await db.write
    .update(subscribers)
    .set({ unsubscribedAt: sql`coalesce(${subscribers.unsubscribedAt}, ${now})` })
    .where(eq(subscribers.token, token))
    .returning({ email: subscribers.email });
  return updated.length > 0;
}
