/** What each kind of flag is raised for, and what ends it (docs/operations.md, "When a service is down"). */
import type { FlagKind } from '#db/schema/flag-kinds.ts';

/**
 * @property per `object`: each order, payment, product, account or job is something to do; `cause`: however many objects it
 * has, it is one flag, which says how many
 * @property ends what closes it, besides an operator
 * @property recurs it is raised again after it was resolved
 */
type FlagRule = {
  per: 'object' | 'cause';
  ends: 'nothing' | 'its work is done' | 'a month' | 'its cause is over' | 'its cause is over, or a month';
  recurs: boolean;
};

const work = { per: 'object', ends: 'its work is done', recurs: true } as const;
const notice = { per: 'object', ends: 'a month', recurs: false } as const;
const cause = { per: 'cause', ends: 'its cause is over', recurs: true } as const;

export const flagRules: Record<FlagKind, FlagRule> = {
  payment_mismatch: { per: 'object', ends: 'nothing', recurs: false },
  late_payment: { per: 'object', ends: 'nothing', recurs: false },
  refund_due: work,
  refund_failed: work,
  late_credit_note: { per: 'object', ends: 'nothing', recurs: true },
  dispute: work,
  provider_silent: cause,
  // Of emails that were given up nothing says that it is over.
  mail_failing: { ...cause, ends: 'its cause is over, or a month' },
  job_failing: { per: 'object', ends: 'its cause is over', recurs: true },
  // Never in the table: only mailed (functions/jobs/refused-writes.ts).
  writes_refused: cause,
  // Its `about` has the day.
  stranger_limit: { per: 'object', ends: 'nothing', recurs: false },
  page_script_blocked: notice,
  operator_new_device: notice,
  operator_sign_in_failures: { ...notice, recurs: true },
  review_burst: { per: 'object', ends: 'its work is done', recurs: true },
};

/** Kinds about what is over after a month. */
export const passingKinds = (Object.keys(flagRules) as FlagKind[]).filter((kind) =>
  flagRules[kind].ends.endsWith('a month'),
);
