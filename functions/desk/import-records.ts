/**
 * Past orders, reviews, discount codes and subscribers of an earlier shop (docs/moving-in.md, "What else you bring"). What the shop has
 * stays as it is, so that a second import changes nothing.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { Db } from '#db/client.ts';
import { coupons, pastOrders, products, reviews, subscribers } from '#db/schema/index.ts';
import { countRecords, type Imported } from '#domain/import/imported.ts';
import type {
  CouponRecord,
  OrderRecord,
  RecordList,
  RecordResult,
  ReviewRecord,
  StoredKind,
  SubscriberRecord,
} from '#domain/import/record-forms.ts';
import { codeVariants } from '#domain/pricing/coupon.ts';
import { mailboxOf } from '#lib/mailbox.ts';
import { proveOperator } from '../accounts/prove-operator.ts';
import { forgetPasswordAttempts, isOperatorStillProven } from '../accounts/prove-password.ts';
import { newLinkToken } from '../contact/welcome-code.ts';
import type { DeskCall } from '../lib/call.ts';
import { wrongFields } from '../lib/refusal.ts';
import { rowValues } from '../lib/row-values.ts';
import { sha256 } from '../lib/token.ts';
import { recalculateRatings } from '../reviews/ratings.ts';
import { writeAudit } from './audit.ts';

/** The values of a list as rows of one column `value`. */
const each = (values: readonly string[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/** A UUID (RFC 9562, version 8) made from what names a record: the same record has the same id in each import. */
function recordId(key: string): string {
  const hex = Buffer.from(sha256(key), 'base64url').toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

const reviewId = ({ productId, key }: Pick<ReviewRecord, 'productId' | 'key'>): string =>
  recordId(`${productId} ${key}`);
const orderId = ({ number }: OrderRecord, from: string): string => recordId(`order ${from} ${number}`);

/** @property now UTC ms @property from the system that exported them @property when condition */
type Writing = { now: number; from: string; when: SQL };

const importedOf = (from: string, kept: Imported['kept']): string =>
  JSON.stringify({ from, kept } satisfies Imported);

/**
 * @property check what would become of the records, in their order; of the system that exported them
 * @property write the statement that writes one, unless the database has it
 * @property after statements that come after all of them
 */
type Store<Row> = {
  check: (db: Db, rows: readonly Row[], from: string) => Promise<RecordResult[]>;
  write: (db: Db, row: Row, writing: Writing) => BatchItem<'sqlite'>;
  after?: (db: Db, rows: readonly Row[]) => BatchItem<'sqlite'>[];
};

const orderStore: Store<OrderRecord> = {
  async check(db, rows, from) {
    const known = await db.read
      .select({ id: pastOrders.id })
      .from(pastOrders)
      .where(sql`id IN ${each(rows.map((row) => orderId(row, from)))}`);
    const ids = new Set(known.map(({ id }) => id));
    return rows.map((row) => (ids.has(orderId(row, from)) ? 'in the shop' : 'added'));
  },
  write: (db, { kept, total, lines, ...row }, { from, when }) => {
    const json = { total: JSON.stringify(total), lines: JSON.stringify(lines) };
    const order = { ...row, ...json, id: orderId({ ...row, kept, total, lines }, from) };
    return db.write.run(sql`
      INSERT INTO ${pastOrders} SELECT ${rowValues(pastOrders, { ...order, imported: importedOf(from, kept) })}
      WHERE ${when} ON CONFLICT DO NOTHING`);
  },
};

const reviewStore: Store<ReviewRecord> = {
  async check(db, rows) {
    const [known, sold] = await db.read.batch([
      db.read
        .select({ id: reviews.id })
        .from(reviews)
        .where(sql`id IN ${each(rows.map(reviewId))}`),
      db.read
        .select({ id: products.id })
        .from(products)
        .where(sql`id IN ${each(rows.map(({ productId }) => productId))} AND coalesce(group_id, id) = id`),
    ]);
    const [reviewIds, productIds] = [known, sold].map((found) => new Set(found.map(({ id }) => id)));
    return rows.map((row) => {
      if (!productIds?.has(row.productId)) return 'no product';
      return reviewIds?.has(reviewId(row)) ? 'in the shop' : 'added';
    });
  },
  write: (db, { kept, reply, key, at, title, name, ...row }, { from, when }) =>
    db.write.run(sql`
      INSERT INTO ${reviews} (id, product_id, name, rating, title, comment, created_at, reply, reply_at, imported)
      SELECT ${reviewId({ ...row, key })}, ${row.productId}, ${name || null}, ${row.rating}, ${title || null}, ${row.comment}, ${at},
        ${reply?.text ?? null}, ${reply?.at ?? null}, ${importedOf(from, kept)}
      WHERE ${when} ON CONFLICT DO NOTHING`),
  after: (db, rows) => [recalculateRatings(db, each([...new Set(rows.map(({ productId }) => productId))]))],
};

const couponStore: Store<CouponRecord> = {
  async check(db, rows) {
    const codes = rows.flatMap(({ code }) => codeVariants(code));
    const known = await db.read
      .select({ code: coupons.code })
      .from(coupons)
      .where(sql`code IN ${each(codes)}`);
    const taken = new Set(known.map(({ code }) => code));
    return rows.map(({ code }) =>
      codeVariants(code).some((one) => taken.has(one)) ? 'in the shop' : 'added',
    );
  },
  write: (db, { kept, ...coupon }, { now, from, when }) =>
    db.write.insert(coupons).select(
      sql`SELECT ${rowValues(coupons, { ...coupon, uses: 0, createdAt: now, listed: 0, imported: importedOf(from, kept) })}
          WHERE ${when} AND NOT EXISTS (SELECT 1 FROM ${coupons} WHERE code IN ${each(codeVariants(coupon.code))})`,
    ),
};

/** Condition: an address of this mailbox has subscribed here, or left the newsletter. */
const isDecided = (email: string): SQL => sql`EXISTS (SELECT 1 FROM ${subscribers} AS known
  WHERE (known.email = ${email} OR known.mailbox = ${mailboxOf(email)})
    AND (known.asked_at IS NULL OR known.unsubscribed_at IS NOT NULL))`;

const subscriberStore: Store<SubscriberRecord> = {
  async check(db, rows) {
    const { email, mailbox, askedAt, unsubscribedAt } = subscribers;
    const emails = each(rows.map((row) => row.email));
    const mailboxes = each(rows.map((row) => mailboxOf(row.email)));
    const columns = { email, mailbox, askedAt, unsubscribedAt };
    const known = (
      await db.read.batch([
        db.read.select(columns).from(subscribers).where(sql`email IN ${emails}`),
        db.read.select(columns).from(subscribers).where(sql`mailbox IS NOT NULL AND mailbox IN ${mailboxes}`),
      ])
    ).flat();
    return rows.map((row) => {
      const own = known.filter((one) => one.email === row.email || one.mailbox === mailboxOf(row.email));
      if (own.some((one) => one.unsubscribedAt !== null)) return 'unsubscribed';
      return own.some((one) => one.askedAt === null) ? 'in the shop' : 'added';
    });
  },
  // Somebody whom this shop has asked to confirm has agreed in the other one.
  write: (db, { email, at, kept }, { now, from, when }) =>
    db.write.run(sql`
      INSERT INTO ${subscribers} (email, created_at, token, mailbox, imported)
      SELECT ${email}, ${at ?? now}, ${newLinkToken()}, ${mailboxOf(email)}, ${importedOf(from, kept)}
      WHERE ${when} AND NOT ${isDecided(email)}
      ON CONFLICT (email) DO UPDATE SET asked_at = NULL, mailbox = excluded.mailbox, imported = excluded.imported`),
};

const stores: { [Kind in StoredKind]: Store<Extract<RecordList, { kind: Kind }>['records'][number]> } = {
  orders: orderStore,
  reviews: reviewStore,
  coupons: couponStore,
  subscribers: subscriberStore,
};

/** A statement that is written with the records. @param count of those that are new */
type Entry = (db: Db, count: number) => BatchItem<'sqlite'>;

/**
 * Writes records that the database does not have; in one batch.
 * @param writing undefined for a dry run, which only reads
 * @returns what became of them, in their order
 */
export async function writeRecords(
  db: Db,
  { kind, from, records }: RecordList,
  writing?: Omit<Writing, 'from'> & { entry?: Entry },
): Promise<RecordResult[]> {
  const store = stores[kind] as Store<RecordList['records'][number]>;
  const results = await store.check(db, records, from);
  const fresh = records.filter((_, n) => results[n] === 'added');
  const [first, ...rest] = fresh.map((row) => writing && store.write(db, row, { ...writing, from }));
  if (!writing || !first) return results;
  const statements = [...rest, ...(store.after?.(db, fresh) ?? []), writing.entry?.(db, fresh.length)];
  await db.write.batch([first, ...statements.filter((one) => one !== undefined)]);
  return results;
}

/** @property dry says only what would become of the records @property password of the operator, where something is written */
type ImportRequest = RecordList & { dry: boolean; password?: string | undefined };

/** Brings over records of an earlier shop, or says what would become of them. @throws Refusal as {@link proveOperator} */
export async function importRecords(
  call: DeskCall,
  { dry, password, ...list }: ImportRequest,
): Promise<{ ok: true; results: RecordResult[] }> {
  const { db, operator, now } = call;
  if (dry) return { ok: true, results: await writeRecords(db, list) };
  if (!password) throw wrongFields({ password: 'Please enter your password.' });
  const person = await proveOperator(call, { password }, false);
  // A file has many parts, and its password is typed once.
  await forgetPasswordAttempts(db, call.owner);
  const when = isOperatorStillProven(call.owner, person);
  const entry: Entry = (db, count) =>
    writeAudit(
      db,
      operator,
      {
        action: 'records_imported',
        about: list.kind,
        detail: `${countRecords(list.kind, count)}, ${list.from}`,
      },
      now,
      when,
    );
  return { ok: true, results: await writeRecords(db, list, { now, when, entry }) };
}
