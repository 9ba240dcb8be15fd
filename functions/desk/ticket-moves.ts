/** What operators do to tickets: answer by mail, close, open again. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { ticketAnswers, tickets } from '#db/schema/index.ts';
import { ticketReference } from '#features/support/reference.ts';
import type { Operator } from '../http/operator.ts';
import { post } from '../outbox/enqueue.ts';
import { noteDown } from './audit.ts';
import { answerTicket, type DeskTicket, ticketRows } from './tickets.ts';

/** The ticket as its reader had it before them: open or closed, and how many answers it had. */
export type Seen = { status: 'open' | 'closed'; answers: number };

type Moved =
  | { ok: true; ticket: DeskTicket }
  | { ok: false; code: 'not_found' }
  /** @property ticket as it is now, unchanged */
  | { ok: false; code: 'changed'; ticket: DeskTicket };

/** @property now UTC ms */
type Desk = { db: Db; operator: Operator; now: number };

/** Condition: nobody has answered, closed or opened it since. */
const asSeen = (id: string, { status, answers }: Seen): SQL => sql`
  EXISTS (SELECT 1 FROM ${tickets} WHERE id = ${id} AND status = ${status})
  AND (SELECT count(*) FROM ${ticketAnswers} WHERE ticket_id = ${id}) = ${answers}`;

/**
 * Answers an open ticket, by a letter to whoever wrote it; answer, letter and audit together, or nothing.
 * @param close the ticket with it
 */
export async function answerByMail(
  { db, operator, now }: Desk,
  id: string,
  { message, close, seen }: { message: string; close: boolean; seen: Seen },
): Promise<Moved> {
  const [asked] = await db.read.select().from(tickets).where(eq(tickets.id, id));
  if (!asked) return { ok: false, code: 'not_found' };
  const answerId = crypto.randomUUID();
  const about = ticketReference(id);
  const letter = {
    kind: 'ticket_answer',
    reference: about,
    subject: asked.subject,
    message: asked.message,
    name: asked.name,
    answer: message,
  } as const;
  const may = asSeen(id, { ...seen, status: 'open' });
  const done = sql`EXISTS (SELECT 1 FROM ${ticketAnswers} WHERE id = ${answerId})`;
  const [, , , , , [row], answers] = await db.write.batch([
    db.write.run(sql`
      INSERT INTO ${ticketAnswers} (id, ticket_id, at, actor_id, message)
      SELECT ${answerId}, ${id}, ${now}, ${operator.id}, ${message} WHERE ${may}`),
    post(db, { cause: `ticket_answer:${answerId}`, to: asked.email, letter, now, when: done }),
    noteDown(db, operator, { action: 'ticket_answered', about }, now, done),
    noteDown(db, operator, { action: 'ticket_closed', about }, now, close ? done : sql`false`),
    db.write
      .update(tickets)
      .set({ status: 'closed' })
      .where(and(eq(tickets.id, id), close ? done : sql`false`)),
    ...ticketRows(db, id),
  ]);
  return outcome(
    row && answerTicket(row, answers),
    answers.some(({ _id }) => _id === answerId),
  );
}

/** Closes an open ticket, or opens a closed one again. */
export async function turnTicket(
  { db, operator, now }: Desk,
  id: string,
  { to, seen }: { to: Seen['status']; seen: Seen },
): Promise<Moved> {
  const may = asSeen(id, { ...seen, status: to === 'open' ? 'closed' : 'open' });
  const action = to === 'open' ? 'ticket_opened' : 'ticket_closed';
  const [, turned, [row], answers] = await db.write.batch([
    noteDown(db, operator, { action, about: ticketReference(id) }, now, may),
    db.write
      .update(tickets)
      .set({ status: to })
      .where(and(eq(tickets.id, id), may))
      .returning({ id: tickets.id }),
    ...ticketRows(db, id),
  ]);
  return outcome(row && answerTicket(row, answers), turned.length > 0);
}

function outcome(ticket: DeskTicket | undefined, done: boolean): Moved {
  if (!ticket) return { ok: false, code: 'not_found' };
  return done ? { ok: true, ticket } : { ok: false, code: 'changed', ticket };
}
