/**
 * Pages beside `src/pages`, which Astro reads by itself: those of a feature that is on (`src/pages/_skin/skin.astro` is
 * `/skin`), and the pages that a shop adds (`src/own/pages`). A feature that is off leaves neither pages nor scripts.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { AstroIntegration } from 'astro';
import type { Features } from '#domain/store/features.ts';
import { root } from '#tools/lib/content.ts';

/** The address of a page: `/journal` for `journal/index.astro`, `/journal/feed.xml` for `journal/feed.xml.ts`. */
const patternOf = (file: string): string =>
  `/${file
    .split(sep)
    .join('/')
    .replace(/\.(astro|ts)$/, '')
    .replace(/(^|\/)index$/, '')}`;

const pagesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(astro|ts)$/.test(file))
        .map((file) => ({ pattern: patternOf(file), entrypoint: join(folder, file) }))
    : [];

/** @param features which of them are on */
export const morePages = (features: Features): AstroIntegration => ({
  name: 'more-pages',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => {
      const on = Object.entries(features).flatMap(([name, isOn]) => (isOn ? [`src/pages/_${name}`] : []));
      for (const folder of [...on, 'src/own/pages'])
        for (const page of pagesIn(join(root, folder))) injectRoute(page);
    },
  },
});
