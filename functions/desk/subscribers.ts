/** Newsletter subscribers. The tokens of unsubscribe links never leave the database. */
import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import { subscribers, totals } from '#db/schema/index.ts';
import { formatDayTime } from '#lib/dates.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, type Refusal, refuses } from '../lib/refusal.ts';
import { isTotal } from '../lib/totals.ts';
import { maskEmail, writeAudit } from './audit.ts';
import { conflict } from './conflict.ts';
import { list } from './list.ts';
import type { Paged } from './paging.ts';

const { email, createdAt, unsubscribedAt } = subscribers;
const subscriberColumns = { email, createdAt, unsubscribedAt };

/** The highest character: every address with a prefix sorts before the prefix followed by it. */
const highestCharacter = '\u{10ffff}';

/** Not an address that somebody typed and nobody confirmed. `+`: the addresses are read from their own index. */
const wasConfirmed = sql`(+${subscribers.askedAt} IS NULL OR +${unsubscribedAt} IS NOT NULL)`;

const from = ({ db }: DeskCall) => db.read.select(subscriberColumns).from(subscribers);

/** Current subscribers, newest first. */
const current = list({
  from,
  order: { createdAt, email },
  where: () => and(isNull(unsubscribedAt), isNull(subscribers.askedAt)),
  row: (subscriber) => subscriber,
});

/** Current and former subscribers whose address has a prefix, by address. */
const byPrefix = list({
  from,
  order: { email },
  isOldestFirst: () => true,
  where: ({ q }: { q: string }) => and(wasConfirmed, gte(email, q), lt(email, q + highestCharacter)),
  row: (subscriber) => subscriber,
});

/**
 * A page of current subscribers, or of current and former ones whose address begins with `q`.
 * @returns also `count`, the number of current subscribers
 */
export async function listSubscribers(call: DeskCall, query: { q: string } & Paged) {
  const { statement, page } = query.q ? byPrefix : current;
  const [rows, [counted]] = await call.db.read.batch([
    statement(call, query),
    call.db.read.select({ count: totals.count }).from(totals).where(isTotal('subscribers')),
  ]);
  return { ...page(call, rows), count: counted?.count ?? 0 };
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
  const { unsubscribedAt: left } = row;
  return conflict(`This address is already unsubscribed${left ? `, since ${formatDayTime(left)}` : ''}.`);
}
refuses(unsubscribe, notFound, conflict);
