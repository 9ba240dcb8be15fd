/** Who gets the newsletter. What an unsubscribe link carries never leaves the database. */
import { and, count, desc, eq, gt, gte, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { subscribers } from '#db/schema/index.ts';
import type { Operator } from '../http/operator.ts';
import { abbreviated, noteDown } from './audit.ts';
import { beyond, type Cursor, pageOf, pageSize } from './paging.ts';

const { email, createdAt, unsubscribedAt } = subscribers;
const shown = { email, createdAt, unsubscribedAt };
type Row = { email: string; createdAt: number; unsubscribedAt: number | null };

const moment = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const answer = ({ email, createdAt, unsubscribedAt }: Row) => ({
  email,
  date: new Date(createdAt).toISOString(),
  left: moment(unsubscribedAt),
});

/** After every address that begins with the same letters. */
const last = '\u{10ffff}';

/** Those who get it now, newest first. */
const newest = (db: Db, after: Cursor | undefined) =>
  db.read
    .select(shown)
    .from(subscribers)
    .where(and(isNull(unsubscribedAt), beyond(after, createdAt, email)))
    .orderBy(desc(createdAt), desc(email));

/** Everybody whose address begins so, those who have left too, by address. */
const beginning = (db: Db, prefix: string, after: Cursor | undefined) =>
  db.read
    .select(shown)
    .from(subscribers)
    .where(and(gte(email, prefix), lt(email, prefix + last), after && gt(email, after.id)))
    .orderBy(email);

/**
 * Who gets the newsletter, newest first; with a beginning of an address instead whoever ever got it under
 * such a one. With how many get it now.
 */
export async function listSubscribers(db: Db, prefix: string, after: Cursor | undefined) {
  const list = prefix ? beginning(db, prefix, after) : newest(db, after);
  const [rows, [counted]] = await db.read.batch([
    list.limit(pageSize + 1),
    db.read.select({ count: count() }).from(subscribers).where(isNull(unsubscribedAt)),
  ]);
  const page = pageOf(rows, ({ createdAt, email }) => ({ at: createdAt, id: email }));
  return { subscribers: page.rows.map(answer), next: page.next, count: counted?.count ?? 0 };
}

type Removed =
  | { ok: true }
  | { ok: false; code: 'not_found' }
  | { ok: false; code: 'changed'; left: string | null };

/** Takes an address off. Its row stays, so that who comes back gets no second welcome code. @param now UTC ms */
export async function takeOff(db: Db, operator: Operator, address: string, now: number): Promise<Removed> {
  const here = and(eq(email, address), isNull(unsubscribedAt));
  const [, removed, [row]] = await db.write.batch([
    noteDown(
      db,
      operator,
      { action: 'unsubscribed', about: abbreviated(address) },
      now,
      sql`EXISTS (SELECT 1 FROM ${subscribers} WHERE ${here})`,
    ),
    db.write.update(subscribers).set({ unsubscribedAt: now }).where(here).returning({ email }),
    db.write.select(shown).from(subscribers).where(eq(email, address)),
  ]);
  if (!row) return { ok: false, code: 'not_found' };
  return removed.length ? { ok: true } : { ok: false, code: 'changed', left: moment(row.unsubscribedAt) };
}
