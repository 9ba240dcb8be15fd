/** Tickets behind the counter: reading them. What is done to them stands in ticket-moves.ts. */
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, ticketAnswers, tickets, users } from '#db/schema/index.ts';
import type { TicketView } from '#features/desk/tickets.ts';
import { ticketReference } from '#features/support/reference.ts';
import { toRupees } from '#lib/money.ts';
import { beyond, type Cursor, pageOf, pageSize } from './paging.ts';

/** Orders that are shown beside a ticket. */
const mostOrders = 20;

type Row = typeof tickets.$inferSelect;

const head = ({ id, name, email, subject, issueType, status, createdAt }: Omit<Row, 'message'>) => ({
  _id: id,
  reference: ticketReference(id),
  name,
  email,
  subject,
  issueType,
  status,
  date: new Date(createdAt).toISOString(),
});

// Its name in full: drizzle leaves the table out where it selects from one alone.
const answered = sql<number>`(SELECT count(*) FROM ${ticketAnswers} WHERE ticket_id = tickets.id)`;

/** Newest first. */
export async function listTickets(db: Db, view: TicketView, cursor: Cursor | undefined) {
  const { id, name, email, subject, issueType, status, createdAt } = tickets;
  const rows = await db.read
    .select({ id, name, email, subject, issueType, status, createdAt, answers: answered })
    .from(tickets)
    .where(and(view === 'all' ? undefined : eq(status, view), beyond(cursor, createdAt, id)))
    .orderBy(desc(createdAt), desc(id))
    .limit(pageSize + 1);
  const page = pageOf(rows, ({ createdAt, id }) => ({ at: createdAt, id }));
  return {
    tickets: page.rows.map(({ answers, ...row }) => ({ ...head(row), answers })),
    next: page.next,
  };
}

const answerOf = sql<string | null>`(SELECT name FROM ${users} WHERE id = actor_id)`;

/** A ticket and its answers, oldest first: two queries for a batch that reads or writes. */
export const ticketRows = (db: Db, id: string) =>
  [
    db.read.select().from(tickets).where(eq(tickets.id, id)),
    db.read
      .select({
        _id: ticketAnswers.id,
        at: ticketAnswers.at,
        message: ticketAnswers.message,
        actor: answerOf,
      })
      .from(ticketAnswers)
      .where(eq(ticketAnswers.ticketId, id))
      .orderBy(asc(ticketAnswers.at), sql`rowid`),
  ] as const;

type AnswerRow = { _id: string; at: number; message: string; actor: string | null };

/** A ticket as the desk shows it. */
export const answerTicket = (row: Row, answers: readonly AnswerRow[]) => ({
  ...head(row),
  message: row.message,
  answers: answers.map(({ _id, at, message, actor }) => ({
    _id,
    message,
    actor: actor ?? 'A former operator',
    date: new Date(at).toISOString(),
  })),
});
export type DeskTicket = ReturnType<typeof answerTicket>;

/** One ticket with the newest orders that were placed with its address; undefined when there is none. */
export async function findTicket(db: Db, id: string) {
  const { reference, status, total, createdAt } = orders;
  const [[row], answers, placed] = await db.read.batch([
    ...ticketRows(db, id),
    db.read
      .select({ _id: orders.id, reference, status, total, createdAt })
      .from(orders)
      // lower() on both sides: compared with a bare column, the index on the first would not be used.
      .where(sql`lower(address ->> 'email') = (SELECT lower(email) FROM ${tickets} WHERE id = ${id})`)
      .orderBy(desc(createdAt))
      .limit(mostOrders),
  ]);
  return (
    row && {
      ticket: answerTicket(row, answers),
      orders: placed.map(({ total, createdAt, ...order }) => ({
        ...order,
        amount: toRupees(total),
        date: new Date(createdAt).toISOString(),
      })),
    }
  );
}
