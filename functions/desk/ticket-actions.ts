/** Operators' actions on tickets: answer by email, close, reopen. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { ticketAnswers, tickets } from '#db/schema/index.ts';
import { ticketReference } from '#domain/support/reference.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, type Refusal, refuses } from '../lib/refusal.ts';
import { enqueueEmail } from '../outbox/enqueue.ts';
import { writeAudit } from './audit.ts';
import { conflict } from './conflict.ts';
import { type DeskTicket, ticketOf, ticketRows } from './tickets.ts';

/** The ticket's status and number of answers, as the operator saw them. */
export type SeenTicket = { status: 'open' | 'closed'; answers: number };

type TicketResult = { ok: true; ticket: DeskTicket } | Refusal;

function conflictMessage({ answers, status }: DeskTicket, seen: SeenTicket): string {
  const newer = answers.at(-1);
  if (newer && answers.length > seen.answers)
    return `${newer.actor} has already answered: “${newer.message}”`;
  return status === 'open' ? 'The ticket is open again.' : 'Another operator has closed the ticket.';
}

/** The condition that nobody has answered, closed or reopened the ticket since. */
const isAsSeen = (id: string, { status, answers }: SeenTicket): SQL => sql`
  EXISTS (SELECT 1 FROM ${tickets} WHERE id = ${id} AND status = ${status})
  AND (SELECT count(*) FROM ${ticketAnswers} WHERE ticket_id = ${id}) = ${answers}`;

/**
 * Answers an open ticket by an email to its writer, and closes it. One batch writes the answer, the email and the audit
 * entries.
 * @param keepOpen leaves the ticket open
 */
export async function answerByEmail(
  { db, operator, now }: DeskCall,
  { id, message, keepOpen, seen }: { id: string; message: string; keepOpen: boolean; seen: SeenTicket },
): Promise<TicketResult> {
  const [ticket] = await db.read.select().from(tickets).where(eq(tickets.id, id));
  if (!ticket) return notFound('This ticket');
  const answerId = crypto.randomUUID();
  const about = ticketReference(id);
  const content = {
    kind: 'ticket_answer',
    reference: about,
    subject: ticket.subject,
    message: ticket.message,
    name: ticket.name,
    answer: message,
  } as const;
  const isAllowed = isAsSeen(id, { ...seen, status: 'open' });
  const done = sql`EXISTS (SELECT 1 FROM ${ticketAnswers} WHERE id = ${answerId})`;
  const closes = keepOpen ? sql`false` : done;
  const [, , , , , [row], answers] = await db.write.batch([
    db.write.run(sql`
      INSERT INTO ${ticketAnswers} (id, ticket_id, at, actor_id, message)
      SELECT ${answerId}, ${id}, ${now}, ${operator.id}, ${message} WHERE ${isAllowed}`),
    enqueueEmail(db, { cause: `ticket_answer:${answerId}`, to: ticket.email, content, now, when: done }),
    writeAudit(db, operator, { action: 'ticket_answered', about }, now, done),
    writeAudit(db, operator, { action: 'ticket_closed', about }, now, closes),
    db.write
      .update(tickets)
      .set({ status: 'closed' })
      .where(and(eq(tickets.id, id), closes)),
    ...ticketRows(db, id),
  ]);
  return toResult(
    row && ticketOf(row, answers),
    answers.some(({ id }) => id === answerId),
    seen,
  );
}
refuses(answerByEmail, notFound, conflict);

/** Closes an open ticket, or reopens a closed one. */
export async function setTicketStatus(
  { db, operator, now }: DeskCall,
  { id, to, seen }: { id: string; to: SeenTicket['status']; seen: SeenTicket },
): Promise<TicketResult> {
  const isAllowed = isAsSeen(id, { ...seen, status: to === 'open' ? 'closed' : 'open' });
  const action = to === 'open' ? 'ticket_opened' : 'ticket_closed';
  const [, updated, [row], answers] = await db.write.batch([
    writeAudit(db, operator, { action, about: ticketReference(id) }, now, isAllowed),
    db.write
      .update(tickets)
      .set({ status: to })
      .where(and(eq(tickets.id, id), isAllowed))
      .returning({ id: tickets.id }),
    ...ticketRows(db, id),
  ]);
  return toResult(row && ticketOf(row, answers), updated.length > 0, seen);
}
refuses(setTicketStatus, notFound, conflict);

/** @param ticket as it is now */
function toResult(ticket: DeskTicket | undefined, done: boolean, seen: SeenTicket): TicketResult {
  if (!ticket) return notFound('This ticket');
  return done ? { ok: true, ticket } : conflict(conflictMessage(ticket, seen), { ticket });
}
