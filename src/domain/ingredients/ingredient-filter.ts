/**
 * The filters "with" and "free from" of the collection (docs/behaviour.md, "Search and filters"). Browser and Worker
 * read the same file of the build, `/ingredient-products.json`.
 */
import { packPositions, unpackPositions } from '#lib/positions.ts';
import { freeOf } from './avoid.ts';
import { type FreeFromGroup, freeFromGroups } from './free-from-groups.ts';
import { type InciLookup, inciNames, ingredientsOf } from './inci.ts';

/**
 * Which products contain what. The products of an ingredient and of a group are positions in `products`
 * (lib/positions.ts).
 * @property products ids @property with by the ids of ingredients
 */
export type IngredientProducts = {
  products: string[];
  with: Record<string, string>;
  free: Record<FreeFromGroup, string>;
};

type Named = readonly (readonly [id: string, name: string])[];

/**
 * `/ingredient-names.json`: the ingredients that products contain.
 * @property asked what shoppers ask for, by the names that they use @property all by name
 */
export type IngredientNames = { asked: Named; all: Named };

/**
 * What shoppers ask for by one name, which may be several ingredients: hyaluronic acid.
 * @property inci beginnings of the INCI names
 */
export type AskedIngredient = { id: string; menu?: string | undefined; inci: readonly string[] };

/** @property with id of an ingredient; empty for any @property free groups of which a product has to be free */
export type IngredientFilter = { with: string; free: readonly FreeFromGroup[] };

export const isFiltered = (filter: IngredientFilter): boolean => Boolean(filter.with || filter.free.length);

/** @param catalogue INCI lists by the ids of products, in the editor's order @param asked are ingredients of their own */
export function makeIngredientProducts(
  catalogue: Iterable<readonly [id: string, list: string | undefined]>,
  lookup: InciLookup,
  asked: readonly AskedIngredient[] = [],
): IngredientProducts {
  const products = [...catalogue];
  const containing = new Map<string, number[]>();
  const free = new Map<FreeFromGroup, number[]>(freeFromGroups.map((group) => [group, []]));
  for (const [position, [, list]] of products.entries()) {
    const ids = ingredientsOf(list ?? '', lookup).map(({ id }) => id);
    const names = inciNames(list ?? '').map((name) => name.toLowerCase());
    const groups = asked.filter(({ inci }) =>
      inci.some((beginning) => names.some((name) => name.startsWith(beginning.toLowerCase()))),
    );
    for (const id of new Set([...ids, ...groups.map((group) => group.id)])) {
      const positions = containing.get(id) ?? [];
      containing.set(id, positions);
      positions.push(position);
    }
    for (const group of freeOf(list, lookup)) free.get(group)?.push(position);
  }
  const packed = <Id extends string>(sets: ReadonlyMap<Id, number[]>) =>
    Object.fromEntries([...sets].map(([id, positions]) => [id, packPositions(positions)])) as Record<
      Id,
      string
    >;
  return { products: products.map(([id]) => id), with: packed(containing), free: packed(free) };
}

/**
 * Whether products meet a filter: they contain the ingredient, and are free of every group. An unknown ingredient is in
 * none.
 */
export function productFilter(
  file: IngredientProducts,
  filter: IngredientFilter,
): (product: { id: string }) => boolean {
  const sets = [
    ...(filter.with ? [Object.hasOwn(file.with, filter.with) ? file.with[filter.with] : ''] : []),
    ...filter.free.map((group) => file.free[group]),
  ].map((packed) => new Set(unpackPositions(packed ?? '')));
  const met = new Set(file.products.filter((_, position) => sets.every((set) => set.has(position))));
  return ({ id }) => met.has(id);
}

/** Whether products meet a filter. @param load reads the file, which is not needed without a filter */
export const loadProductFilter = async (filter: IngredientFilter, load: () => Promise<IngredientProducts>) =>
  isFiltered(filter) ? productFilter(await load(), filter) : () => true;
