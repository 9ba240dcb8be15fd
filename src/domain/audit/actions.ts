/** Operators' actions in the audit list. Actions on orders are in the order's history. */

/** The actions with their labels. */
export const auditActions = {
  stock: 'changed the stock',
  stock_undone: 'undid a list of stock',
  selling_paused: 'paused selling a product',
  selling_resumed: 'resumed selling a product',
  product_changed: 'changed a product',
  product_change_undone: 'undid a change of a product',
  review_hidden: 'hid a review',
  review_shown: 'showed a review again',
  review_replied: 'answered a review',
  review_reply_removed: 'removed the answer to a review',
  review_kept_hidden: 'kept a review hidden after an objection',
  review_reports_dismissed: 'dismissed the reports of a review',
  review_photos_approved: 'approved photos of a review',
  review_photos_refused: 'refused photos of a review',
  payout_read: 'read where a refund goes',
  ticket_answered: 'answered a ticket',
  ticket_closed: 'closed a ticket',
  ticket_opened: 'reopened a ticket',
  coupon_made: 'created a code',
  coupon_ended: 'ended a code',
  coupon_shown: 'showed a code in the cart',
  coupon_hidden: 'stopped showing a code in the cart',
  unsubscribed: 'unsubscribed an address from the newsletter',
  email_sent: 'sent a held email',
  role: 'added or removed an operator',
  customer_note_added: 'wrote a note on a customer',
  customer_note_deleted: 'deleted a note on a customer',
  customer_exported: 'exported the data of a customer',
  customer_erased: 'erased the data of a customer',
  order_emails: 'chose their emails about orders',
  limits: 'changed the order limits of an account',
  second_factor: 'reset a second factor',
  transfer_credited: 'recorded what the bank credited for a courier’s transfer',
  export: 'exported data',
  /** Only in older entries. */
  reconciled: 'repaired a difference',
  flag_resolved: 'resolved a flag',
} as const;

export type AuditAction = keyof typeof auditActions;
