/** `/services.json`: pages that people look for in a search box although they are no products. */
import type { APIRoute } from 'astro';
import { makeServices } from '#domain/search/make-services.ts';
import { pageExists } from '#features/catalogue/groups.build.ts';
import { getSearchContent } from '#features/search/search-content.build.ts';

export const GET: APIRoute = async () => {
  const content = await getSearchContent();
  const there = await Promise.all(content.services.map(({ link }) => pageExists(link)));
  return Response.json(makeServices({ ...content, services: content.services.filter((_, at) => there[at]) }));
};
