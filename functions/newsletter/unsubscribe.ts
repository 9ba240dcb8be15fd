import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { subscribers } from '#db/schema/index.ts';
import { isLinkToken } from './code.ts';

/**
 * Ends a subscription; ending it again changes nothing. Its row stays, so that who comes back gets no
 * second welcome code. @param now UTC ms. @returns whether the link is one of ours
 */
export async function unsubscribe(db: Db, token: string, now: number): Promise<boolean> {
  if (!isLinkToken(token)) return false;
  const known = await db.write
    .update(subscribers)
    .set({ unsubscribedAt: sql`coalesce(${subscribers.unsubscribedAt}, ${now})` })
    .where(eq(subscribers.token, token))
    .returning({ email: subscribers.email });
  return known.length > 0;
}
