/** Support tickets. */
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { tickets } from '#db/schema.ts';
import type { ticket } from '#features/support/ticket.ts';
import { attemptKey, countInHour } from '../limits/attempts.ts';

type Opened = { ok: true; id: string } | { ok: false; code: 'too_many'; seconds: number };

/** @param perHour tickets that one address may open in an hour */
export async function openTicket(
  db: Db,
  { name, ...rest }: z.output<typeof ticket>,
  { address, perHour, now }: { address: string; perHour: number; now: number },
): Promise<Opened> {
  const [used] = await countInHour(db, await attemptKey('ticket', address), now);
  if (used && used.count > perHour)
    return { ok: false, code: 'too_many', seconds: Math.ceil((used.expiresAt - now) / 1000) };
  const id = crypto.randomUUID();
  await db.write.insert(tickets).values({ id, name: name || null, ...rest, createdAt: now });
  return { ok: true, id };
}
