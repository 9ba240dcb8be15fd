/** Counts page performance (web vitals), and reads it for the desk. */
import { gte, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { vitals } from '#db/schema/index.ts';
import {
  type Measured,
  pageKinds,
  percentile,
  stepOf,
  type VitalName,
  vitalNames,
} from '#domain/vitals/vitals.ts';
import { dayOf, oneDay } from '#lib/dates.ts';
import type { Call } from '../lib/call.ts';
import { type Refusal, tooMany } from '../lib/refusal.ts';
import { limitOfCall, networkLimit } from '../limits/hourly.ts';

/** Days that the desk shows. */
export const vitalDays = 28;

/** Counts the measurements of one visit, unless the network has reported too many within the hour. */
export async function countVisit(call: Call, { page, values }: Measured): Promise<Refusal | undefined> {
  const { db, now } = call;
  const rows = vitalNames.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [{ day: dayOf(now), page, name, step: stepOf(name, value), count: 1 }];
  });
  if (!rows.length) return undefined;
  const limit = networkLimit('visit', limitOfCall(call, call.limits.VISITS_PER_HOUR));
  const [used] = await db.write.batch([
    limit.count(db),
    db.write.run(sql`
      INSERT INTO ${vitals} (day, page, name, step, count)
      SELECT value ->> 'day', value ->> 'page', value ->> 'name', value ->> 'step', 1
      FROM json_each(${JSON.stringify(rows)}) WHERE ${limit.isWithin}
      ON CONFLICT (day, page, name, step) DO UPDATE SET count = count + 1`),
  ]);
  const wait = limit.wait(used);
  return wait ? tooMany(wait, 'Many visits came from here. They are counted already.') : undefined;
}

/** @property p75 75th percentile of the visits, ms (CLS: thousandths) */
export type Speed = { page: Measured['page']; name: VitalName; visits: number; p75: number };

/** Performance of the last weeks by kind of page. @param now UTC ms */
export async function readSpeed(db: Db, now: number): Promise<Speed[]> {
  const rows = await db.read
    .select({
      page: vitals.page,
      name: vitals.name,
      step: vitals.step,
      count: sql<number>`sum(${vitals.count})`,
    })
    .from(vitals)
    .where(gte(vitals.day, dayOf(now - vitalDays * oneDay)))
    .groupBy(vitals.page, vitals.name, vitals.step);
  return pageKinds.flatMap((page) =>
    vitalNames.flatMap((name) => {
      const counted = rows.filter((row) => row.page === page && row.name === name);
      const p75 = percentile(counted);
      return p75 === undefined
        ? []
        : [{ page, name, visits: counted.reduce((sum, { count }) => sum + count, 0), p75 }];
    }),
  );
}
