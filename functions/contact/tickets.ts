/** Support tickets. */

import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Db, lastResults } from '#db/client.ts';
import { outbox, tickets } from '#db/schema/index.ts';
import { ticketReference } from '#domain/support/reference.ts';
import type { ticket } from '#domain/support/ticket.ts';
import { type Refusal, tooMany } from '../lib/refusal.ts';
import { checkHourlyLimit, type HourlyLimit } from '../limits/hourly.ts';
import { enqueueEmail } from '../outbox/enqueue.ts';

/**
 * @property reference that the customer quotes
 * @property receiptHeld the receipt is sent later (docs/behaviour.md, "Email limits")
 */
type OpenTicketResult = { ok: true; reference: string; receiptHeld: boolean } | Refusal;

/** Stores a ticket and enqueues its receipt. @param from perHour: tickets that one network may open in an hour */
export async function openTicket(
  db: Db,
  { name, ...rest }: z.output<typeof ticket>,
  from: HourlyLimit,
): Promise<OpenTicketResult> {
  const wait = await checkHourlyLimit(db, 'ticket', from);
  if (wait)
    return tooMany(
      wait,
      'Too many tickets were sent from your network. Please call us, or try again in an hour.',
    );
  const id = crypto.randomUUID();
  const reference = ticketReference(id);
  const { subject, message, email } = rest;
  const cause = `ticket:${id}`;
  const queries = [
    db.write.select({ status: outbox.status }).from(outbox).where(eq(outbox.cause, cause)),
  ] as const;
  const results = await db.write.batch([
    db.write.insert(tickets).values({ id, name: name || null, ...rest, createdAt: from.now }),
    enqueueEmail(db, {
      cause,
      to: email,
      content: { kind: 'ticket_received', reference, subject, message, name: name || null },
      now: from.now,
      limited: true,
    }),
    ...queries,
  ]);
  const [[receipt]] = lastResults(results, queries);
  return { ok: true, reference, receiptHeld: receipt?.status === 'held' };
}
