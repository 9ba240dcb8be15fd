/** Files of Astro pages and their addresses; the pages that a shop of its own adds are in `src/own/pages` (docs/forks.md). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** @property pattern the address as Astro writes it: `/gifts`, or `/gifts/[id]` for many */
type PageFile = { pattern: string; entrypoint: string };

const patternOf = (file: string): string =>
  `/${file
    .split(sep)
    .join('/')
    .replace(/\.(astro|ts)$/, '')
    .replace(/(^|\/)index$/, '')}`;

/** The pages in a folder. @param folder from the project's folder, such as `src/own/pages`; it may be missing */
export function pageFilesIn(folder: string): PageFile[] {
  const path = join(process.cwd(), folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(astro|ts)$/.test(file))
    .map((file) => ({ pattern: patternOf(file), entrypoint: join(path, file) }));
}

const ownPages = (): PageFile[] =>
  pageFilesIn('src/own/pages').filter(({ entrypoint }) => entrypoint.endsWith('.astro'));

/** The addresses of the own pages that have one each: `/gifts`. */
export const ownPagePaths = (): string[] =>
  ownPages().flatMap(({ pattern }) => (pattern.includes('[') ? [] : [pattern]));

/** Which addresses the sitemap lists: those of all own pages but the ones with `noindex`. */
export function listedOwnPages(): (path: string) => boolean {
  const patterns = ownPages()
    .filter(({ entrypoint }) => !/\snoindex\b/.test(readFileSync(entrypoint, 'utf8')))
    .map(({ pattern }) => pattern.replace(/\[\.{3}\w+\]/g, '.+').replace(/\[\w+\]/g, '[^/]+'));
  const listed = new RegExp(`^(${patterns.join('|')})$`);
  return (path) => patterns.length > 0 && listed.test(path);
}
