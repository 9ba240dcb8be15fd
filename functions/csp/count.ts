/** Counting the reports by day, and reading the counts for the desk (docs/operations.md). */
import { desc, gte, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { flags, policyReports } from '#db/schema/index.ts';
import { dayOf, oneDay } from '#lib/dates.ts';
import { raiseFlag } from '../flags/flag.ts';
import { attemptKey, type Hourly, overHour, type TooMany, takeHour, withinHour } from '../limits/attempts.ts';
import { isAboutScripts, type PolicyReport } from './reports.ts';

/** Rows that a day may have before what else is blocked counts as `other`; and flags, since anybody can send a report. */
const mostRows = 200;
const mostFlags = 5;

/** Days that the desk looks back, and rows that it shows. */
const reportDays = 28;
const mostShown = 50;

/** Counts them, unless the network has sent too many within the hour. */
export async function countReports(
  db: Db,
  reports: readonly PolicyReport[],
  { address, perHour, now }: Hourly,
): Promise<TooMany | undefined> {
  if (!reports.length) return undefined;
  const counter = attemptKey('policy-report', address);
  const within = withinHour(counter, perHour);
  const day = dayOf(now);
  const [[used]] = await db.write.batch([
    takeHour(db, counter, now),
    ...reports.flatMap((report) => [count(db, day, report, within), ...flag(db, day, report, now, within)]),
  ]);
  return overHour(used, perHour, now);
}

type Condition = ReturnType<typeof withinHour>;

const count = (db: Db, day: string, { page, directive, blocked }: PolicyReport, when: Condition) =>
  db.write.run(sql`
    INSERT INTO ${policyReports} (day, page, directive, blocked, count)
    SELECT ${day}, ${page}, CASE WHEN known THEN ${directive} ELSE 'other' END, CASE WHEN known THEN ${blocked} ELSE 'other' END, 1
    FROM (SELECT EXISTS (SELECT 1 FROM ${policyReports}
        WHERE day = ${day} AND page = ${page} AND directive = ${directive} AND blocked = ${blocked})
      OR (SELECT count(*) FROM ${policyReports} WHERE day = ${day}) < ${mostRows} AS known)
    WHERE ${when}
    ON CONFLICT (day, page, directive, blocked) DO UPDATE SET count = count + 1`);

/** Once a day for each host. */
function flag(db: Db, day: string, report: PolicyReport, now: number, within: Condition) {
  if (!isAboutScripts(report)) return [];
  const about = `${report.blocked} on ${day}`;
  const few = sql`(SELECT count(*) FROM ${flags} WHERE kind = 'page_script_blocked' AND about GLOB ${`* on ${day}`}) < ${mostFlags}`;
  const detail = `Browsers refused to run a script on ${report.page}: ${report.directive}, ${report.blocked}. If it is none of ours, somebody may have changed the page on its way. The desk’s Speed screen counts how often.`;
  return raiseFlag(db, { kind: 'page_script_blocked', about, detail, now, when: sql`${within} AND ${few}` });
}

/** The last weeks, the newest first. @param now UTC ms */
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
    .limit(mostShown);
