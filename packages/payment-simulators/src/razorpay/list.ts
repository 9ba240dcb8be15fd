/** Razorpay's lists, newest first, in pages. */
import type { ListQuery } from './params.ts';

type Entity = { id: string; created_at: number };

/** @param entities oldest first @param filters the field for each parameter that the list filters by */
export function pageOf<T extends Entity>(
  entities: readonly T[],
  { count = 10, skip = 0, from = 0, to = Number.POSITIVE_INFINITY, ...query }: ListQuery,
  filters: Readonly<Record<string, string>> = {},
): T[] {
  const wanted = Object.entries(query).filter(([, value]) => value !== undefined);
  const fits = (entity: Record<string, unknown>) =>
    wanted.every(([name, value]) => entity[filters[name] ?? name] === value);
  return entities
    .filter((entity) => entity.created_at >= from && entity.created_at <= to && fits(entity))
    .toReversed()
    .slice(skip, skip + count);
}
