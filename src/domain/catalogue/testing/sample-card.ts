/** A product as the collection and the search have it, for tests: the only complete one, so a new field is added here. */
import { anySkin, skinTypes } from '#lib/product-constants.ts';
import type { CardProduct } from '../product.ts';

/** A serum for everybody. @param more fields that differ */
export const sampleCard = (id: string, more: Partial<CardProduct> = {}): CardProduct => ({
  id,
  name: id,
  category: 'serum',
  brand: 'Harita',
  description: '',
  features: [],
  spf: null,
  bestseller: false,
  skinType: anySkin,
  skinTypes: [...skinTypes],
  price: 100,
  originalPrice: 100,
  order: 0,
  ...more,
});
