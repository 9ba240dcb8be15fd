/** What the shop does by itself when nobody is looking: it asks providers, ends holds, and sends letters. */
import { and, eq, lte } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { outbox, payments } from '#db/schema/index.ts';
import { holdMinutes } from '#features/orders/order.ts';
import type { Shop } from './shop.ts';

const minute = 60 * 1000;
/** The first question to a provider is due, and what was claimed by a process that died is free again. */
const soon = 6 * minute;
const holdOver = (holdMinutes + 10) * minute;
/** Each takes twenty of a kind. */
const mostRuns = 100;

/** What the scheduled job has still to do. @param now UTC ms, by the shop's clock */
async function isDue({ read }: Db, now: number): Promise<boolean> {
  const [asking, sending] = await read.batch([
    read.select({ id: payments.orderId }).from(payments).where(lte(payments.nextAskAt, now)).limit(1),
    read
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(eq(outbox.status, 'waiting'), lte(outbox.nextTryAt, now)))
      .limit(1),
  ]);
  return asking.length + sending.length > 0;
}

async function passTime({ stack, standIns, db }: Shop, ms: number): Promise<void> {
  standIns.setClock(ms);
  await stack.restartWorker({ CLOCK_OFFSET_MS: String(ms) });
  for (let run = 0; run < mostRuns && (await isDue(db, Date.now() + ms)); run++) {
    await stack.scheduled();
    await standIns.settled();
  }
}

/** Lets all holds run out, by the shop's clock: every order is then paid or over, and every letter is sent. */
export async function letTimePass(shop: Shop): Promise<void> {
  await shop.standIns.settled();
  await passTime(shop, soon);
  await passTime(shop, holdOver);
  // Letters that a request had claimed and was still sending are free again, should it not have got there.
  await passTime(shop, holdOver + soon);
}
