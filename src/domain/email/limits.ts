/**
 * The limits of emails that strangers can cause, by what the email is (docs/behaviour.md, "Email limits"). An email is known
 * by what its cause begins with: `ticket` of `ticket:5`.
 */

/**
 * @property reserve of a mailbox's sum of a day, emails that this group leaves to the groups that stop after it
 * @property share of the whole shop's emails in an hour to addresses that nobody has verified, per cent; none: not limited so
 * @property waits its emails are written only while the limits allow it, so a share that is used up is no flag
 */
export type EmailGroup = { kinds: readonly string[]; reserve: number; share?: number; waits?: true };

/** Signing in stops last, then orders. What is in no list is in `other`. */
export const emailGroups = {
  reset: { kinds: ['password_reset'], reserve: 2, share: 20 },
  codes: { kinds: ['verify_email', 'email_change'], reserve: 2, share: 20 },
  orders: {
    kinds: [
      'order_placed',
      'order_shipped',
      'order_delivered',
      'order_cancelled',
      'order_returned',
      'order_undelivered',
      'order_changed',
      'refunded',
      'confirm_reminder',
    ],
    reserve: 6,
  },
  messages: { kinds: ['ticket'], reserve: 10, share: 25 },
  subscriptions: { kinds: ['subscribe'], reserve: 10, share: 15 },
  alerts: { kinds: ['stock_alert'], reserve: 10, share: 10, waits: true },
  other: { kinds: [], reserve: 10, share: 10 },
} as const satisfies Record<string, EmailGroup>;

/** The smallest sum of a day: every group may send some. */
export const leastPerDay = 20;
