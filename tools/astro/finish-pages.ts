/**
 * Reads each built page once, makes all changes to it, and writes it once; also `_headers`. It must run before the
 * integrations that use the size or the hash of a page.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { bySize, preloadsOf, withLinkRules, withLinkTags } from './first-picture.ts';
import { withLateStyles } from './late-styles.ts';
import { withLowPriorityScripts, withPageCsp, withReportedCsp } from './page-csp.ts';

/** Not the reviews of a product, which the Worker writes: `/product/rose-toner/reviews`. */
const link =
  /<a\b[^>]*?\shref="(\/(?:product\/[^"?#/]+|(?:category|brand)\/[^"?#]+))(?:[?#][^"]*)?"[^>]*>([\s\S]*?)<\/a>/g;

/**
 * A page without the links to pages that do not exist: texts may link to products, categories and brands that are not there
 * any more, and then have the words of the link alone (docs/behaviour.md, "Products"). @param exists whether a path has a page */
const withoutDeadLinks = (html: string, exists: (path: string) => boolean): string =>
  html.replace(link, (whole, path: string, words: string) => (exists(path) ? whole : words));

export const finishPages: AstroIntegration = {
  name: 'finish-pages',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir);
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.html'))
        .sort();
      const files = new Set(names.map((name) => `/${name}`));
      const pages = names.map((name) => {
        const html = withoutDeadLinks(readFileSync(join(folder, name), 'utf8'), (path) =>
          files.has(`${path}.html`),
        );
        // The policy has the hashes of the styles as they are after they were divided.
        const finished = withLowPriorityScripts(withPageCsp(withLateStyles(html)));
        return {
          name,
          html: finished,
          path: `/${name.replace(/(^index)?\.html$/, '')}`,
          preloads: preloadsOf(finished),
        };
      });
      const htmlOf = (path: string) => pages.find((page) => page.path === path)?.html ?? '';
      const file = join(folder, '_headers');
      const { headers, ruled } = withLinkRules(
        withReportedCsp(readFileSync(file, 'utf8'), htmlOf),
        bySize(pages.filter(({ preloads }) => preloads.length)),
      );
      writeFileSync(file, headers);
      for (const { name, html, path, preloads } of pages)
        writeFileSync(join(folder, name), ruled.has(path) ? html : withLinkTags(html, preloads));
    },
  },
};
