/** What the rules of the reconciliation find. */
import type { Difference } from '#domain/reconciliation/rules.ts';

/** A violation of a rule. @property since UTC ms */
export type Finding = Pick<Difference, 'expected' | 'found' | 'fix'> & { since: number | null };

export type NamedFinding<Name> = Finding & { rule: Name };
