/** Reading support tickets at the desk. Actions on them are in ticket-actions.ts. */
import { asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isUnconfirmed, orders, ticketAnswers, tickets, users } from '#db/schema/index.ts';
import { ticketReference } from '#domain/support/reference.ts';
import type { TicketView } from '#domain/support/views.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, refuses } from '../lib/refusal.ts';
import { list } from './list.ts';

/** Orders shown beside a ticket. */
const maxOrders = 20;

type Row = typeof tickets.$inferSelect;

const { id, name, email, subject, issueType, status, createdAt } = tickets;

// The full name `tickets.id`: drizzle omits the table where a query selects from one table.
const answerCount = sql<number>`(SELECT count(*) FROM ${ticketAnswers} WHERE ticket_id = tickets.id)`;

/** Tickets, newest first. */
export const listTickets = list({
  from: ({ db }) =>
    db.read
      .select({ id, name, email, subject, issueType, status, createdAt, answers: answerCount })
      .from(tickets),
  order: { createdAt, id },
  where: ({ show }: { show: TicketView }) => (show === 'all' ? undefined : eq(status, show)),
  row: (ticket) => ({ ...ticket, reference: ticketReference(ticket.id) }),
});

const operatorName = sql<string | null>`(SELECT name FROM ${users} WHERE id = actor_id)`;

/** Two queries for a batch: a ticket, and its answers, oldest first. */
export const ticketRows = (db: Db, id: string) =>
  [
    db.read.select().from(tickets).where(eq(tickets.id, id)),
    db.read
      .select({
        id: ticketAnswers.id,
        at: ticketAnswers.at,
        message: ticketAnswers.message,
        actor: operatorName,
      })
      .from(ticketAnswers)
      .where(eq(ticketAnswers.ticketId, id))
      .orderBy(asc(ticketAnswers.at), sql`rowid`),
  ] as const;

type AnswerRow = { id: string; at: number; message: string; actor: string | null };

/** A ticket with its answers, as the desk shows it. */
export const ticketOf = (row: Row, answers: readonly AnswerRow[]) => ({
  ...row,
  reference: ticketReference(row.id),
  answers: answers.map((answer) => ({ ...answer, actor: answer.actor ?? 'A former operator' })),
});
export type DeskTicket = ReturnType<typeof ticketOf>;

/** A ticket with the newest orders and the customers of its email address. */
export async function readTicket({ db }: DeskCall, { id }: { id: string }) {
  const { reference, status, total, createdAt } = orders;
  const toConfirm = sql<number>`${isUnconfirmed}`;
  const withAddress = sql`${users.email} = (SELECT email FROM ${tickets} WHERE id = ${id})`;
  const selectCustomer = (which: SQL) =>
    db.read
      .select({ id: users.id, guest: users.guest })
      .from(users)
      .where(sql`${withAddress} AND ${which}`)
      .orderBy(desc(users.createdAt))
      .limit(1);
  const [[row], answers, orderRows, accounts, guests] = await db.read.batch([
    ...ticketRows(db, id),
    db.read
      .select({ id: orders.id, reference, status, total, createdAt, toConfirm })
      .from(orders)
      // lower() on both sides, since the index on lower(email) is not used when compared with a plain column.
      .where(sql`lower(address ->> 'email') = (SELECT lower(email) FROM ${tickets} WHERE id = ${id})`)
      .orderBy(desc(createdAt))
      .limit(maxOrders),
    selectCustomer(sql`${users.guest} = 0`),
    selectCustomer(sql`${users.guest} = 1`),
  ]);
  if (!row) return notFound('This ticket');
  return {
    ticket: ticketOf(row, answers),
    orders: orderRows,
    /** The account and the newest guest with the address. */
    customers: [...accounts, ...guests],
  };
}
refuses(readTicket, notFound);
