/** Links of built pages that lead nowhere. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '#lib/paths.ts';
import { unescapeHtml } from '#tools/astro/llms.ts';

/** The file of a page. @param path as in a URL: `/about/team` */
export const fileOf = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/** Paths that the Worker answers by itself. */
const isServed = (path: string): boolean =>
  /^\/(feed\.xml|desk|edit|api\/|dev\/|product\/[^/]+\/reviews$)/.test(path);

export const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].map(([, link = '']) => unescapeHtml(link));

/** @param folder of built pages */
export function linkChecker(folder: string) {
  const htmlOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const ids = new Map<string, Set<string>>();
  const idsOf = (file: string): Set<string> => {
    const known =
      ids.get(file) ?? new Set([...htmlOf(file).matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));
    ids.set(file, known);
    return known;
  };
  const isFile = (name: string): boolean =>
    existsSync(join(folder, name)) && statSync(join(folder, name)).isFile();

  /** Links within the shop to a missing page, file or anchor. @param links hrefs of the page `from` */
  function deadLinks(links: readonly string[], from: string): string[] {
    const origin = 'https://shop.example';
    return [...new Set(links)].filter((link) => {
      const { origin: target, pathname, hash } = new URL(link, origin + from);
      if (target !== origin || isServed(pathname)) return false;
      // A routine, and no place on the page (src/domain/routine/link.ts).
      if (pathname === paths.routine && /^#\d/.test(hash)) return false;
      const file = isFile(pathname.slice(1)) ? pathname.slice(1) : fileOf(pathname);
      if (!isFile(file)) return true;
      return hash !== '' && !idsOf(file).has(decodeURIComponent(hash.slice(1)));
    });
  }

  return {
    deadLinks,
    /** Of all pages: `index.html: /skin`. */
    allDeadLinks: (): string[] =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.html'))
        .flatMap((file) =>
          deadLinks(linksOf(htmlOf(file)), `/${file.replace(/(index)?\.html$/, '')}`).map(
            (link) => `${file}: ${link}`,
          ),
        ),
  };
}
