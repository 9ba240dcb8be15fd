/** Plans what of a file of past orders, reviews, codes or subscribers comes into the database. Pure. */
import type { Moment } from 'shop-import/moment';
import type { ImportedRecords } from 'shop-import/read-records';
import type {
  ImportedCoupon,
  ImportedOrder,
  ImportedReview,
  ImportedSubscriber,
  ReadRecord,
} from 'shop-import/records/record';
import type * as z from 'zod';
import { keptSince } from '#domain/documents/retention.ts';
import { codeVariants } from '#domain/pricing/coupon.ts';
import { readCode } from '#domain/pricing/coupon-code.ts';
import { endOfLastDay } from '#domain/pricing/new-coupon.ts';
import { publicName } from '#domain/reviews/review.ts';
import { endOfDay, formatDay, oneDay, startOfDay } from '#lib/dates.ts';
import { mailboxOf } from '#lib/mailbox.ts';
import type { ImportFinding } from './finding.ts';
import { nameKey, type ProductNames } from './product-names.ts';
import {
  type CouponRecord,
  couponRecord,
  type OrderRecord,
  orderRecord,
  type RecordList,
  type ReviewRecord,
  recordLimits,
  reviewRecord,
  type SubscriberRecord,
  subscriberRecord,
} from './record-forms.ts';

/** @property value undefined where a finding says why it does not come over @property personal columns that are not kept */
export type PlannedRow<Value> = {
  row: number;
  name: string;
  value?: Value;
  kept: Record<string, string>;
  personal: string[];
  findings: ImportFinding[];
};

type Head = Pick<ImportedRecords, 'format' | 'encoding' | 'notes'>;
export type StoredPlan = Head &
  (
    | { kind: 'orders'; rows: PlannedRow<OrderRecord>[] }
    | { kind: 'reviews'; rows: PlannedRow<ReviewRecord>[] }
    | { kind: 'coupons'; rows: PlannedRow<CouponRecord>[] }
    | { kind: 'subscribers'; rows: PlannedRow<SubscriberRecord>[] }
  );

/** @property names products by their words @property keepMonths `invoices.keepMonths` of the shop @property now UTC ms */
export type RecordFacts = { names: ProductNames; keepMonths: number; now: number };

/** Days for which a code without an end is valid: a code of this shop has one. */
const codeDays = 365;

/** UTC ms of a time in India; of a day its beginning. */
const timeOf = (moment: Moment): number =>
  (startOfDay(moment.slice(0, 10)) ?? Number.NaN) +
  (Number(moment.slice(11, 13) || 0) * 60 + Number(moment.slice(14, 16) || 0)) * 60_000;

/** Says why a row stays out. */
type Out = (severity: 'refused' | 'left out', message: string) => undefined;
type Guess = (message: string) => void;

/** @returns undefined where it stays out */
type PlanRow<Read, Value> = (
  value: Read,
  row: { out: Out; guess: Guess; kept: Record<string, string> },
) => z.input<z.ZodType<Value>> | undefined;

function planOrder({ keepMonths, now }: RecordFacts): PlanRow<ImportedOrder, OrderRecord> {
  return ({ at, ...order }, { out, kept }) => {
    const placed = timeOf(at);
    if (placed > now) return out('refused', `It was placed on ${formatDay(placed)}, which is still to come.`);
    if (placed < keptSince(now, keepMonths))
      return out('left out', `This shop keeps orders for ${keepMonths} months after their financial year.`);
    return { ...order, at: placed, kept };
  };
}

function planReview({ names, now }: RecordFacts, format: string): PlanRow<ImportedReview, ReviewRecord> {
  return ({ id, products, at, name, title, reply, ...review }, { out, kept }) => {
    const productId = products.map((word) => names.get(nameKey(word))).find(Boolean);
    if (!productId) return out('left out', `The shop has no product “${products.join('”, “')}”.`);
    const written = timeOf(at);
    if (written > now)
      return out('refused', `It was written on ${formatDay(written)}, which is still to come.`);
    return {
      ...{ ...review, productId, kept, at: written, name: publicName(name) },
      ...(title && { title }),
      key: id ? `${format} ${id}` : JSON.stringify([at, name, title, review.comment]),
      ...(reply && { reply: { text: reply.text, at: timeOf(reply.at) } }),
    };
  };
}

