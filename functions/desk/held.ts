/** Emails that were held (functions/outbox/enqueue.ts): reading them, and sending one all the same. */
import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { outbox } from '#db/schema/index.ts';
import { kindName } from '#features/desk/held.ts';
import type { Operator } from '../http/operator.ts';
import { abbreviated, noteDown } from './audit.ts';
import { beyond, type Cursor, pageOf, pageSize } from './paging.ts';

const { id, recipient, cause, letter, status, nextTryAt } = outbox;
const held = eq(status, 'held');

/** The cause of an email with a link begins with its kind; the email itself is not kept. */
const kind = sql<string>`coalesce(${letter} ->> 'kind', substr(${cause}, 1, instr(${cause}, ':') - 1))`;

/** Newest first. */
export async function listHeld(db: Db, cursor: Cursor | undefined) {
  const rows = await db.read
    .select({ id, recipient, kind, at: nextTryAt, kept: sql<number>`${letter} IS NOT NULL` })
    .from(outbox)
    .where(and(held, beyond(cursor, nextTryAt, id)))
    .orderBy(desc(nextTryAt), desc(id))
    .limit(pageSize + 1);
  const page = pageOf(rows, ({ at, id }) => ({ at, id }));
  return {
    emails: page.rows.map(({ id, recipient, kind, at, kept }) => ({
      _id: id,
      recipient,
      kind: kindName(kind),
      date: new Date(at).toISOString(),
      /** Its text was kept: it can be sent. */
      sendable: Boolean(kept),
    })),
    next: page.next,
  };
}

/** How many there are, for a batch. */
export const countHeld = (db: Db) => db.read.select({ count: count() }).from(outbox).where(held);

type Sent = { ok: true; recipient: string } | { ok: false; code: 'not_found' | 'changed' };

/** It leaves now, and counts towards its recipient's limit. @param now UTC ms */
export async function sendHeld(db: Db, operator: Operator, emailId: string, now: number): Promise<Sent> {
  const [found] = await db.read.select({ recipient, kind }).from(outbox).where(eq(id, emailId));
  if (!found) return { ok: false, code: 'not_found' };
  const may = and(eq(id, emailId), held, isNotNull(letter));
  const about = abbreviated(found.recipient);
  const [, sent] = await db.write.batch([
    noteDown(
      db,
      operator,
      { action: 'email_sent', about, detail: kindName(found.kind) },
      now,
      sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${may})`,
    ),
    db.write
      .update(outbox)
      .set({ status: 'waiting', nextTryAt: now, createdAt: now })
      .where(may)
      .returning({ id }),
  ]);
  return sent.length ? { ok: true, recipient: found.recipient } : { ok: false, code: 'changed' };
}
