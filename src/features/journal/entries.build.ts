/** The articles of the journal. */
import { type CollectionEntry, getCollection } from 'astro:content';
import type { ImageMetadata } from 'astro';
import { makePicture } from '#lib/pictures.build.ts';
import { readingMinutes } from './article.ts';

export type Article = CollectionEntry<'journal'>;

const files = import.meta.glob<ImageMetadata>('/content/journal/*.jpg', { eager: true, import: 'default' });

/** Newest first. */
export async function articlesInOrder(): Promise<Article[]> {
  const entries = await getCollection('journal');
  return entries.sort(
    (a, b) => b.data.published.getTime() - a.data.published.getTime() || a.id.localeCompare(b.id),
  );
}

export const minutesOf = (entry: Article): number => readingMinutes(entry.body ?? '');

/** @throws Error with file and field when the picture does not exist */
export async function articlePicture({ id, data }: Article, widths: readonly number[]) {
  const path = `content/journal/${data.picture.file}`;
  const image = files[`/${path}`];
  if (!image) throw new Error(`content/journal/${id}.md: picture.file: ${path} is not there`);
  return makePicture(path, image, { widths, alt: data.picture.alt });
}