function planCoupon({ now }: RecordFacts): PlanRow<ImportedCoupon, CouponRecord> {
  return (
    { code, percent, minimum, from, until, hasEnded, uses, usesPerCustomer, email },
    { out, guess, kept },
  ) => {
    const read = readCode(code);
    if (!read)
      return out(
        'refused',
        `“${code}” can be no code of this shop: it has 3 to 20 letters, digits and hyphens.`,
      );
    if (from && timeOf(from) > now)
      return out('left out', `It begins on ${formatDay(timeOf(from))}: please import it on that day.`);
    const end = until === undefined ? undefined : until.includes(' ') ? timeOf(until) : endOfLastDay(until);
    const validUntil = Math.min(
      end ?? endOfDay(now + codeDays * oneDay),
      hasEnded ? now : Number.POSITIVE_INFINITY,
    );
    if (!end && !hasEnded)
      guess(`It has no end, and codes of this shop have one: it ends on ${formatDay(validUntil - 1)}.`);
    return {
      ...{ code: read, percent, minSubtotal: minimum, validUntil, kept },
      ...(uses && { maxUses: uses }),
      ...(usesPerCustomer && { maxUsesPerCustomer: usesPerCustomer }),
      ...(email && { email }),
    };
  };
}

function planSubscriber({ now }: RecordFacts): PlanRow<ImportedSubscriber, SubscriberRecord> {
  return ({ email, at }, { kept }) => ({
    ...{ email, kept },
    ...(at && timeOf(at) <= now && { at: timeOf(at) }),
  });
}

/** @param sameAs what two rows of one record have in common */
function planRows<Read, Value>(
  records: readonly ReadRecord<Read>[],
  plan: PlanRow<Read, Value>,
  schema: z.ZodType<Value>,
  sameAs: (value: Value) => readonly string[],
): PlannedRow<Value>[] {
  const first = new Map<string, number>();
  return records.map(({ row, name, value: read, others, personal, findings: found }) => {
    const findings: ImportFinding[] = [...found];
    const add = (severity: ImportFinding['severity'], message: string): undefined =>
      void findings.push({ severity, row, message });
    const isShort = ([, text]: [string, string]) => text.length <= recordLimits.kept;
    const texts = Object.entries(others);
    const planned: PlannedRow<Value> = {
      ...{ row, name, findings },
      kept: Object.fromEntries(texts.filter(isShort)),
      personal: [...personal, ...texts.filter((text) => !isShort(text)).map(([column]) => column)],
    };
    if (read === undefined) return planned;
    const made = plan(read, { out: add, guess: (message) => add('guessed', message), kept: planned.kept });
    if (made === undefined) return planned;
    const { data, error } = schema.safeParse(made);
    for (const { path, message } of error?.issues ?? [])
      add('refused', [path.join('.'), message].filter(Boolean).join(': '));
    if (data === undefined) return planned;
    const same = sameAs(data);
    const before = same.map((key) => first.get(key)).find((one) => one !== undefined);
    if (before !== undefined) {
      add('left out', `It is the same as row ${before}.`);
      return planned;
    }
    for (const key of same) first.set(key, row);
    return { ...planned, value: data };
  });
}

/** Plans an import of records that the database has. */
export function planRecords(
  read: Exclude<ImportedRecords, { kind: 'redirects' }>,
  facts: RecordFacts,
): StoredPlan {
  const { kind, format, encoding, notes } = read;
  const head = { format, encoding, notes };
  if (kind === 'orders') {
    const same = ({ number }: OrderRecord) => [number];
    return { ...head, kind, rows: planRows(read.records, planOrder(facts), orderRecord, same) };
  }
  if (kind === 'reviews') {
    const same = ({ productId, key }: ReviewRecord) => [`${productId} ${key}`];
    return { ...head, kind, rows: planRows(read.records, planReview(facts, format), reviewRecord, same) };
  }
  if (kind === 'coupons') {
    const same = ({ code }: CouponRecord) => codeVariants(code);
    return { ...head, kind, rows: planRows(read.records, planCoupon(facts), couponRecord, same) };
  }
  const same = ({ email }: SubscriberRecord) => [mailboxOf(email)];
  return { ...head, kind, rows: planRows(read.records, planSubscriber(facts), subscriberRecord, same) };
}

/** The most bytes of a request's records, below the limit of its body. */
const partBytes = 200 * 1024;

/** The rows that come over, in their order, in parts that one request may have. */
export function recordParts({ kind, format, rows }: StoredPlan): RecordList[] {
  const parts: unknown[][] = [];
  let bytes = 0;
  for (const value of rows.flatMap((one: PlannedRow<unknown>) => one.value ?? [])) {
    const size = new TextEncoder().encode(JSON.stringify(value)).length;
    const last = parts.at(-1);
    if (last && last.length < recordLimits.records && bytes + size <= partBytes) {
      last.push(value);
      bytes += size;
    } else {
      parts.push([value]);
      bytes = size;
    }
  }
  return parts.map((records) => ({ kind, from: format, records }) as RecordList);
}
