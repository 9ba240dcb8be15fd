/**
 * Writes the changes of the desk into content, as an outbox: a change is claimed before it is written, and tried again with
 * growing pauses. Writing is repeatable: a file that has a value already is left as it is.
 */
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { catalogueChanges } from '#db/schema/index.ts';
import type { WaitingChange } from '#domain/catalogue/write-changes.ts';
import { oneMinute } from '#lib/dates.ts';
import { GithubFailure } from '../lib/github-app.ts';
import { logError } from '../lib/log.ts';

/** Changes of one run, which are one commit. */
const most = 100;
/** Longer than a run can take. A change that was claimed without a result is tried again after it, ms. */
const claimTime = 3 * oneMinute;
/** After it, only the operator tries again, UTC ms: the reason does not go away by itself. */
const never = Number.MAX_SAFE_INTEGER;

/** Pause after the n-th failure, ms: 1, 2, 4 … minutes, an hour at most. */
const pauseAfter = (attempts: number): number => Math.min(60, 2 ** (attempts - 1)) * oneMinute;

/**
 * Where content is: a repository, or the files of this machine. @param changes the oldest first
 * @returns the commit, and why changes cannot be written @throws GithubFailure
 */
export type ContentStore = (
  changes: readonly WaitingChange[],
) => Promise<{ commit: string | null; failed: ReadonlyMap<string, string> }>;

/** Writes the changes that are due. Two runs at once are safe. @param now UTC ms */
export async function writeContent(db: Db, store: ContentStore, now: number): Promise<void> {
  const { id, at, nextTryAt } = catalogueChanges;
  const claimed = await db.write
    .update(catalogueChanges)
    .set({ attempts: sql`attempts + 1`, nextTryAt: now + claimTime })
    .where(
      inArray(
        id,
        db.write
          .select({ id })
          .from(catalogueChanges)
          .where(sql`ended_at IS NULL AND state IN ('waiting', 'failed') AND ${nextTryAt} <= ${now}`)
          .orderBy(asc(at), asc(sql`rowid`))
          .limit(most),
      ),
    )
    .returning({
      id,
      at,
      productId: catalogueChanges.productId,
      fields: catalogueChanges.fields,
      attempts: catalogueChanges.attempts,
      rowid: sql<number>`rowid`,
    });
  if (!claimed.length) return;
  const changes = claimed.toSorted((one, other) => one.at - other.at || one.rowid - other.rowid);
  const fail = (change: (typeof changes)[number], reason: string, isTemporary: boolean) =>
    db.write
      .update(catalogueChanges)
      .set({ state: 'failed', reason, nextTryAt: isTemporary ? now + pauseAfter(change.attempts) : never })
      .where(eq(id, change.id));
  const batch = (statements: readonly ReturnType<typeof fail>[]) => {
    const [first, ...rest] = statements;
    return first && db.write.batch([first, ...rest]);
  };
  try {
    const { commit, failed } = await store(changes);
    await batch(
      changes.map((change) => {
        const reason = failed.get(change.id);
        return reason === undefined
          ? db.write
              .update(catalogueChanges)
              .set({ state: 'written', reason: null, commit })
              .where(eq(id, change.id))
          : fail(change, reason, false);
      }),
    );
  } catch (error) {
    if (!(error instanceof GithubFailure)) logError(error, { job: 'content' });
    const reason =
      error instanceof GithubFailure ? error.message : 'Something unexpected went wrong. The log has more.';
    // Also what is wrong with the settings: somebody puts it right.
    await batch(changes.map((change) => fail(change, reason, true)));
  }
}
