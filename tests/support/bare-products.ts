/** Products with no more than a product needs, as an export of another shop has them. */
import { type ProductContent, productContent } from '#domain/catalogue/product-content.ts';

/** The front matter of each, by id. One has a text below it, in {@link bareText}. */
export const bareMatter = {
  'lip-butter': { name: 'Lip Butter', price: 249, category: 'moisturizer', placeholder: true },
  'seed-oil': { name: 'Seed Oil Cleanser', price: 499.5, category: 'cleanser', placeholder: true },
  'plain-serum': { name: 'Plain Serum', price: 700, category: 'serum', pictures: [{ file: '1.jpg' }] },
} as const;

export const bareText = {
  id: 'seed-oil',
  markdown: 'A light oil that takes off **make-up** and sunscreen.',
  summary: 'A light oil that takes off make-up and sunscreen.',
};

/** As the sync reads them, with 100 pieces each. */
export const bareProducts = (): Map<string, ProductContent> =>
  new Map(
    Object.entries(bareMatter).map(([id, matter]) => [
      id,
      productContent.parse({ ...matter, openingStock: 100 }),
    ]),
  );
