/** Differences as the API returns them. */
import type { Difference, Rule } from '#domain/reconciliation/rules.ts';
import type { NamedFinding } from './finding.ts';
import type { OrderSnapshot } from './snapshot.ts';

/** The findings about one order. */
export const serializeDifferences = (
  { id, reference }: OrderSnapshot,
  findings: readonly NamedFinding<Rule>[],
): Difference[] =>
  findings.map(({ rule, expected, found, since, fix }) => ({
    rule,
    about: id,
    name: reference,
    place: { screen: 'orders', id },
    expected,
    found,
    since,
    fix,
  }));
