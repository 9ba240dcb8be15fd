import type { SearchProduct } from '../text-index.ts';

/** A product with these fields, for tests. */
export const sampleProduct = (id: string, fields: Partial<SearchProduct> = {}): SearchProduct => ({
  id,
  name: id,
  brand: 'Harita',
  category: 'serum',
  description: '',
  price: 100,
  order: 0,
  ...fields,
});

/** A small catalogue, not in its order. */
export const sampleProducts: readonly SearchProduct[] = [
  sampleProduct('turmeric-clay-mask', {
    name: 'Turmeric Mask',
    category: 'mask',
    order: 3,
    price: 54900,
    description: 'Clay for a glow',
  }),
  sampleProduct('barrier-cream', { name: 'Barrier Cream', category: 'moisturizer', order: 4, price: 64900 }),
  sampleProduct('niacinamide-clarity-serum', { name: 'Clarity Serum', order: 2, price: 49900 }),
  sampleProduct('vitamin-c-glow-serum', {
    name: 'Glow Serum',
    order: 1,
    price: 59900,
    description: 'For a bright morning',
  }),
];
