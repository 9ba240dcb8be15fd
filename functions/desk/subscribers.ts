/** Newsletter subscribers. The tokens of unsubscribe links never leave the database. */
import { and, desc, eq, gt, gte, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { subscribers, totals } from '#db/schema/index.ts';
import { formatDayTime, isoTime } from '#lib/dates.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, type Refusal, refuses } from '../lib/refusal.ts';
import { isTotal } from '../lib/totals.ts';
import { maskEmail, writeAudit } from './audit.ts';
import { conflict } from './conflict.ts';
import { afterCursor, type Cursor, type Paged, pageOf, pageSize } from './paging.ts';

const { email, createdAt, unsubscribedAt } = subscribers;
const subscriberColumns = { email, createdAt, unsubscribedAt };
type Row = { email: string; createdAt: number; unsubscribedAt: number | null };

const serialize = ({ email, createdAt, unsubscribedAt }: Row) => ({
  email,
  date: isoTime(createdAt),
  left: isoTime(unsubscribedAt),
});

/** The highest character: every address with a prefix sorts before the prefix followed by it. */
const highestCharacter = '\u{10ffff}';

/** Not an address that somebody typed and nobody confirmed. `+`: the addresses are read from their own index. */
const wasConfirmed = sql`(+${subscribers.askedAt} IS NULL OR +${unsubscribedAt} IS NOT NULL)`;

/** Current subscribers, newest first. */
const currentSubscribers = (db: Db, after: Cursor | undefined) =>
  db.read
    .select(subscriberColumns)
    .from(subscribers)
    .where(and(isNull(unsubscribedAt), isNull(subscribers.askedAt), afterCursor(after, createdAt, email)))
    .orderBy(desc(createdAt), desc(email));

/** Current and former subscribers whose address has a prefix, by address. */
const subscribersByPrefix = (db: Db, prefix: string, after: Cursor | undefined) =>
  db.read
    .select(subscriberColumns)
    .from(subscribers)
    .where(
      and(
        wasConfirmed,
        // One lower bound: SQLite reads from the first that it finds.
        after && after.id >= prefix ? gt(email, after.id) : gte(email, prefix),
        lt(email, prefix + highestCharacter),
      ),
    )
    .orderBy(email);

/**
 * A page of current subscribers, newest first, or of current and former ones whose address begins with `q`.
 * @returns also `count`, the number of current subscribers
 */
export async function listSubscribers({ db }: DeskCall, { q: prefix, after }: { q: string } & Paged) {
  const list = prefix ? subscribersByPrefix(db, prefix, after) : currentSubscribers(db, after);
  const [rows, [counted]] = await db.read.batch([
    list.limit(pageSize + 1),
    db.read.select({ count: totals.count }).from(totals).where(isTotal('subscribers')),
  ]);
  const page = pageOf(rows, ({ createdAt, email }) => ({ at: createdAt, id: email }));
  return { subscribers: page.rows.map(serialize), next: page.next, count: counted?.count ?? 0 };
}

/** Unsubscribes an address. Its row stays, so that it gets no second welcome code later. */
export async function unsubscribe(
  { db, operator, now }: DeskCall,
  { email: address }: { email: string },
): Promise<{ ok: true } | Refusal> {
  const isSubscribed = and(eq(email, address), isNull(unsubscribedAt));
  const [, removed, [row]] = await db.write.batch([
    writeAudit(
      db,
      operator,
      { action: 'unsubscribed', about: maskEmail(address) },
      now,
      sql`EXISTS (SELECT 1 FROM ${subscribers} WHERE ${isSubscribed})`,
    ),
    db.write.update(subscribers).set({ unsubscribedAt: now }).where(isSubscribed).returning({ email }),
    db.write.select(subscriberColumns).from(subscribers).where(eq(email, address)),
  ]);
  if (!row) return notFound('This address');
  if (removed.length) return { ok: true };
  const left = isoTime(row.unsubscribedAt);
  return conflict(`This address is already unsubscribed${left ? `, since ${formatDayTime(left)}` : ''}.`);
}
refuses(unsubscribe, notFound, conflict);
