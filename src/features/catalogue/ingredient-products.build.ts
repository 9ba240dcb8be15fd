/** Which products contain which ingredient. */
import { ingredientsOf } from '#domain/ingredients/inci.ts';
import { type IngredientNames, makeIngredientProducts } from '#domain/ingredients/ingredient-filter.ts';
import { allIngredients } from '#features/ingredients/entries.build.ts';
import { getSearchContent } from '#features/search/search-content.build.ts';
import { oncePerBuild } from '#lib/once-per-build.build.ts';
import { type ProductEntry, productsInOrder } from './card.build.ts';

/** What shoppers ask for, in the order of `content/search.yaml`. */
const askedIngredients = async () => (await getSearchContent()).ingredients.filter(({ menu }) => menu);

/** `/ingredient-products.json` */
export async function ingredientProducts() {
  const { lookup } = await allIngredients();
  const products = await productsInOrder();
  return makeIngredientProducts(
    products.map(({ id, data }) => [id, data.ingredients]),
    lookup,
    await askedIngredients(),
  );
}

type Containing = ReadonlyMap<string, readonly ProductEntry[]>;

const getContaining = oncePerBuild(async (): Promise<Containing> => {
  const { lookup } = await allIngredients();
  const found = new Map<string, { product: ProductEntry; place: number }[]>();
  for (const product of await productsInOrder())
    for (const [place, { id }] of ingredientsOf(product.data.ingredients ?? '', lookup).entries()) {
      const all = found.get(id) ?? [];
      found.set(id, all);
      all.push({ product, place });
    }
  return new Map(
    // Sorting is stable: the editor's order within a place.
    [...found].map(([id, all]) => [id, all.sort((a, b) => a.place - b.place).map(({ product }) => product)]),
  );
});

/** The products that contain an ingredient, those with most of it first: its place in their lists says how much. */
export const productsWith = async (id: string): Promise<readonly ProductEntry[]> =>
  (await getContaining()).get(id) ?? [];

/** `/ingredient-names.json` */
export async function ingredientNames(): Promise<IngredientNames> {
  const { entries } = await allIngredients();
  const { with: contained, listed } = await ingredientProducts();
  const names = new Map(entries.map(({ id, data }) => [id, data.name]));
  const asked = (await askedIngredients()).map(({ id, menu = id }) => [id, menu] as const);
  const known = new Map([...names, ...asked, ...listed]);
  return Object.keys(contained).map((id) => [id, known.get(id) ?? id]);
}
