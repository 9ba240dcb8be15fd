/** What stock-alert.dom.ts sends and asks (docs/behaviour.md, "Back in stock"). */
import { productOf } from '#domain/catalogue/sellable-id.ts';
import { api, send } from '#lib/api.ts';
import { $shopperToken } from '#lib/guest-token.store.ts';

/** Results of which some may be of the same category, and alternatives that are shown. */
const [asked, shown] = ['24', 2];

/** @param productId of what is sold out */
export const requestStockAlert = (productId: string, email: string) =>
  send(api.product['stock-alerts'].$post({ json: { productId, email } }));

/** The address of the account or guest; empty without one. */
export async function shopperEmail(): Promise<string> {
  if (!$shopperToken.get()) return '';
  const me = await send(api.user.me.$get());
  return me.ok ? me.data.user.email : '';
}

/**
 * Two products in stock for one of these concerns, those of a category first; empty if there are none, or the shop does not answer.
 * @param id of what is sold out @param concerns ids, separated by commas
 */
export async function findAlternatives(id: string, concerns: string, category: string | undefined) {
  const found = await send(
    api.product.search.$get({ query: { concern: concerns, in: 'stock', limit: asked } }),
  );
  if (!found.ok) return [];
  return found.data.products
    .filter(({ _id }) => productOf(_id) !== productOf(id))
    .toSorted((a, b) => Number(b.category === category) - Number(a.category === category))
    .slice(0, shown);
}
