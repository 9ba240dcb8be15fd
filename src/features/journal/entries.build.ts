/** The articles of the journal. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { readingMinutes } from '#domain/journal/article.ts';
import { makePicture } from '#lib/pictures.build.ts';

export type Article = CollectionEntry<'journal'>;

/** Newest first. */
export async function articlesInOrder(): Promise<Article[]> {
  const entries = await getCollection('journal');
  return entries.sort(
    (a, b) => b.data.published.getTime() - a.data.published.getTime() || a.id.localeCompare(b.id),
  );
}

export const minutesOf = (entry: Article): number => readingMinutes(entry.body ?? '');

/** @throws Error with file and field when the picture does not exist */
export const articlePicture = ({ id, data: { picture } }: Article, widths: readonly number[]) =>
  makePicture(`journal/${picture.file}`, `content/journal/${id}.md: picture.file`, {
    widths,
    alt: picture.alt,
  });
