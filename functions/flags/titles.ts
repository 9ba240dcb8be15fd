import type { FlagKind } from '#db/schema/messages.ts';

export const flagTitles: Record<FlagKind, string> = {
  payment_mismatch: 'A payment does not match its order',
  late_payment: 'Money arrived for an order that had ended',
  refund_due: 'A refund is due',
  refund_failed: 'A refund was refused',
  provider_silent: 'A payment provider is silent',
  dispute: 'A payment is disputed',
  page_script_blocked: 'The payment page wanted a script that it may not run',
  mail_failing: 'Mail cannot be sent',
  job_failing: 'The scheduled job keeps failing',
  operator_new_device: 'An operator has signed in on a new device',
  operator_sign_in_failures: 'Somebody tries to sign in as an operator',
};
