/**
 * Part of the scheduled job: flags, once a day, that strangers have reached a limit of the whole shop: of what they hold of a
 * product (functions/orders/holds.ts), or of the emails that they cause (functions/outbox/enqueue.ts).
 */
import type { Db } from '#db/client.ts';
import type { Store } from '#domain/store/store.ts';
import { dayOf } from '#lib/dates.ts';
import { mostlyHeld } from '../orders/holds.ts';
import { sharesInUse } from '../outbox/enqueue.ts';
import { raiseFlag } from '../outbox/flag.ts';

/** Products that a run flags. */
const most = 5;

/** @param now UTC ms */
export async function reportStrangerLimits(db: Db, { limits }: Store, now: number): Promise<void> {
  const day = dayOf(now);
  const [held, shares] = await db.read.batch([
    mostlyHeld(db, limits.unpaid.shop, now, most),
    sharesInUse(db, now),
  ]);
  const flags = held.flatMap(({ id, name, units, stock }) =>
    raiseFlag(db, {
      kind: 'stranger_limit',
      about: `${id} on ${day}`,
      aboutInEmail: name,
      detail: `Unpaid orders hold ${units} pieces of ${name}, and ${stock} are left. New buyers have to confirm their email before they order it in cash. Look at the newest unpaid orders: if they look fake, cancel them.`,
      now,
    }),
  );
  const full = shares.flatMap(({ name, full }) => (full ? [name] : []));
  if (full.length)
    flags.push(
      ...raiseFlag(db, {
        kind: 'stranger_limit',
        about: `emails on ${day}`,
        detail: `Strangers have used up what the shop sends to unverified addresses within an hour, of ${full.join(', ')}. Further ones of these are held; all others are sent.`,
        now,
      }),
    );
  const [first, ...rest] = flags;
  if (first) await db.write.batch([first, ...rest]);
}
