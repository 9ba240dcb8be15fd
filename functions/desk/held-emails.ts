/** Emails that were held (functions/outbox/enqueue.ts): listing them, and sending one anyway. */
import { and, count, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { outbox } from '#db/schema/index.ts';
import { emailName } from '#domain/email/email-names.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, type Refusal, refuses } from '../lib/refusal.ts';
import { heldFor, heldReasons } from '../outbox/enqueue.ts';
import { maskEmail, writeAudit } from './audit.ts';
import { conflict } from './conflict.ts';
import { list } from './list.ts';

const { id, recipient, cause, content, status, nextTryAt } = outbox;
const isHeld = eq(status, 'held');

/** The content of an email with a link is not stored, but its cause begins with its kind. */
const kind = sql<string>`coalesce(${content} ->> 'kind', substr(${cause}, 1, instr(${cause}, ':') - 1))`;

/** Held emails, newest first. */
export const listHeldEmails = list({
  from: ({ db }) =>
    db.read
      .select({
        id,
        recipient,
        kind,
        nextTryAt,
        error: outbox.error,
        hasContent: sql<number>`${content} IS NOT NULL`,
      })
      .from(outbox),
  order: { nextTryAt, id },
  where: () => isHeld,
  row: ({ kind, nextTryAt: at, error, hasContent, ...email }, { now }) => {
    /** The last release has stored none: it held only for this one. */
    const reason = error ?? heldReasons.recipient;
    /** Whether its content is stored, so that it can be sent. */
    const sendable = Boolean(hasContent);
    const isLimited = Object.values<string>(heldReasons).includes(reason);
    return {
      ...email,
      kind: emailName(kind),
      at,
      reason,
      sendable,
      /** Whether it is sent without an operator. */
      sentByItself: sendable && isLimited && at > now - heldFor,
    };
  },
});

/** The number of held emails, for a batch. */
export const countHeldEmails = (db: Db) => db.read.select({ count: count() }).from(outbox).where(isHeld);

/** Sends a held email now. It counts towards its recipient's limit. */
export async function sendHeldEmail(
  { db, operator, now }: DeskCall,
  { id: emailId }: { id: string },
): Promise<{ ok: true; recipient: string } | Refusal> {
  const [email] = await db.read.select({ recipient, kind }).from(outbox).where(eq(id, emailId));
  if (!email) return notFound('This email');
  const canSend = and(eq(id, emailId), isHeld, isNotNull(content));
  const about = maskEmail(email.recipient);
  const [, sent] = await db.write.batch([
    writeAudit(
      db,
      operator,
      { action: 'email_sent', about, detail: emailName(email.kind) },
      now,
      sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${canSend})`,
    ),
    db.write
      .update(outbox)
      .set({ status: 'waiting', error: null, nextTryAt: now })
      .where(canSend)
      .returning({ id }),
  ]);
  return sent.length ? { ok: true, recipient: email.recipient } : conflict('This email is no longer held.');
}
refuses(sendHeldEmail, notFound, conflict);
