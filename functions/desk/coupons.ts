/** Coupon codes at the desk (docs/desk.md, "Codes and operators"): listing, creating and ending them. */
import { and, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { brokenConstraint, type Db } from '#db/client.ts';
import { coupons } from '#db/schema/index.ts';
import { codeVariants, couponProblem } from '#domain/pricing/coupon.ts';
import { readCode } from '#domain/pricing/coupon-code.ts';
import { type CouponView, provedFrom } from '#domain/pricing/new-coupon.ts';
import { dayOf, formatDay } from '#lib/dates.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { proveOperator } from '../accounts/prove-operator.ts';
import { isOperatorStillProven } from '../accounts/prove-password.ts';
import { sessionCode } from '../accounts/second-factor.ts';
import type { DeskCall, Operator } from '../lib/call.ts';
import { notFound, type Refusal, refusal, refuses, wrongFields } from '../lib/refusal.ts';
import { rowValues } from '../lib/row-values.ts';
import { writeAudit } from './audit.ts';
import { conflict } from './conflict.ts';
import { list } from './list.ts';

type Row = typeof coupons.$inferSelect;

/** The state for a shopper who meets the code's other conditions. */
function stateOf(row: Row, now: number): 'running' | 'expired' | 'used_up' {
  const problem = couponProblem(row, { subtotal: row.minSubtotal, email: row.email ?? undefined, now });
  return problem?.code === 'expired' || problem?.code === 'used_up' ? problem.code : 'running';
}

/** A code with what follows from its conditions. */
const couponOf = (row: Row, now: number) => ({
  ...row,
  /** The last Indian day on which the code is valid. */
  lastDay: dayOf(row.validUntil - 1),
  state: stateOf(row, now),
});
type DeskCoupon = ReturnType<typeof couponOf>;

const views: Record<CouponView, SQL | undefined> = {
  all: undefined,
  everybody: isNull(coupons.email),
  personal: isNotNull(coupons.email),
};

/** Codes, newest first; with `q` only this code, as a shopper types it. */
export const listCoupons = list({
  from: ({ db }) => db.read.select().from(coupons),
  order: { createdAt: coupons.createdAt, code: coupons.code },
  where: ({ show, q }: { show: CouponView; q?: string | undefined }) =>
    q ? inArray(coupons.code, codeVariants(readCode(q) ?? '')) : views[show],
  row: (coupon, { now }) => couponOf(coupon, now),
});

/** @property validUntil UTC ms, exclusive @property maxUses, maxUsesPerCustomer null for any number */
export type NewCoupon = {
  code: string;
  percent: number;
  minSubtotal: Paise;
  validUntil: number;
  maxUses: number | null;
  maxUsesPerCustomer: number | null;
  email: string | null;
  /** The cart shows it; never a personal code. */
  listed: boolean;
};

/** @property coupon as it is now */
type Done = { ok: true; coupon: DeskCoupon };

export const codeExists = refusal(409, 'exists', () => {
  const message = 'This code exists already. Codes that differ only in hyphens are the same.';
  return { message, fields: { code: message } };
});

/** Statements that write a code, and its entry in the audit list. @param now UTC ms @param when condition */
export const insertCoupon = (
  db: Db,
  operator: Operator,
  coupon: NewCoupon,
  { detail, now, when }: { detail: string; now: number; when: SQL },
) =>
  [
    writeAudit(db, operator, { action: 'coupon_made', about: coupon.code, detail }, now, when),
    db.write
      .insert(coupons)
      .select(sql`SELECT ${rowValues(coupons, { ...coupon, uses: 0, createdAt: now })} WHERE ${when}`)
      .returning(),
  ] as const;

/** Checks the password for a code that is money. @returns the condition for the batch @throws Refusal */
async function proof(call: DeskCall, password: string | undefined): Promise<SQL> {
  if (!password)
    throw wrongFields({ password: `Please enter your password: the discount is ${provedFrom}% or more.` });
  return isOperatorStillProven(call.owner, await proveOperator(call, { password }, false));
}

/** Creates a code, unless another one differs only in hyphens, which shoppers may leave out. */
export async function createCoupon(
  call: DeskCall,
  { password, ...newCoupon }: NewCoupon & { password?: string | undefined },
): Promise<Done | Refusal> {
  const { db, operator, now } = call;
  const { code, percent, validUntil } = newCoupon;
  if (validUntil <= now) return wrongFields({ lastDay: 'This day is already over.' });
  const proven = percent < provedFrom ? sql`true` : await proof(call, password);
  const free = sql`${proven} AND NOT EXISTS (SELECT 1 FROM ${coupons} WHERE ${inArray(coupons.code, codeVariants(code))})`;
  try {
    const detail = auditDetail(newCoupon);
    const [, [row]] = await db.write.batch(
      insertCoupon(db, operator, newCoupon, { detail, now, when: free }),
    );
    return row ? { ok: true, coupon: couponOf(row, now) } : codeExists();
  } catch (error) {
    if (brokenConstraint(error)?.includes('coupons.code')) return codeExists();
    throw error;
  }
}
refuses(createCoupon, codeExists, sessionCode);

/** The code's conditions for the audit list, without the email address, since entries cannot be erased. */
function auditDetail({
  percent,
  minSubtotal,
  validUntil,
  maxUses,
  maxUsesPerCustomer,
  email,
  listed,
}: NewCoupon): string {
  const parts = [
    `${percent}% off`,
    minSubtotal ? `from ${formatPrice(minSubtotal)}` : '',
    `until ${formatDay(validUntil - 1)}`,
    maxUses ? `${maxUses} ${maxUses === 1 ? 'use' : 'uses'}` : '',
    maxUsesPerCustomer ? `${maxUsesPerCustomer} per customer` : '',
    email ? 'for one person' : '',
    listed ? 'shown in the cart' : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/** Ends a code for new orders; orders that already use it keep it. */
export async function endCoupon(
  { db, operator, now }: DeskCall,
  { code }: { code: string },
): Promise<Done | Refusal> {
  const running = and(eq(coupons.code, code), gt(coupons.validUntil, now));
  const [, ended, [row]] = await db.write.batch([
    writeAudit(
      db,
      operator,
      { action: 'coupon_ended', about: code },
      now,
      sql`EXISTS (SELECT 1 FROM ${coupons} WHERE ${running})`,
    ),
    db.write.update(coupons).set({ validUntil: now }).where(running).returning({ code: coupons.code }),
    db.write.select().from(coupons).where(eq(coupons.code, code)),
  ]);
  if (!row) return notFound('This code');
  const coupon = couponOf(row, now);
  return ended.length
    ? { ok: true, coupon }
    : conflict(`This code has already ended: its last day was ${formatDay(coupon.lastDay)}.`, { coupon });
}
refuses(endCoupon, notFound, conflict);

/** Shows a code in the cart, or no longer. It stays valid. A code for one person is never shown. */
export async function setListed(
  { db, operator, now }: DeskCall,
  { code, listed }: { code: string; listed: boolean },
): Promise<Done | Refusal> {
  const may = and(eq(coupons.code, code), eq(coupons.listed, !listed), isNull(coupons.email));
  const [, changed, [row]] = await db.write.batch([
    writeAudit(
      db,
      operator,
      { action: listed ? 'coupon_shown' : 'coupon_hidden', about: code },
      now,
      sql`EXISTS (SELECT 1 FROM ${coupons} WHERE ${may})`,
    ),
    db.write.update(coupons).set({ listed }).where(may).returning({ code: coupons.code }),
    db.write.select().from(coupons).where(eq(coupons.code, code)),
  ]);
  if (!row) return notFound('This code');
  const coupon = couponOf(row, now);
  if (changed.length) return { ok: true, coupon };
  if (row.email !== null) return conflict('A code for one person cannot be shown in the cart.', { coupon });
  return conflict(listed ? 'The cart shows this code already.' : 'The cart no longer shows this code.', {
    coupon,
  });
}
refuses(setListed, notFound, conflict);
