/** What the shop reports to its operators, as a flag of the desk and by email. */
export const flagKinds = [
  // The paid amount or currency differs from the order's; the payment was not applied.
  'payment_mismatch',
  // A payment arrived after its order had ended, or arrived twice.
  'late_payment',
  'refund_due',
  // Issued after 30 November of the year after its invoice (CGST Act, section 34(2)).
  'late_credit_note',
  // The provider refused the refund.
  'refund_failed',
  // A provider has not reported for two hours whether a payment was made.
  'provider_silent',
  // A bank reclaims a payment, and the provider waits for the shop's response.
  'dispute',
  // A page that takes payments requested a script that its CSP forbids.
  'page_script_blocked',
  // Strangers hold a product, or cause emails, up to their limit. About a product or `emails`, and the day.
  'stranger_limit',
  'mail_failing',
  'job_failing',
  // The database cannot store anything, so this one is only mailed (functions/jobs/refused-writes.ts).
  'writes_refused',
  // Many new reviews of a product, by people who have not bought it.
  'review_burst',
  // Both about a user id: an operator signed in on a new device; several wrong passwords or codes.
  'operator_new_device',
  'operator_sign_in_failures',
] as const;
export type FlagKind = (typeof flagKinds)[number];
