/** Emails that waited too long: without a mail service, or while the job did not run. */
import { and, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { outbox } from '#db/schema/index.ts';
import { oneDay } from '#lib/dates.ts';

/** Longer than the longest pause between two tries. A reset link that is three days old helps nobody. */
const longestWait = 3 * oneDay;
/** Longer than any pause, ms. A mail service may ask for a longer one than ours. */
const longestPause = oneDay;
/** Emails of a run. */
const most = 500;

/**
 * Holds emails that should have been sent days ago. They are listed at the desk, where an operator can send one, and are
 * deleted with the other held ones, counted from now; otherwise all of them would be sent once there is a mail service.
 * @param now UTC ms
 */
export async function holdOldEmails(db: Db, now: number): Promise<void> {
  const waiting = (when: SQL) =>
    db.write
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(eq(outbox.status, 'waiting'), when))
      .limit(most);
  const old = waiting(lt(outbox.nextTryAt, now - longestWait));
  // Written while a clock was ahead.
  const late = waiting(gt(outbox.nextTryAt, now + longestPause));
  await db.write.update(outbox).set({ nextTryAt: now }).where(inArray(outbox.id, late));
  await db.write
    .update(outbox)
    .set({
      status: 'held',
      nextTryAt: now,
      error: 'It had waited for more than three days.',
      // A link is not kept for longer than it is needed. The link of a welcome email ends the subscription.
      content: sql`CASE WHEN ${outbox.content} ->> 'token' IS NULL OR ${outbox.content} ->> 'kind' = 'welcome' THEN ${outbox.content} END`,
    })
    .where(inArray(outbox.id, old));
}
