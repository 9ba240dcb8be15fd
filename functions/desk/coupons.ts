/** Codes behind the counter: which there are, how often they were used, making and ending one. */
import { and, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { brokenConstraint, type Db } from '#db/client.ts';
import { coupons } from '#db/schema/index.ts';
import type { CodeView } from '#features/desk/codes.ts';
import { codeForms, couponProblem, readCode } from '#features/pricing/coupon.ts';
import { dayOf } from '#lib/dates.ts';
import { formatPrice, type Paise, toRupees } from '#lib/money.ts';
import type { Operator } from '../http/operator.ts';
import { noteDown } from './audit.ts';
import { beyond, type Cursor, pageOf, pageSize } from './paging.ts';

type Row = typeof coupons.$inferSelect;

/** Whether the right person with enough in the cart may use it now. */
function stateOf(row: Row, now: number): 'running' | 'expired' | 'used_up' {
  const problem = couponProblem(row, { subtotal: row.minSubtotal, email: row.email ?? undefined, now });
  return problem?.code === 'expired' || problem?.code === 'used_up' ? problem.code : 'running';
}

const answer = (row: Row, now: number) => ({
  code: row.code,
  percent: row.percent,
  minOrder: toRupees(row.minSubtotal),
  email: row.email,
  /** The last Indian day on which it is taken. */
  lastDay: dayOf(row.validUntil - 1),
  maxUses: row.maxUses,
  uses: row.uses,
  state: stateOf(row, now),
  date: new Date(row.createdAt).toISOString(),
});
type Answered = ReturnType<typeof answer>;

const views: Record<CodeView, SQL | undefined> = {
  all: undefined,
  everybody: isNull(coupons.email),
  personal: isNotNull(coupons.email),
};

export type CodeList = { show: CodeView; q?: string | undefined; after?: Cursor | undefined };

/** Newest first. @param q one code, as a shopper types it: then it alone is answered. @param now UTC ms */
export async function listCodes(db: Db, { show, q, after }: CodeList, now: number) {
  const { code, createdAt } = coupons;
  const one = q ? inArray(code, codeForms(readCode(q) ?? '')) : undefined;
  const rows = await db.read
    .select()
    .from(coupons)
    .where(and(one ?? views[show], beyond(after, createdAt, code)))
    .orderBy(desc(createdAt), desc(code))
    .limit(pageSize + 1);
  const page = pageOf(rows, ({ createdAt, code }) => ({ at: createdAt, id: code }));
  return { codes: page.rows.map((row) => answer(row, now)), next: page.next };
}

/** @property validUntil UTC ms: the first moment at which it is no longer taken. @property maxUses null for any number */
export type NewCode = {
  code: string;
  percent: number;
  minSubtotal: Paise;
  validUntil: number;
  maxUses: number | null;
  email: string | null;
};

type Made = { ok: true; coupon: Answered } | { ok: false; code: 'exists' };

/** Makes a code, unless there is one that a shopper could take for it: hyphens do not matter. @param now UTC ms */
export async function makeCode(db: Db, operator: Operator, wanted: NewCode, now: number): Promise<Made> {
  const { code, percent, minSubtotal, email, validUntil, maxUses } = wanted;
  const free = sql`NOT EXISTS (SELECT 1 FROM ${coupons} WHERE ${inArray(coupons.code, codeForms(code))})`;
  try {
    const [, [row]] = await db.write.batch([
      noteDown(db, operator, { action: 'coupon_made', about: code, detail: inWords(wanted) }, now, free),
      db.write
        .insert(coupons)
        .select(
          sql`SELECT ${code}, ${percent}, ${minSubtotal}, ${email}, ${validUntil}, ${maxUses}, 0, ${now} WHERE ${free}`,
        )
        .returning(),
    ]);
    return row ? { ok: true, coupon: answer(row, now) } : { ok: false, code: 'exists' };
  } catch (error) {
    if (brokenConstraint(error)?.includes('coupons.code')) return { ok: false, code: 'exists' };
    throw error;
  }
}

/** For the audit list; whose code it is stays out of what cannot be erased. */
function inWords({ percent, minSubtotal, validUntil, maxUses, email }: NewCode): string {
  const parts = [
    `${percent}% off`,
    minSubtotal ? `from ${formatPrice(minSubtotal)}` : '',
    `until ${dayOf(validUntil - 1)}`,
    maxUses ? `${maxUses} ${maxUses === 1 ? 'use' : 'uses'}` : '',
    email ? 'for one person' : '',
  ];
  return parts.filter(Boolean).join(', ');
}

type Ended =
  | { ok: true; coupon: Answered }
  | { ok: false; code: 'not_found' }
  /** It was over already. */
  | { ok: false; code: 'changed'; coupon: Answered };

/** From now on no new order takes it; orders that have it keep it. @param now UTC ms */
export async function endCode(db: Db, operator: Operator, code: string, now: number): Promise<Ended> {
  const running = and(eq(coupons.code, code), gt(coupons.validUntil, now));
  const [, ended, [row]] = await db.write.batch([
    noteDown(
      db,
      operator,
      { action: 'coupon_ended', about: code },
      now,
      sql`EXISTS (SELECT 1 FROM ${coupons} WHERE ${running})`,
    ),
    db.write.update(coupons).set({ validUntil: now }).where(running).returning({ code: coupons.code }),
    db.write.select().from(coupons).where(eq(coupons.code, code)),
  ]);
  if (!row) return { ok: false, code: 'not_found' };
  return ended.length
    ? { ok: true, coupon: answer(row, now) }
    : { ok: false, code: 'changed', coupon: answer(row, now) };
}
