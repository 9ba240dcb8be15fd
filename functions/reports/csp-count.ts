/**
 * Counts CSP reports by day, and reads the counts for the desk (docs/behaviour.md, "Measurements", docs/operations.md).
 */
import { desc, gte, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { flags, policyReports } from '#db/schema/index.ts';
import { dayOf, oneDay } from '#lib/dates.ts';
import type { Call } from '../lib/call.ts';
import { widestOf } from '../lib/network.ts';
import { type Refusal, tooMany } from '../lib/refusal.ts';
import { countInList, type DailyList } from '../limits/daily-list.ts';
import { limitOfCall, networkLimit } from '../limits/hourly.ts';
import { enqueueEmailToOperators } from '../outbox/enqueue-to-operators.ts';
import { raiseFlag } from '../outbox/flag.ts';
import { isAboutScripts, type PolicyReport, relevantReports, type reportBody } from './csp-reports.ts';

/** What browsers have blocked on a day; a count is the number of networks. The hosts of a real page are few. */
const blockedOnDay: Omit<DailyList, 'other'> = {
  name: 'policy',
  table: policyReports,
  maxRows: 200,
  newPerNetwork: 3,
};
/** Flags of a day that are emailed, and that are raised, for hosts that fewer than {@link severalNetworks} have reported. */
const maxEmails = 5;
const maxFlags = 50;
/** From so many networks on, a host is flagged and emailed, also beside other reports. */
const severalNetworks = 3;

/** Days and rows that the desk lists. */
const reportDays = 28;
const maxReportsListed = 50;

/** Counts reports, unless the network has sent too many within the hour. */
export async function countReports(
  call: Call,
  sent: z.output<typeof reportBody>,
): Promise<Refusal | undefined> {
  const { db, now, networks, request, urls } = call;
  const origins = [new URL(request.url).origin, urls.origin];
  const reports = relevantReports(sent, origins, request.headers.get('user-agent') ?? '');
  if (!reports.length) return undefined;
  const limit = networkLimit('policy-report', limitOfCall(call, call.limits.POLICY_REPORTS_PER_HOUR));
  const within = limit.isWithin;
  const at = { day: dayOf(now), network: widestOf(networks), now };
  const [used] = await db.write.batch([
    limit.count(db),
    ...reports.flatMap(({ page, directive, blocked, known }) => {
      const entry = { page, directive, blocked };
      const other = { page, directive: 'other', blocked: 'other' };
      return [
        ...countInList(db, { ...blockedOnDay, other }, { ...at, entry, when: within }),
        ...(known || !isAboutScripts(entry) ? [] : flag(db, at.day, entry, now, within)),
      ];
    }),
  ]);
  const wait = limit.wait(used);
  return wait ? tooMany(wait, 'Many reports came from here. They are counted already.') : undefined;
}

/**
 * A flag once a day for each host, and an email about the first ones. Anybody can invent hosts, so neither runs out for one
 * that several networks report.
 */
function flag(db: Db, day: string, report: Omit<PolicyReport, 'known'>, now: number, within: SQL) {
  const { page, directive, blocked } = report;
  const about = `${blocked} on ${day}`;
  const networks = sql`coalesce((SELECT count FROM ${policyReports}
    WHERE day = ${day} AND page = ${page} AND directive = ${directive} AND blocked = ${blocked}), 0)`;
  const raised = sql`(SELECT count(*) FROM ${flags} WHERE kind = 'page_script_blocked' AND about GLOB ${`* on ${day}`})`;
  const several = sql`${networks} >= ${severalNetworks}`;
  const detail = `Browsers refused to run a script on ${page}: ${directive}, ${blocked}. If it is not one of ours, somebody may have changed the page in transit. The desk’s Speed screen counts from how many networks.`;
  const [raise] = raiseFlag(db, {
    kind: 'page_script_blocked',
    about,
    detail,
    now,
    when: sql`${within} AND ${networks} > 0 AND (${raised} < ${maxFlags} OR ${several})`,
  });
  return [
    raise,
    enqueueEmailToOperators(db, {
      cause: `page_script_blocked:${about}`,
      content: { kind: 'operator_flag', flag: 'page_script_blocked', about, detail },
      now,
      when: sql`EXISTS (SELECT 1 FROM ${flags} WHERE kind = 'page_script_blocked' AND about = ${about})
        AND (${raised} <= ${maxEmails} OR ${several})`,
    }),
  ];
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
