/** Support tickets. */
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { tickets } from '#db/schema.ts';
import type { ticket } from '#features/support/ticket.ts';
import { type Hourly, type TooMany, takeOfHour } from '../limits/attempts.ts';

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
  await db.write.insert(tickets).values({ id, name: name || null, ...rest, createdAt: from.now });
  return { ok: true, id };
}
