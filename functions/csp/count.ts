/** Counts CSP reports by day, and reads the counts for the desk (docs/operations.md). */
import { desc, gte, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { flags, policyReports } from '#db/schema/index.ts';
import { dayOf, oneDay } from '#lib/dates.ts';
import { raiseFlag } from '../flags/flag.ts';
import { type HourlyLimit, networkCounters, type TooMany } from '../limits/attempts.ts';
import { isAboutScripts, type PolicyReport } from './reports.ts';

/** Rows and flags per day, limited because anybody can send reports. Further blocked sources count as `other`. */
const maxRows = 200;
const maxFlags = 5;

/** Days and rows that the desk lists. */
const reportDays = 28;
const maxReportsListed = 50;

/** Counts reports, unless the network has sent too many within the hour. */
export async function countReports(
  db: Db,
  reports: readonly PolicyReport[],
  from: HourlyLimit,
): Promise<TooMany | undefined> {
  if (!reports.length) return undefined;
  const { now } = from;
  const counters = networkCounters('policy-report', from);
  const within = counters.isWithin;
  const day = dayOf(now);
  const [counts] = await db.write.batch([
    counters.count(db),
    ...reports.flatMap((report) => [count(db, day, report, within), ...flag(db, day, report, now, within)]),
  ]);
  return counters.refusal(counts);
}

type Condition = ReturnType<typeof networkCounters>['isWithin'];

const count = (db: Db, day: string, { page, directive, blocked }: PolicyReport, when: Condition) =>
  db.write.run(sql`
    INSERT INTO ${policyReports} (day, page, directive, blocked, count)
    SELECT ${day}, ${page}, CASE WHEN known THEN ${directive} ELSE 'other' END, CASE WHEN known THEN ${blocked} ELSE 'other' END, 1
    FROM (SELECT EXISTS (SELECT 1 FROM ${policyReports}
        WHERE day = ${day} AND page = ${page} AND directive = ${directive} AND blocked = ${blocked})
      OR (SELECT count(*) FROM ${policyReports} WHERE day = ${day}) < ${maxRows} AS known)
    WHERE ${when}
    ON CONFLICT (day, page, directive, blocked) DO UPDATE SET count = count + 1`);

/** A flag once a day for each host. */
function flag(db: Db, day: string, report: PolicyReport, now: number, within: Condition) {
  if (!isAboutScripts(report)) return [];
  const about = `${report.blocked} on ${day}`;
  const few = sql`(SELECT count(*) FROM ${flags} WHERE kind = 'page_script_blocked' AND about GLOB ${`* on ${day}`}) < ${maxFlags}`;
  const detail = `Browsers refused to run a script on ${report.page}: ${report.directive}, ${report.blocked}. If it is not one of ours, somebody may have changed the page in transit. The desk’s Speed screen counts how often.`;
  return raiseFlag(db, { kind: 'page_script_blocked', about, detail, now, when: sql`${within} AND ${few}` });
}

/** The counts of the last weeks, the newest first. @param now UTC ms */
export const readReports = (db: Db, now: number) =>
  db.read
    .select({
      page: policyReports.page,
      directive: policyReports.directive,
      blocked: policyReports.blocked,
      count: sql<number>`sum(${policyReports.count})`,
      lastDay: sql<string>`max(${policyReports.day})`,
    })
    .from(policyReports)
    .where(gte(policyReports.day, dayOf(now - reportDays * oneDay)))
    .groupBy(policyReports.page, policyReports.directive, policyReports.blocked)
    .orderBy(desc(sql`max(${policyReports.day})`), desc(sql`sum(${policyReports.count})`))
    .limit(maxReportsListed);
