/** Reading support tickets at the desk. Actions on them are in ticket-actions.ts. */
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, ticketAnswers, tickets, users } from '#db/schema/index.ts';
import { ticketReference } from '#domain/support/reference.ts';
import type { TicketView } from '#domain/support/views.ts';
import { toRupees } from '#lib/money.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, refuses } from '../lib/refusal.ts';
import { afterCursor, type Paged, pageOf, pageSize } from './paging.ts';

/** Orders shown beside a ticket. */
const maxOrders = 20;

type Row = typeof tickets.$inferSelect;

const serializeHead = ({ id, name, email, subject, issueType, status, createdAt }: Omit<Row, 'message'>) => ({
  _id: id,
  reference: ticketReference(id),
  name,
  email,
  subject,
  issueType,
  status,
  date: new Date(createdAt).toISOString(),
});

// The full name `tickets.id`: drizzle omits the table where a query selects from one table.
const answerCount = sql<number>`(SELECT count(*) FROM ${ticketAnswers} WHERE ticket_id = tickets.id)`;

/** A page of tickets, newest first. */
export async function listTickets({ db }: DeskCall, { show, after }: { show: TicketView } & Paged) {
  const { id, name, email, subject, issueType, status, createdAt } = tickets;
  const rows = await db.read
    .select({ id, name, email, subject, issueType, status, createdAt, answers: answerCount })
    .from(tickets)
    .where(and(show === 'all' ? undefined : eq(status, show), afterCursor(after, createdAt, id)))
    .orderBy(desc(createdAt), desc(id))
    .limit(pageSize + 1);
  const page = pageOf(rows, ({ createdAt, id }) => ({ at: createdAt, id }));
  return {
    tickets: page.rows.map(({ answers, ...row }) => ({ ...serializeHead(row), answers })),
    next: page.next,
  };
}

const operatorName = sql<string | null>`(SELECT name FROM ${users} WHERE id = actor_id)`;

/** Two queries for a batch: a ticket, and its answers, oldest first. */
export const ticketRows = (db: Db, id: string) =>
  [
    db.read.select().from(tickets).where(eq(tickets.id, id)),
    db.read
      .select({
        _id: ticketAnswers.id,
        at: ticketAnswers.at,
        message: ticketAnswers.message,
        actor: operatorName,
      })
      .from(ticketAnswers)
      .where(eq(ticketAnswers.ticketId, id))
      .orderBy(asc(ticketAnswers.at), sql`rowid`),
  ] as const;

type AnswerRow = { _id: string; at: number; message: string; actor: string | null };

/** A ticket as the API returns it. */
export const serializeTicket = (row: Row, answers: readonly AnswerRow[]) => ({
  ...serializeHead(row),
  message: row.message,
  answers: answers.map(({ _id, at, message, actor }) => ({
    _id,
    message,
    actor: actor ?? 'A former operator',
    date: new Date(at).toISOString(),
  })),
});
export type DeskTicket = ReturnType<typeof serializeTicket>;

/** A ticket with the newest orders and the customers of its email address. */
export async function readTicket({ db }: DeskCall, { id }: { id: string }) {
  const { reference, status, total, createdAt } = orders;
  const withAddress = sql`${users.email} = (SELECT email FROM ${tickets} WHERE id = ${id})`;
  const selectCustomer = (which: SQL) =>
    db.read
      .select({ _id: users.id, guest: users.guest })
      .from(users)
      .where(sql`${withAddress} AND ${which}`)
      .orderBy(desc(users.createdAt))
      .limit(1);
  const [[row], answers, orderRows, accounts, guests] = await db.read.batch([
    ...ticketRows(db, id),
    db.read
      .select({ _id: orders.id, reference, status, total, createdAt })
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
    ticket: serializeTicket(row, answers),
    orders: orderRows.map(({ total, createdAt, ...order }) => ({
      ...order,
      amount: toRupees(total),
      date: new Date(createdAt).toISOString(),
    })),
    /** The account and the newest guest with the address. */
    customers: [...accounts, ...guests],
  };
}
refuses(readTicket, notFound);
