/** `/old-addresses.json`: what the Worker needs to redirect addresses of an earlier shop (docs/behaviour.md, "Page addresses"). */
import { getEntry } from 'astro:content';
import type { APIRoute } from 'astro';
import { namesOfGroup } from '#domain/catalogue/category.ts';
import { aliasKey, type OldAddresses } from '#domain/catalogue/old-address.ts';
import { productsWithPage } from '#features/catalogue/card.build.ts';
import { getGroups } from '#features/catalogue/groups.build.ts';
import { groupPage } from '#lib/paths.ts';

export const GET: APIRoute = async () => {
  const products = await productsWithPage();
  const { categories, brands } = await getGroups();
  const { redirects = [] } = (await getEntry('redirects', 'redirects'))?.data ?? {};
  return Response.json({
    products: Object.fromEntries(
      products.flatMap(({ id, data: { aliases } }) => aliases.map((alias) => [aliasKey(alias), id])),
    ),
    groups: Object.fromEntries(
      [...brands, ...categories].flatMap((group) =>
        namesOfGroup(group.slug, group).map((name) => [name, groupPage(group.kind, group.slug)]),
      ),
    ),
    pages: Object.fromEntries(redirects.map(({ from, to }) => [aliasKey(from), to])),
  } satisfies OldAddresses);
};
