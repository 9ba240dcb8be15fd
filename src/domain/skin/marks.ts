/**
 * What My skin makes of products on their cards: `Suits you`, `Think twice`, or nothing (docs/behaviour.md, "My skin").
 * The build knows the reasons of all profiles; the browser picks those of its own.
 */
import { packPositions, unpackPositions } from 'search/positions';
import type { Wish } from './profile.ts';
import type { Reason } from './suits.ts';

export type Mark = 'suits' | 'twice';

/** `/skin-marks.json`. @property products ids @property suits @property twice positions in `products` by wish (packages/search/src/positions.ts) */
export type SkinMarks = { products: string[] } & Record<Mark, Record<Wish, string>>;

/** @param catalogue the reasons of products by their ids */
export function makeSkinMarks(catalogue: readonly (readonly [id: string, Reason[]])[]): SkinMarks {
  const pack = (mark: Mark): Record<Wish, string> => {
    const positions = new Map<Wish, number[]>();
    for (const [n, [, reasons]] of catalogue.entries())
      for (const wish of new Set(reasons.filter(({ kind }) => kind === mark).map((reason) => reason.wish)))
        positions.set(wish, [...(positions.get(wish) ?? []), n]);
    return Object.fromEntries([...positions].map(([wish, all]) => [wish, packPositions(all)])) as Record<
      Wish,
      string
    >;
  };
  return { products: catalogue.map(([id]) => id), suits: pack('suits'), twice: pack('twice') };
}

/** What a profile makes of products. @property rank for sorting: the lower, the earlier */
export type Judge = { markOf: (id: string) => Mark | undefined; rankOf: (id: string) => number };

/**
 * One warning is enough for `twice`. What a product is free of speaks for it only where the shopper has not named skin or
 * concerns: else nearly everything would suit.
 */
export function judge({ products, suits, twice }: SkinMarks, wishes: readonly Wish[]): Judge {
  const idsOf = (by: Record<Wish, string>, some: readonly Wish[]) =>
    new Set(some.flatMap((wish) => unpackPositions(by[wish] ?? '').map((n) => products[n])));
  const about = wishes.filter((wish) => /^(type|concerns):/.test(wish));
  const warned = idsOf(twice, wishes);
  const suited = idsOf(suits, about.length ? about : wishes);
  const helping = idsOf(
    suits,
    wishes.filter((wish) => wish.startsWith('concerns:')),
  );
  const markOf = (id: string): Mark | undefined =>
    warned.has(id) ? 'twice' : suited.has(id) ? 'suits' : undefined;
  return {
    markOf,
    // A stable sort keeps the order of the search within each.
    rankOf: (id) => ({ suits: helping.has(id) ? 0 : 1, none: 2, twice: 3 })[markOf(id) ?? 'none'],
  };
}
