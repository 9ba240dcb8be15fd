/** Support tickets. */

import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { lastResults } from '#db/client.ts';
import { outbox, tickets } from '#db/schema/index.ts';
import { ticketReference } from '#domain/support/reference.ts';
import type { ticket } from '#domain/support/ticket.ts';
import type { Call } from '../lib/call.ts';
import { type Refusal, tooMany } from '../lib/refusal.ts';
import { checkHourlyLimit, limitOfCall } from '../limits/hourly.ts';
import { enqueueEmail } from '../outbox/enqueue.ts';

/**
 * @property reference that the customer quotes
 * @property receiptHeld the receipt is sent later (docs/behaviour.md, "Email limits")
 */
type OpenTicketResult = { ok: true; reference: string; receiptHeld?: true } | Refusal;

/** Stores a ticket and enqueues its receipt. */
export async function openTicket(
  call: Call,
  { name, ...rest }: z.output<typeof ticket>,
): Promise<OpenTicketResult> {
  const { db, now } = call;
  const from = limitOfCall(call, call.limits.TICKETS_PER_HOUR);
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
    db.write.insert(tickets).values({ id, name: name || null, ...rest, createdAt: now }),
    enqueueEmail(db, {
      cause,
      to: email,
      content: { kind: 'ticket_received', reference, subject, message, name: name || null },
      now,
      limited: true,
    }),
    ...queries,
  ]);
  const [[receipt]] = lastResults(results, queries);
  return { ok: true, reference, ...(receipt?.status === 'held' && { receiptHeld: true as const }) };
}
