/**
 * How long things are kept (docs/behaviour.md, "Retention"): every period after which the scheduled job deletes or erases something stands here, or in
 * `retention` of content/store.yaml, which this list names. Jobs and the privacy policy ask it.
 *
 * From a day that the content names, personal data and logs of their processing are kept at least as long as it says (Digital
 * Personal Data Protection Rules 2025, rule 8(3), from 13 May 2027: one year; docs/decisions/35-how-long-data-is-kept.md).
 */
import type { Store } from '#domain/store/store.ts';
import { dayOf, oneDay, oneHour } from '#lib/dates.ts';

type Retention = Store['retention'];
type Setting = Exclude<keyof Retention, 'atLeast'>;

/**
 * @property tables of db/schema whose rows go @property days or the setting that has them @property notPersonal why the law's least
 * period does not count
 */
type Rule = { tables: readonly string[]; days: number | Setting; notPersonal?: string };

const counter = 'a counter under a keyed hash: it limits attempts, and says nothing once it has ended';

export const retentionRules = {
  /** After the last message. */
  tickets: { tables: ['tickets', 'ticketAnswers', 'reviewReports'], days: 'tickets' },
  /** After the last try. */
  sentEmails: { tables: ['outbox'], days: 'sentEmails' },
  /** Of a welcome email, without its recipient: nobody gets a second code. */
  welcomeEmails: { tables: ['outbox'], days: 3 * 365 },
  /** After they came; twice as long where they were never processed. */
  paymentEvents: { tables: ['paymentEvents'], days: 'paymentEvents' },
  /** Flags after they were resolved, subscribers after they have left, changes of products after content has them, sale days after their end. */
  auditLog: { tables: ['audit', 'catalogueChanges', 'flags', 'saleDays', 'subscribers'], days: 'auditLog' },
  devices: { tables: ['devices'], days: 'devices' },
  /** After the last change of their orders. */
  guests: { tables: ['users'], days: 'guests' },
  accounts: { tables: ['users'], days: 'accounts' },
  /** Accounts, and personal codes after their last day. */
  unconfirmed: { tables: ['users', 'coupons'], days: 'unconfirmed' },
  /** Subscriptions that nobody has confirmed. */
  askedSubscribers: { tables: ['subscribers'], days: 30 },
  /** After it was asked for, or after its email. */
  stockAlerts: { tables: ['stockAlerts'], days: 180 },
  reviewOptOuts: { tables: ['reviewOptOuts'], days: 5 * 365 },
  /** After they were refused, or their review was hidden. */
  refusedPhotos: { tables: ['photos'], days: 1 },
  /** After the end of a return: `returns.days`, or what the law asks for. */
  returnPhotos: { tables: ['photos'], days: 0 },
  unusedPhotos: {
    tables: ['photos'],
    days: 1,
    notPersonal: 'nobody has sent it to the shop: it was taken back before the form was sent',
  },
  /** Guests who have ordered nothing. */
  emptyGuests: { tables: ['users'], days: 2 },
  sessions: {
    tables: ['sessions'],
    days: 0,
    notPersonal:
      'a hash that opens nothing once it has ended; the device that signed in is kept as one of `devices`',
  },
  /** For a day, an expired link for a new password can be renewed. */
  links: { tables: ['links'], days: 1, notPersonal: 'a hash that opens nothing once it has ended' },
  attempts: { tables: ['attempts'], days: 0, notPersonal: counter },
  holds: { tables: ['holds'], days: 0, notPersonal: counter },
  productHolds: { tables: ['productHolds'], days: (2 * oneHour) / oneDay, notPersonal: counter },
  /** Of an online order, after its hold. */
  paymentNetworks: { tables: ['payments'], days: oneHour / oneDay, notPersonal: counter },
  /** An email about a deleted account, once it does not count towards a limit any more. */
  erasedAddresses: { tables: ['outbox'], days: 1, notPersonal: 'erased because its owner has asked for it' },
  policyReports: {
    tables: ['policyReports'],
    days: 'policyReports',
    notPersonal: 'counts of what a page blocked, without anybody',
  },
  searches: {
    tables: ['searches', 'searchClicks'],
    days: 'searches',
    notPersonal: 'counts of words by day, without who searched',
  },
  /** Three times what the desk shows. */
  vitals: { tables: ['vitals'], days: 84, notPersonal: 'figures of pages, without who saw them' },
  /** Screens show 30. */
  totals: { tables: ['totals'], days: 62, notPersonal: 'sums of days and hours' },
  /** More than a sale and the days before it last. */
  priceChanges: { tables: ['priceChanges'], days: 400, notPersonal: 'prices of products' },
} as const satisfies Record<string, Rule>;

export type RetentionName = keyof typeof retentionRules;

/** The least period of the law on a day, days. */
const leastAt = ({ atLeast }: Retention, at: number): number =>
  Math.max(
    0,
    ...atLeast.flatMap(({ from, days }) => (from.toISOString().slice(0, 10) <= dayOf(at) ? days : [])),
  );

/** For how many days something is kept. @param at UTC ms */
function keptDays(name: RetentionName, retention: Retention, at: number): number {
  const { days, notPersonal }: Rule = retentionRules[name];
  const usual = typeof days === 'number' ? days : retention[days];
  return notPersonal ? usual : Math.max(usual, leastAt(retention, at));
}

/** What was before this time has been kept for its period. @param now UTC ms @returns UTC ms */
export const keptSinceOf =
  (retention: Retention, now: number) =>
  (name: RetentionName): number =>
    now - keptDays(name, retention, now) * oneDay;

/** How long something is kept from a day on. @property from undefined: from now on */
export type Period = { from: Date | undefined; days: number };

/** The periods of something from now on, each longer than the one before. @param now UTC ms */
export function periodsOf(name: RetentionName, retention: Retention, now: number): Period[] {
  const periods: Period[] = [{ from: undefined, days: keptDays(name, retention, now) }];
  for (const { from } of retention.atLeast.toSorted((a, b) => +a.from - +b.from)) {
    const days = keptDays(name, retention, +from);
    if (+from > now && days > (periods.at(-1)?.days ?? 0)) periods.push({ from, days });
  }
  return periods;
}
