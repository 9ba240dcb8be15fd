/** Times before and after the end of a retention period (`retention` of content/store.yaml), and emails of such times. */
import type { outbox } from '#db/schema/index.ts';
import { keptSinceOf } from '#domain/retention/periods.ts';
import { oneDay } from '#lib/dates.ts';
import { readStore } from '#tools/lib/content.ts';

export const { retention } = readStore();
export const hour = oneDay / 24;

/** Guests are in guest.test.ts. */
export type Kept = Exclude<keyof typeof retention, 'guests' | 'atLeast'>;
/** Its period today, days. */
export const keptDays = (what: Kept): number =>
  (Date.now() - keptSinceOf(retention, Date.now())(what)) / oneDay;
/** A time one hour before the end of a retention period, UTC ms. */
export const old = (what: Kept) => keptSinceOf(retention, Date.now())(what) - hour;
/** A time one hour after it, UTC ms. */
export const young = (what: Kept) => old(what) + 2 * hour;

type Email = typeof outbox.$inferInsert;
/** An email that was sent. @param at UTC ms */
export const email = (id: string, at: number, more: Partial<Email> = {}): Email => ({
  id,
  cause: `order_placed:${id}`,
  recipient: 'asha@example.in',
  status: 'sent',
  nextTryAt: at,
  createdAt: at,
  sentAt: at,
  ...more,
});
