/** `/old-addresses.json`: what the Worker needs to redirect addresses of an earlier shop (docs/behaviour.md, "Page addresses"). */
import type { APIRoute } from 'astro';
import { aliasKey, type OldAddresses } from '#domain/catalogue/old-address.ts';
import { productsWithPage } from '#features/catalogue/card.build.ts';

export const GET: APIRoute = async () => {
  const products = await productsWithPage();
  return Response.json({
    products: Object.fromEntries(
      products.flatMap(({ id, data: { aliases } }) => aliases.map((alias) => [aliasKey(alias), id])),
    ),
    categories: [...new Set(products.map(({ data: { category } }) => category))].sort(),
  } satisfies OldAddresses);
};
