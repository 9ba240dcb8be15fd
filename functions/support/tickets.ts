/** Support tickets. */
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { tickets } from '#db/schema/index.ts';
import type { ticket } from '#features/support/ticket.ts';
import { type Hourly, type TooMany, takeOfHour } from '../limits/attempts.ts';
import { post } from '../outbox/enqueue.ts';

type Opened = { ok: true; id: string } | TooMany;

/** @param from perHour: tickets that one address may open in an hour */
export async function openTicket(
  db: Db,
  { name, ...rest }: z.output<typeof ticket>,
  from: Hourly,
): Promise<Opened> {
  const refused = await takeOfHour(db, 'ticket', from);
  if (refused) return refused;
  const id = crypto.randomUUID();
  const { subject, message, email } = rest;
  await db.write.batch([
    db.write.insert(tickets).values({ id, name: name || null, ...rest, createdAt: from.now }),
    post(db, {
      cause: `ticket:${id}`,
      to: email,
      letter: { kind: 'ticket_received', subject, message, name: name || null },
      now: from.now,
      limited: true,
    }),
  ]);
  return { ok: true, id };
}
