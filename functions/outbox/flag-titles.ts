import type { FlagKind } from '#db/schema/flag-kinds.ts';

export const flagTitles: Record<FlagKind, string> = {
  payment_mismatch: 'A payment does not match its order',
  late_payment: 'Money arrived for an order that had ended',
  refund_due: 'A refund is due',
  late_credit_note: 'A credit note no longer reduces tax',
  refund_failed: 'A refund was refused',
  provider_silent: 'A payment provider does not answer',
  dispute: 'A payment is disputed',
  page_script_blocked: 'A script was blocked on the payment page',
  stranger_limit: 'Strangers have reached a limit of the shop',
  mail_failing: 'An email cannot be sent',
  job_failing: 'The scheduled job keeps failing',
  writes_refused: 'The database cannot store anything',
  review_burst: 'Many new reviews of a product',
  operator_new_device: 'An operator has signed in on a new device',
  operator_sign_in_failures: 'Several failed sign-ins to an operator’s account',
};
