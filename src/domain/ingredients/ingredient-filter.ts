/**
 * The filters "with" and "free from" of the collection (docs/behaviour.md, "Search and filters"). Browser and Worker
 * read the same file of the build, `/ingredient-products.json`.
 */
import { packPositions, unpackPositions } from 'search/positions';
import { avoidedIn } from './avoid.ts';
import { type FreeFromGroup, freeFromGroups } from './free-from-groups.ts';
import { type InciLookup, ingredientsOf, spellingsIn } from './inci.ts';
import { inciNames } from './inci-list.ts';

/**
 * Which products contain what. The products of an ingredient and of a group are positions in `products`
 * (packages/search/src/positions.ts).
 * @property products ids @property with by the ids of ingredients @property listed the ingredients that the filter lists
 * @property unknown products that may have something of the group: their lists are not explained as a whole
 */
export type IngredientProducts = {
  products: string[];
  with: Record<string, string>;
  listed: Named;
  free: Record<FreeFromGroup, string>;
  unknown: Record<FreeFromGroup, string>;
};

type Named = readonly (readonly [id: string, name: string])[];

/** `/ingredient-names.json`: the ingredients that products contain, which an address may name. */
export type IngredientNames = Named;

/** Most ingredients that the filter lists. */
export const mostAsked = 15;

/**
 * What shoppers ask for by one name, which may be several ingredients: hyaluronic acid.
 * @property inci beginnings of the INCI names
 */
export type AskedIngredient = { id: string; menu?: string | undefined; inci: readonly string[] };

/** Whether two name the same ingredient: a name of one begins with a name of the other. */
const overlap = (a: AskedIngredient, b: AskedIngredient): boolean =>
  a.inci.some((one) =>
    b.inci.some((other) => {
      const [short, long] = [one.toLowerCase(), other.toLowerCase()].sort((x, y) => x.length - y.length);
      return long?.startsWith(short ?? '');
    }),
  );

/**
 * The ingredients that the filter lists: those with a name in menus that products contain, each once, up to
 * {@link mostAsked} in their order.
 * @param asked those of `content/search.yaml` @param contained ids of what products contain
 */
export function listedIngredients(asked: readonly AskedIngredient[], contained: ReadonlySet<string>): Named {
  const listed: (AskedIngredient & { menu: string })[] = [];
  for (const { menu, ...one } of asked) {
    const isListed = listed.some(
      (other) => other.menu.toLowerCase() === menu?.toLowerCase() || overlap(one, other),
    );
    if (menu && contained.has(one.id) && !isListed) listed.push({ ...one, menu });
  }
  return listed.slice(0, mostAsked).map(({ id, menu }) => [id, menu]);
}

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
  const none = () => new Map<FreeFromGroup, number[]>(freeFromGroups.map((group) => [group, []]));
  const [free, unknown] = [none(), none()];
  for (const [position, [, list]] of products.entries()) {
    const ids = ingredientsOf(list ?? '', lookup).map(({ id }) => id);
    const names = inciNames(list ?? '').flatMap((name) =>
      spellingsIn(name).map((spelling) => spelling.toLowerCase()),
    );
    const groups = asked.filter(({ inci }) =>
      inci.some((beginning) => names.some((name) => name.startsWith(beginning.toLowerCase()))),
    );
    for (const id of new Set([...ids, ...groups.map((group) => group.id)])) {
      const positions = containing.get(id) ?? [];
      containing.set(id, positions);
      positions.push(position);
    }
    const avoided = avoidedIn(list, lookup);
    for (const group of avoided.free) free.get(group)?.push(position);
    for (const group of avoided.unknown) unknown.get(group)?.push(position);
  }
  const packed = <Id extends string>(sets: ReadonlyMap<Id, number[]>) =>
    Object.fromEntries([...sets].map(([id, positions]) => [id, packPositions(positions)])) as Record<
      Id,
      string
    >;
  return {
    products: products.map(([id]) => id),
    with: packed(containing),
    listed: listedIngredients(asked, new Set(containing.keys())),
    free: packed(free),
    unknown: packed(unknown),
  };
}

/** `unknown`: the product may have something that was to be left out. */
type Met = 'met' | 'unknown' | undefined;
export type ProductFilter = (product: { id: string }) => Met;

/**
 * Whether products meet a filter: they contain the ingredient, and have nothing of any group, as far as is known. An
 * unknown ingredient is in none.
 */
export function productFilter(file: IngredientProducts, filter: IngredientFilter): ProductFilter {
  const unpack = (packed = '') => new Set(unpackPositions(packed));
  const needed = filter.with
    ? unpack(Object.hasOwn(file.with, filter.with) ? file.with[filter.with] : '')
    : undefined;
  const groups = filter.free.map((group) => ({
    free: unpack(file.free[group]),
    unknown: unpack(file.unknown[group]),
  }));
  const meets = (position: number): Met => {
    if (needed && !needed.has(position)) return undefined;
    if (groups.every(({ free }) => free.has(position))) return 'met';
    return groups.every(({ free, unknown }) => free.has(position) || unknown.has(position))
      ? 'unknown'
      : undefined;
  };
  const met = new Map(file.products.map((id, position) => [id, meets(position)]));
  return ({ id }) => met.get(id);
}

/**
 * The products that meet a filter. Those that may have something that was to be left out come last, except among prices.
 * @param found by a search @param unknown ids of those of which its text leaves the same open
 * @property unknown ids of the products of which it is not known
 */
export function applyFilter<T extends { id: string }>(
  found: readonly T[],
  unknown: readonly string[],
  isMet: ProductFilter,
  sort: string,
): { products: T[]; unknown: string[] } {
  const open = new Set(unknown);
  const products = found.filter(isMet);
  const last = products.filter((product) => open.has(product.id) || isMet(product) === 'unknown');
  const ids = new Set(last.map(({ id }) => id));
  const isByPrice = sort === 'low-high' || sort === 'high-low';
  const sorted = isByPrice ? products : [...products.filter(({ id }) => !ids.has(id)), ...last];
  return { products: sorted, unknown: [...ids] };
}

/** Whether products meet a filter. @param load reads the file, which is not needed without a filter */
export const loadProductFilter = async (
  filter: IngredientFilter,
  load: () => Promise<IngredientProducts>,
): Promise<ProductFilter> => (isFiltered(filter) ? productFilter(await load(), filter) : () => 'met');
