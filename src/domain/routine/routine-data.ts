/** What the planner knows (`/routine.json`): the rules of `content/routine.yaml` and the products that have a place in them. */
import { slugOfCategory } from '#domain/catalogue/category.ts';
import type { Paise } from '#lib/money.ts';
import { readNetQuantity } from '#lib/net-quantity.ts';
import type { ProductRoutine } from './product-routine.ts';
import type { RoutineContent } from './routine-content.ts';

/** A product of the shop, or a kind of product from elsewhere. */
export type RoutineItem = Omit<ProductRoutine, 'amount' | 'step'> & {
  step: string;
  /** Of the product, or of the kind. */
  id: string;
  name: string;
  /** Ids of wishes, what it helps with most first. */
  wants: readonly string[];
  /** Only for products of the shop. */
  product?: {
    price: Paise;
    skinTypes: readonly string[];
    /** How many uses a pack holds. */
    uses: number;
  };
};

type Shared = 'steps' | 'actives' | 'apart' | 'together' | 'care' | 'evidence' | 'solutions' | 'patchTest';

export type RoutineData = Pick<RoutineContent, Shared | 'plan' | 'pregnancy' | 'sources'> & {
  /** Products in the shop's order, then kinds. */
  items: RoutineItem[];
  kits: { id: string; name: string; parts: readonly string[] }[];
  wants: { id: string; label: string }[];
};

/** The id of a kind: products have names of their own, and one may be called as a kind is (`vitamin-c`). */
export const kindId = (id: string): string => `kind:${id}`;

/** The fields of a product that a routine needs. */
type Product = {
  name: string;
  category: string;
  price: Paise;
  netQuantity: string;
  tags: readonly string[];
  skinTypes: readonly string[];
  routine?: ProductRoutine | undefined;
  parts?: readonly string[] | undefined;
};

/**
 * @param products in the shop's order; one whose step nobody names has no place
 * @param labels names of concerns, by id @param categories by slug
 * @throws Error when a wish is not a concern
 */
export function makeRoutineData(
  content: RoutineContent,
  products: Iterable<readonly [id: string, product: Product]>,
  labels: ReadonlyMap<string, string>,
  categories: ReadonlyMap<string, { step?: string | undefined }>,
): RoutineData {
  const { order: _order, kinds, wants, ...rules } = content;
  const items: RoutineItem[] = [];
  const kits: RoutineData['kits'] = [];
  for (const [id, { name, category, price, netQuantity, tags, skinTypes, routine, parts }] of products) {
    if (parts) kits.push({ id, name, parts });
    const step = routine?.step ?? categories.get(slugOfCategory(category))?.step;
    if (!routine || !step) continue;
    const { amount, ...usage } = routine;
    const uses = Math.floor((readNetQuantity(netQuantity)?.amount ?? 0) / amount);
    const helps = tags.filter((tag) => wants.includes(tag));
    items.push({ ...usage, step, id, name, wants: helps, product: { price, skinTypes, uses } });
  }
  for (const { label, ...kind } of kinds) items.push({ ...kind, id: kindId(kind.id), name: label });
  const known = new Set(items.map(({ id }) => id));
  return {
    ...rules,
    items,
    // The planner knows nothing of a product that does not say how it is used, nor of its kit.
    kits: kits.filter(({ parts }) => parts.every((id) => known.has(id))),
    wants: wants.map((id) => {
      const label = labels.get(id);
      if (!label) throw new Error(`content/routine.yaml: wants: content/search.yaml has no concern "${id}"`);
      return { id, label };
    }),
  };
}
