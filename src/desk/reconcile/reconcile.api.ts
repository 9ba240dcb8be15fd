/** The API calls of the reconciliation. */

import type { Difference, NotAsked, Part, Period } from '#domain/reconciliation/rules.ts';
import { api, send } from '#lib/api.ts';
import type { Outcome } from '#lib/outcome.ts';

/** @property looked rows that the request has compared @property total all rows, in the first answer, where known */
export type ComparisonPage = {
  differences: Difference[];
  notAsked?: NotAsked[];
  looked: number;
  total: number | null;
  next: string | null;
};

const { reconcile } = api.desk;

/** Compares the next rows of a part. Writes nothing. @param after cursor, `undefined` for the first rows */
export function fetchPage(
  part: Part,
  period: Period,
  after: string | undefined,
): Promise<Outcome<ComparisonPage>> {
  const query = { after };
  switch (part) {
    case 'stock':
      return send(reconcile.stock.$get({ query }));
    case 'events':
      return send(reconcile.events.$get({ query }));
    case 'orders':
      return send(reconcile.orders.$get({ query }));
    case 'providers':
      return send(
        reconcile.providers.$get({ query: { ...query, period: period === 'none' ? 'day' : period } }),
      );
  }
}
