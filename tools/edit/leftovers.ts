/** What a product that began as a duplicate may still have of the other one. */
import type { ProductContent } from '#features/catalogue/product.ts';

const ownFields = [
  'name',
  'description',
  'features',
  'benefits',
  'keyIngredients',
  'ingredients',
  'faqs',
] as const;

type OwnField = (typeof ownFields)[number];

/** Fields that say what a product is and does, and that are the same in another product: its name with the fields. */
export function leftovers(
  id: string,
  products: ReadonlyMap<string, ProductContent>,
): { of: string; fields: OwnField[] }[] {
  const product = products.get(id);
  if (!product) return [];
  return [...products].flatMap(([otherId, other]) => {
    if (otherId === id) return [];
    const fields = ownFields.filter(
      (field) => product[field] && JSON.stringify(product[field]) === JSON.stringify(other[field]),
    );
    return fields.length ? [{ of: other.name, fields }] : [];
  });
}
