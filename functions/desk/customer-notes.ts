/** Operators' notes on customers (docs/desk.md, "Customers"). */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { customerNotes, users } from '#db/schema/index.ts';
import { maxNotes } from '#domain/customers/customer.ts';
import { customerIds } from '../guests/customer.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, type Refusal, refusal, refuses } from '../lib/refusal.ts';
import { writeAudit } from './audit.ts';

/** Notes that a page shows: more than a customer may have, since those of a guest move into an account. */
const mostShown = 4 * maxNotes;

export const notesFull = refusal(
  409,
  'notes_full',
  `A customer has at most ${maxNotes} notes. Please delete one first.`,
);
export const unknownCustomer = () => notFound('This customer');

type Done = { ok: true } | Refusal;

const ofCustomer = (id: string) => sql`${customerNotes.userId} IN ${customerIds(id)}`;

/** A query for the notes of a customer, newest first. */
export const selectNotes = (db: Db, id: string) =>
  db.read
    .select({
      id: customerNotes.id,
      at: customerNotes.at,
      text: customerNotes.text,
      actor: sql<string | null>`(SELECT name FROM ${users} WHERE id = actor_id)`,
    })
    .from(customerNotes)
    .where(ofCustomer(id))
    .orderBy(desc(customerNotes.at), sql`rowid DESC`)
    .limit(mostShown);

/** Adds a note. The audit list has no text of it, since its entries can never be erased. */
export async function addNote(
  { db, operator, now }: DeskCall,
  { id, text }: { id: string; text: string },
): Promise<Done> {
  const noteId = crypto.randomUUID();
  const isDone = sql`EXISTS (SELECT 1 FROM ${customerNotes} WHERE id = ${noteId})`;
  const [, , [state]] = await db.write.batch([
    db.write.run(sql`
      INSERT INTO ${customerNotes} (id, user_id, at, actor_id, text)
      SELECT ${noteId}, ${users.id}, ${now}, ${operator.id}, ${text} FROM ${users} WHERE ${users.id} = ${id}
        AND (SELECT count(*) FROM ${customerNotes} WHERE ${ofCustomer(id)}) < ${maxNotes}`),
    writeAudit(db, operator, { action: 'customer_note_added', about: id }, now, isDone),
    db.write
      .select({ done: sql<number>`${isDone}` })
      .from(users)
      .where(eq(users.id, id)),
  ]);
  if (!state) return unknownCustomer();
  return state.done ? { ok: true } : notesFull();
}
refuses(addNote, notFound, notesFull);

/** Deletes a note of the customer. */
export async function deleteNote(
  { db, operator, now }: DeskCall,
  { customerId: id, id: noteId }: { customerId: string; id: string },
): Promise<Done> {
  const isTheirs = and(eq(customerNotes.id, noteId), ofCustomer(id));
  const entry = { action: 'customer_note_deleted', about: id } as const;
  const [, deleted] = await db.write.batch([
    writeAudit(db, operator, entry, now, sql`EXISTS (SELECT 1 FROM ${customerNotes} WHERE ${isTheirs})`),
    db.write.delete(customerNotes).where(isTheirs).returning({ id: customerNotes.id }),
  ]);
  return deleted.length ? { ok: true } : notFound('This note');
}
refuses(deleteNote, notFound);
