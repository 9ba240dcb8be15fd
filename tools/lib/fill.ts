/** Fills old rows from the command line, for those who do not wait for the scheduled job. */
import { sql } from 'drizzle-orm';
import { connect, type DatabaseAddress, type Db } from '#db/client.ts';
import { fills as fillsTable } from '#db/schema/index.ts';
import { runFill } from '#functions/jobs/fill.ts';
import { fills } from '#functions/jobs/fills.ts';
import type { Log } from '#tools/lib/log.ts';

/** Longest that a piece may take, ms, on a busy or distant database. */
const callTimeout = 60_000;

/**
 * Lets finished fills look at the rows since their last start: the Worker of the last release, which does not know them,
 * may have written these.
 */
async function reopenFills(db: Db): Promise<void> {
  for (const { name, table } of fills) {
    const top = sql`(SELECT coalesce(max(rowid), 0) + 1 FROM ${table})`;
    await db.write.run(sql`
      UPDATE ${fillsTable} SET bottom = iif(finished_at IS NULL, bottom, top), top = ${top}, position = ${top},
        finished_at = NULL
      WHERE name = ${name}`);
  }
}

/** Fills what is left, and prints each tenth. It may be interrupted: the scheduled job goes on. */
export async function fillOldRows(address: DatabaseAddress, log: Log): Promise<void> {
  const db = connect(address, { until: Number.POSITIVE_INFINITY, callTimeout });
  await reopenFills(db);
  for (const fill of fills) {
    let printed = 0;
    await runFill(db, fill, Number.POSITIVE_INFINITY, (done) => {
      const tenths = Math.floor(done * 10);
      if (tenths > printed) log(`Old rows (${fill.name}): ${tenths * 10} %`);
      printed = tenths;
    });
  }
}
