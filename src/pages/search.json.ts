/** `/search.json`: what words mean, and which products have which meaning (docs/search.md). */
import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { makeSearchFile, type PageText } from '#domain/search/make-index.ts';
import { productsInOrder } from '#features/catalogue/card.build.ts';
import { catalogueVersion } from '#features/catalogue/catalogue-version.build.ts';
import { allIngredients } from '#features/ingredients/entries.build.ts';
import { getSearchContent } from '#features/search/search-content.build.ts';
import { topicsInOrder } from '#features/support/entries.build.ts';
import { articlePath, paths } from '#lib/paths.ts';

async function pageTexts(): Promise<PageText[]> {
  const articles = (IS_ON.journal ? await getCollection('journal') : []).map(({ id, data }) => ({
    kind: 'article' as const,
    title: data.title,
    url: articlePath(id),
  }));
  const answers = (await topicsInOrder()).flatMap(({ id, questions }) =>
    questions.map(({ question }) => ({
      kind: 'answer' as const,
      title: question,
      url: `${paths.contact}#${id}`,
    })),
  );
  return [...articles, ...answers];
}

export const GET: APIRoute = async () => {
  const { lookup } = await allIngredients();
  const products = new Map((await productsInOrder()).map(({ id, data }) => [id, data]));
  const file = makeSearchFile(await getSearchContent(), products, await pageTexts(), lookup);
  return Response.json({ ...file, version: await catalogueVersion() });
};
