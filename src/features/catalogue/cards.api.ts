/** Reads the cards of products that something names: the wish list, and what was viewed. */
import { type Card, cardOfFound } from '#domain/catalogue/card.ts';
import { fetchJson } from '#features/search/fetch-json.api.ts';
import type { api, ResponseOf } from '#lib/api.ts';

/**
 * @param ids of at most 100 products @returns cards with the prices of now, in the order of the ids; what is not sold is left out
 * @throws Error when there is no answer
 */
export async function loadCards(ids: readonly string[]): Promise<Card[]> {
  if (!ids.length) return [];
  const { products } = await fetchJson<ResponseOf<typeof api.product.cards.$get>>(
    `/api/product/cards?ids=${ids}`,
  );
  return products.map(cardOfFound);
}
