/** `/journal/feed.xml`: the articles of the journal, newest first, for feed readers (RSS 2.0). */
import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { articlesInOrder } from '#features/journal/entries.build.ts';
import { getStore } from '#features/store/store.build.ts';
import { articlePath } from '#lib/paths.ts';

export const GET: APIRoute = async ({ site }) => {
  const store = await getStore();
  const articles = await articlesInOrder();
  return rss({
    title: `${store.name}: Skincare Journal`,
    description: store.tagline,
    site: site ?? store.url,
    trailingSlash: false,
    customData: '<language>en-IN</language>',
    items: articles.map(({ id, data: { title, description, published } }) => ({
      title,
      description,
      pubDate: published,
      link: articlePath(id),
    })),
  });
};
