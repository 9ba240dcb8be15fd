/** Refunds at the desk. */

/** What the queue can show; what waits for somebody comes first. */
export const refundQueues = {
  due: 'To confirm',
  sent: 'With the provider',
  done: 'Sent back',
} as const;
export type RefundQueue = keyof typeof refundQueues;

/** Why money goes back, in words. */
export const refundReasons = {
  cancelled: 'Cancelled after it was paid',
  returned: 'Returned',
  late_payment: 'Paid when it was too late, or twice',
  mismatch: 'Not what the order asks for',
} as const;

/** How far a refund has come, in words. */
export const refundStatuses = {
  due: 'To confirm',
  sent: 'With the provider',
  done: 'Sent back',
  failed: 'Failed',
} as const;
