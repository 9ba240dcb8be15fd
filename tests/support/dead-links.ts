/** Links of built pages to pages that are not there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unescapeHtml } from '#tools/astro/llms.ts';

/** Paths that the Worker answers by itself. */
const isServed = (path: string): boolean =>
  /^\/(feed\.xml|desk|edit|api\/|dev\/|product\/[^/]+\/reviews$)/.test(path);

/** @param folder of the pages @returns `index.html: /skin`; anchors are not followed */
export function deadLinks(folder: string): string[] {
  const files = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  const isThere = (path: string) =>
    ['', '.html', '/index.html'].some((end) => files.has(`${path.slice(1)}${end}`)) || path === '/';
  return [...files].flatMap((file) => {
    if (!file.endsWith('.html')) return [];
    const links = [...readFileSync(join(folder, file), 'utf8').matchAll(/<a\b[^>]*\shref="(\/[^"#?]*)/g)];
    const dead = links
      .map(([, path = '']) => unescapeHtml(path))
      .filter((path) => !isThere(path) && !isServed(path));
    return [...new Set(dead)].map((path) => `${file}: ${path}`);
  });
}
