/** What the reconciliation asks of the API. */
import { api, send } from '#lib/api.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Difference, NotAsked, Part, Period } from '../reconcile.ts';

/** What one request has looked at. @property total how many there are, in the first answer, where it is known */
export type Look = {
  differences: Difference[];
  notAsked?: NotAsked[];
  looked: number;
  total: number | null;
  next: string | null;
};

const { reconcile } = api.desk;

/** A few rows of one part; nothing is written. @param after where to go on */
export function look(part: Part, period: Period, after: string | undefined): Promise<Outcome<Look>> {
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

/** Applies its fix, if it is still what it was. @param counted pieces on the shelf, for stock */
export const mend = ({ rule, about, seen }: Difference, counted?: number) =>
  send(reconcile.mend.$post({ json: { rule, about, seen, counted } }));
