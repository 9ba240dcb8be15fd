/** What operators do, besides what an order's own history tells of. */

/** Each with the words that the list says it in. */
export const auditActions = {
  stock: 'changed the stock',
  review_hidden: 'hid a review',
  review_shown: 'showed a review again',
  ticket_answered: 'answered a ticket',
  ticket_closed: 'closed a ticket',
  ticket_opened: 'opened a ticket again',
  coupon_made: 'made a code',
  coupon_ended: 'ended a code',
  unsubscribed: 'took an address off the newsletter',
  email_sent: 'sent a held email',
  role: 'changed who is an operator',
  limits: 'changed the order limits of an account',
  second_factor: 'reset a second factor',
  export: 'exported data',
  reconciled: 'mended a difference',
  flag_resolved: 'dealt with a flag',
} as const;

export type AuditAction = keyof typeof auditActions;
