/**
 * Pages beside `src/pages`, which Astro reads by itself: those of a feature that is on (`src/pages/_skin/skin.astro` is
 * `/skin`), and the pages that a shop adds (`src/own/pages`). A feature that is off leaves neither pages nor scripts.
 */
import type { AstroIntegration } from 'astro';
import type { Features } from '#domain/store/features.ts';
import { pageFilesIn } from '#lib/own-pages.build.ts';

/** @param features which of them are on */
export const morePages = (features: Features): AstroIntegration => ({
  name: 'more-pages',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => {
      const on = Object.entries(features).flatMap(([name, isOn]) => (isOn ? [`src/pages/_${name}`] : []));
      for (const folder of [...on, 'src/own/pages'])
        for (const page of pageFilesIn(folder)) injectRoute(page);
    },
  },
});
