/**
 * Texts may link to products, categories and brands that are not there any more: pages then have the words of the link
 * alone (docs/behaviour.md, "Products").
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Not the reviews of a product, which the Worker writes: `/product/rose-toner/reviews`. */
const link =
  /<a\b[^>]*?\shref="(\/(?:product\/[^"?#/]+|(?:category|brand)\/[^"?#]+))(?:[?#][^"]*)?"[^>]*>([\s\S]*?)<\/a>/g;

/** A page without the links to pages that do not exist. @param exists whether a path has a page */
const withoutDeadLinks = (html: string, exists: (path: string) => boolean): string =>
  html.replace(link, (whole, path: string, words: string) => (exists(path) ? whole : words));

/** Must run before the integrations that hash a page. */
export const deadLinks: AstroIntegration = {
  name: 'dead-links',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir);
      const exists = (path: string) => existsSync(join(folder, `${path}.html`));
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.html')) continue;
        const html = readFileSync(join(folder, name), 'utf8');
        const without = withoutDeadLinks(html, exists);
        if (without !== html) writeFileSync(join(folder, name), without);
      }
    },
  },
};
