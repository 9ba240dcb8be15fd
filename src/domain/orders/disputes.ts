/**
 * Labels for the providers' dispute statuses and reasons
 * (https://docs.stripe.com/disputes/categories, https://razorpay.com/docs/payments/disputes).
 */

/** Whether the provider waits for the shop's evidence or consent. */
export const needsResponse = (status: string): boolean =>
  status.endsWith('needs_response') || status === 'open' || status === 'action_required';

const endings = ['won', 'lost', 'closed', 'warning_closed', 'prevented', 'charge_refunded'] as const;

/** Whether the dispute is closed. */
export const isOver = (status: string): boolean => endings.some((ending) => ending === status);

const statuses: Record<(typeof endings)[number], string> = {
  won: 'Won: the money stays with the shop',
  lost: 'Lost: the money went back',
  closed: 'Closed',
  warning_closed: 'Closed: it was only an enquiry',
  prevented: 'Settled before the bank opened a case',
  charge_refunded: 'Closed: the payment was refunded',
};

/** The label of a dispute's status. */
export function disputeStatus(status: string): string {
  if (needsResponse(status)) return 'Needs an answer';
  return statuses[status as keyof typeof statuses] ?? 'The bank is reviewing it';
}

const reasons: Record<string, string> = {
  fraudulent: 'The cardholder says that they did not make this payment',
  fraud: 'The bank suspects that somebody else made this payment',
  product_not_received: 'The shopper says that the parcel did not arrive',
  goods_or_services_not_received_or_partially_received:
    'The shopper says that the parcel did not arrive, or not all of it',
  product_unacceptable: 'The shopper says that the product is damaged or not as described',
  goods_or_services_not_as_described: 'The shopper says that the product is not as described',
  credit_not_processed: 'The shopper says that a promised refund did not arrive',
  duplicate: 'The shopper says that they paid twice',
  unrecognized: 'The cardholder does not recognise this payment',
  subscription_canceled: 'The shopper says that they had cancelled a subscription',
  chargeback: 'The bank asks for the money back',
  general: 'The bank gives no particular reason',
};

/** The label of a dispute's reason; an unknown reason is shown in the provider's spelling. */
export const disputeReason = (reason: string): string => reasons[reason] ?? reason.replaceAll('_', ' ');
