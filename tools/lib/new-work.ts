/**
 * Work that an older release does not know: after a rollback it waits until this release is deployed again, and nobody is
 * answered meanwhile. So a rollback names it (docs/operations.md, "Migrations without downtime").
 */
import { sql } from 'drizzle-orm';
import { connect, type DatabaseAddress } from '#db/client.ts';
import { openReturnStatuses } from '#domain/returns/return.ts';

/** @property since the migration that has brought it @property where of the rows that wait */
const kinds = [
  {
    since: '0025_returns',
    what: 'returns that are not checked yet',
    waiting: sql`SELECT count(*) FROM returns WHERE status IN ${openReturnStatuses}`,
  },
  {
    since: '0028_confirm_cash',
    what: 'cash orders that wait to be confirmed',
    waiting: sql`SELECT count(*) FROM orders WHERE confirm_reason IS NOT NULL AND confirmed_at IS NULL AND status = 'Order Placed'`,
  },
  {
    since: '0032_review_photos',
    what: 'photos of reviews that nobody has looked at',
    waiting: sql`SELECT count(*) FROM photos WHERE review_id IS NOT NULL AND state = 'waiting'`,
  },
] as const;

/**
 * What waits that a release does not know. @param known migrations of that release
 * @returns lines such as `2 returns that are not checked yet`
 */
export async function readNewWork(database: DatabaseAddress, known: ReadonlySet<string>): Promise<string[]> {
  const db = connect(database);
  const unknown = kinds.filter(({ since }) => !known.has(since));
  const counts = await Promise.all(
    unknown.map(({ waiting }) => db.read.all<{ count: number }>(sql`SELECT (${waiting}) AS count`)),
  );
  return unknown.flatMap(({ what }, n) => {
    const count = counts[n]?.[0]?.count ?? 0;
    return count ? [`${count} ${what}`] : [];
  });
}
