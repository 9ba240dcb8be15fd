/**
 * Sends what waits in the outbox: claimed before it is sent, tried again with growing pauses, never lost,
 * and never twice where the mail service honours our key (docs/behaviour.md 13.1).
 */
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, outbox, refunds } from '#db/schema/index.ts';
import type { OutboxLetter } from '#db/schema/outbox-email.ts';
import { writeLetter } from '../email/email.ts';
import type { Sender } from '../email/send.ts';
import { raiseFlag } from '../flags/flag.ts';
import { store } from '../lib/store.ts';
import { answerOrder } from '../orders/serialize.ts';
import { letterData } from './email-data.ts';

type Row = typeof outbox.$inferSelect;

/** Letters in one run. */
const atOnce = 20;
const minute = 60 * 1000;
/** Longer than a whole run can take: what was claimed and never reported back is sent again after it. */
const claimFor = 3 * minute;
/** With pauses that grow to six hours these are four days. */
const mostAttempts = 24;
/** Failures after which an operator is told. */
const worrying = 5;

/** Pause after the n-th failure: 1, 2, 4 … minutes, six hours at most. */
const pauseAfter = (attempts: number): number => Math.min(6 * 60, 2 ** (attempts - 1)) * minute;

/** @property url where the shop is open @property now UTC ms */
export type Posting = { db: Db; send: Sender; url: string; now: number };

/** Sends what is due. Safe to run twice at once: a row is claimed in the statement that finds it. */
export async function deliver(posting: Posting): Promise<void> {
  const { db, now } = posting;
  const due = await db.write
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, nextTryAt: now + claimFor })
    .where(
      inArray(
        outbox.id,
        db.write
          .select({ id: outbox.id })
          .from(outbox)
          .where(and(eq(outbox.status, 'waiting'), lte(outbox.nextTryAt, now)))
          .orderBy(asc(outbox.nextTryAt))
          .limit(atOnce),
      ),
    )
    .returning();
  if (!due.length) return;
  const known = await ordersOf(db, due);
  const sent = await Promise.allSettled(due.map((row) => sendOne(posting, row, known)));
  const failed = sent.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The orders that letters are about, as they are now. */
async function ordersOf(db: Db, rows: readonly Row[]) {
  const ids = rows.flatMap(({ letter }) => (letter && 'orderId' in letter ? [letter.orderId] : []));
  if (!ids.length) return new Map<string, ReturnType<typeof answerOrder>>();
  const [found, lines, owed] = await db.read.batch([
    db.read.select().from(orders).where(inArray(orders.id, ids)),
    db.read
      .select()
      .from(orderLines)
      .where(inArray(orderLines.orderId, ids))
      .orderBy(asc(orderLines.position)),
    db.read.select().from(refunds).where(inArray(refunds.orderId, ids)).orderBy(asc(refunds.createdAt)),
  ]);
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  return new Map(
    found.map((order) => {
      const refund = owed.find(({ orderId }) => orderId === order.id)?.status ?? null;
      return [order.id, answerOrder(order, byOrder.get(order.id) ?? [], refund)];
    }),
  );
}

type Orders = Awaited<ReturnType<typeof ordersOf>>;

async function sendOne({ db, send, url, now }: Posting, row: Row, known: Orders): Promise<void> {
  const { id, attempts } = row;
  const data = row.letter && letterData(row.letter as OutboxLetter, known, url);
  // The order it is about is gone: there is nothing left to say.
  if (!data) return end(db, id, { status: 'given_up', error: 'nothing to say' });
  const letter = writeLetter(data, { store, url });
  const result = await send({ ...letter, id, to: row.recipient || store.care.email });
  if (result.ok) return end(db, id, { status: 'sent', sentAt: now, letter: null, error: null });
  const over = result.code === 'refused' || attempts >= mostAttempts;
  const again = now + Math.max(pauseAfter(attempts), (result.retryAfter ?? 0) * 1000);
  await db.write.batch([
    db.write
      .update(outbox)
      .set({ error: result.reason, ...(over ? { status: 'given_up' as const } : { nextTryAt: again }) })
      .where(eq(outbox.id, id)),
    // A letter about failing letters would only fail too.
    ...((over || attempts >= worrying) && row.letter?.kind !== 'operator_flag'
      ? raiseFlag(db, {
          kind: 'mail_failing',
          about: id,
          detail: `A letter (${row.letter?.kind}) could not be sent ${attempts} times: ${result.reason}`,
          now,
        })
      : []),
  ]);
}

const end = async (db: Db, id: string, set: Partial<Row>): Promise<void> => {
  await db.write.update(outbox).set(set).where(eq(outbox.id, id));
};
