/** Stripe's lists, newest first, in pages: https://docs.stripe.com/api/pagination */
import type * as z from 'zod';
import { noSuch, StripeError } from './errors.ts';
import type { listParams } from './params.ts';

type Item = { id: string; object: string };
type ListParams = z.output<ReturnType<typeof listParams>>;

/** Whether a time in s is in a range, or is the very one. */
function isWithin(created: number, range: ListParams['created']): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return created === range;
  const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = lt } = range;
  return created > gt && created >= gte && created < lt && created <= lte;
}

/** Whether an item has the field that a filter wants, or one of several. */
const fits = (value: unknown, wanted: unknown): boolean =>
  wanted === undefined || [wanted].flat().includes(String(value));

/**
 * A page of a list. A cursor is any item of `items`, whether it fits the filters or not: between two pages, an item may
 * change, or be deleted.
 * @param items oldest first @param filters the field for each parameter that the list filters by
 * @throws StripeError for an unknown cursor
 */
export function pageOf<T extends Item>(
  url: string,
  items: readonly T[],
  { limit = 10, starting_after, ending_before, created, ...params }: ListParams,
  filters: Readonly<Record<string, string>> = {},
) {
  if (starting_after !== undefined && ending_before !== undefined)
    throw new StripeError(400, {
      message: 'You may only specify one of these parameters: starting_after, ending_before.',
    });
  const newestFirst = items.toReversed();
  const positionOf = (id: string, param: string): number => {
    const position = newestFirst.findIndex((one) => one.id === id);
    if (position < 0) throw noSuch(items[0]?.object ?? 'object', id, param, 400);
    return position;
  };
  const isWanted = (item: T): boolean => {
    const fields: Record<string, unknown> = item;
    return (
      !fields.deleted &&
      isWithin(Number(fields.created), created) &&
      Object.entries(filters).every(([name, field]) =>
        fits(fields[field], (params as Record<string, unknown>)[name]),
      )
    );
  };
  const start = starting_after === undefined ? 0 : positionOf(starting_after, 'starting_after') + 1;
  const end = ending_before === undefined ? undefined : positionOf(ending_before, 'ending_before');
  const found = newestFirst.slice(start, end).filter(isWanted);
  const data = end === undefined ? found.slice(0, limit) : found.slice(-limit);
  return { object: 'list' as const, url, has_more: found.length > data.length, data };
}
