/** Differences as the API tells them. */
import type { Difference, Rule } from '#features/desk/reconcile.ts';
import type { Named } from './rules.ts';
import type { Facts } from './snapshot.ts';

/** Everything that was found about one order. */
export const answerOrder = ({ id, reference, seen }: Facts, judged: readonly Named<Rule>[]): Difference[] =>
  judged.map(({ rule, expected, found, since, fix, writes }) => ({
    rule,
    about: id,
    name: reference,
    place: { screen: 'orders', id },
    expected,
    found,
    since: since === null ? null : new Date(since).toISOString(),
    fix,
    writes,
    seen,
  }));
