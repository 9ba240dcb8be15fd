/** Limits for the time of a sale (docs/desk.md, "A sale day"): what is on sale, and setting and ending the limits. */
import { desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { products, saleDays, totals } from '#db/schema/index.ts';
import { type SaleFile, withChanged } from '#domain/pricing/sale-prices.ts';
import type { expectedForm, saleDayLimits } from '#domain/sale-day/form.ts';
import { longestSaleDay, saleLimitNames, saleLimits, usualLimits } from '#domain/sale-day/limits.ts';
import { formatTime, oneDay } from '#lib/dates.ts';
import { productSalesFile } from '#lib/more-paths.ts';
import { proveOperator } from '../accounts/prove-operator.ts';
import { isOperatorStillProven, type Proof } from '../accounts/prove-password.ts';
import { sessionCode } from '../accounts/second-factor.ts';
import { selectChanged } from '../catalogue/changed-prices.ts';
import { readJson, readOnce } from '../lib/build-files.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, type Refusal, refusal, refuses, wrongFields } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import { hourNumber } from '../lib/totals.ts';
import { writeAudit } from './audit.ts';

/** Sale days that the page lists. */
const most = 10;
/** Days whose busiest hour is shown. */
const lookedBack = 30;

type SaleDay = typeof saleDays.$inferSelect;

const loadSales = readOnce((assets) => readJson<SaleFile>(assets, productSalesFile));

/** The sales that run or come, each with the ids of what is sold in it. */
async function readSales({ assets, db, now }: DeskCall) {
  const [file, changed] = await Promise.all([loadSales(assets), selectChanged(db, now)]);
  const { sales, products } = withChanged(file, changed);
  const rows = Object.values(products).flat();
  const named = sales.map(({ name, from, until }, n) => ({
    name,
    from,
    until,
    ids: rows.flatMap(([id, , , own]) => (own.includes(n) ? [id] : [])),
  }));
  // A sale of several products that the desk has changed stands in the list once for each.
  const groups = Map.groupBy(
    named.filter(({ until, ids }) => until > now && ids.length),
    ({ name, from, until }) => `${from} ${until} ${name}`,
  );
  return [...groups.values()].flatMap((same) =>
    same[0] ? [{ ...same[0], ids: [...new Set(same.flatMap(({ ids }) => ids))] }] : [],
  );
}

/** Statement: the pieces in stock of each sale's products. */
const selectPieces = (db: Db, sales: readonly { ids: readonly string[] }[]) =>
  db.read.all<{ sale: number; pieces: number }>(sql`
    SELECT sale.key AS sale, sum(max(0, sold.stock)) AS pieces
    FROM json_each(${JSON.stringify(sales.map(({ ids }) => ids))}) AS sale, json_each(sale.value) AS one
      CROSS JOIN ${products} AS sold ON sold.id = one.value
    GROUP BY 1`);

/** What is on sale, the limits that can be set, and the times for which they are or were set, the newest first. */
export async function readSaleDay(call: DeskCall) {
  const { db, now, limits } = call;
  const sales = await readSales(call);
  const from = hourNumber(now - lookedBack * oneDay);
  const busiest = db.read
    .select({ orders: sql<number>`coalesce(max(${totals.count}), 0)` })
    .from(totals)
    .where(sql`name = 'sales of hours' AND at >= ${from}`);
  // The condition is true of each: with it the newest are read from the index, and no others.
  const isDay = gt(saleDays.endsAt, 0);
  const days = db.read.select().from(saleDays).where(isDay).orderBy(desc(saleDays.endsAt)).limit(most);
  const [pieces, [hour], rows] = await db.read.batch([selectPieces(db, sales), busiest, days]);
  return {
    sales: sales.map(({ ids, ...sale }, n) => ({
      ...sale,
      products: ids.length,
      pieces: pieces.find((row) => row.sale === n)?.pieces ?? 0,
    })),
    usual: usualLimits(store, limits),
    busiest: { days: lookedBack, orders: hour?.orders ?? 0 },
    rows: rows.map((row) => ({ ...row, state: stateOf(row, now) })),
  };
}

const stateOf = ({ startsAt, endsAt }: SaleDay, now: number): 'planned' | 'running' | 'over' => {
  if (endsAt <= now) return 'over';
  return startsAt <= now ? 'running' : 'planned';
};

type NewSaleDay = {
  startsAt: number;
  endsAt: number;
  limits: z.output<typeof saleDayLimits>;
  expected: z.output<typeof expectedForm>;
} & Proof;

/** At any time the limits of one sale day count at most. */
const overlaps = refusal(
  409,
  'overlaps',
  'Other limits are set for a part of this time. End them first, or choose another time.',
);

/** Sets limits from one moment to another. They end by themselves. @throws Refusal as `proveOperator` */
export async function setSaleDay(
  call: DeskCall,
  { startsAt, endsAt, limits, expected, ...proof }: NewSaleDay,
): Promise<{ ok: true } | Refusal> {
  const { db, owner, operator, now } = call;
  const begin = Math.max(startsAt, now);
  if (endsAt <= begin) return wrongFields({ endsAt: 'The end has to be after the begin, and after now.' });
  if (endsAt - begin > longestSaleDay) return wrongFields({ endsAt: 'Seven days are the most.' });
  if (!Object.keys(limits).length) return wrongFields({ limits: 'Please set at least one limit.' });
  const person = await proveOperator(call, proof);
  const row = { id: crypto.randomUUID(), startsAt: begin, endsAt, limits, expected, createdAt: now };
  const isFree = sql`NOT EXISTS (SELECT 1 FROM ${saleDays} AS other WHERE other.ends_at > ${begin} AND other.starts_at < ${endsAt})`;
  const when = sql`${isOperatorStillProven(owner, person)} AND ${isFree}`;
  const [, written] = await db.write.batch([
    writeAudit(db, operator, { action: 'sale_day_set', about: row.id, detail: detailOf(row) }, now, when),
    insertSaleDay(db, row, when),
  ]);
  return written.length ? { ok: true } : overlaps();
}
refuses(setSaleDay, overlaps, sessionCode);

const insertSaleDay = (db: Db, row: SaleDay, when: SQL) =>
  db.write.all<{ id: string }>(sql`
    INSERT INTO ${saleDays} (id, starts_at, ends_at, limits, expected, created_at)
    SELECT ${row.id}, ${row.startsAt}, ${row.endsAt}, ${JSON.stringify(row.limits)}, ${JSON.stringify(row.expected)}, ${row.createdAt}
    WHERE ${when} RETURNING id`);

/** What was set, for the audit list. */
function detailOf({ startsAt, endsAt, limits }: SaleDay): string {
  const set = saleLimitNames.flatMap((name) =>
    limits[name] === undefined ? [] : [`${saleLimits[name].label}: ${limits[name]}`],
  );
  return [`from ${formatTime(startsAt)} until ${formatTime(endsAt)}`, ...set].join('. ');
}

/** Ends the limits of a sale day now: those of the settings count again. One that has not begun never begins. */
export async function endSaleDay({ db, operator, now }: DeskCall, { id }: { id: string }) {
  const isOpen = sql`EXISTS (SELECT 1 FROM ${saleDays} AS open WHERE open.id = ${id} AND open.ends_at > ${now})`;
  const [, , [row]] = await db.write.batch([
    writeAudit(db, operator, { action: 'sale_day_ended', about: id }, now, isOpen),
    db.write
      .update(saleDays)
      .set({ endsAt: now, startsAt: sql`min(${saleDays.startsAt}, ${now})` })
      .where(sql`${eq(saleDays.id, id)} AND ${gt(saleDays.endsAt, now)}`),
    db.write.select({ id: saleDays.id }).from(saleDays).where(eq(saleDays.id, id)),
  ]);
  return row ? { ok: true as const } : notFound('This sale day');
}
refuses(endSaleDay, notFound);
