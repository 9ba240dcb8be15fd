/**
 * Pages beside `src/pages`, which Astro reads by itself: those of a feature that is on (`src/pages/_skin/skin.astro` is
 * `/skin`), those of a content type that may be missing and is not (`src/pages/_team`), and the pages that a shop adds
 * (`src/own/pages`). A feature that is off leaves neither pages nor scripts.
 */
import { existsSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import type { Features } from '#domain/store/features.ts';
import { contentFile } from '#lib/content-folder.build.ts';
import { pageFilesIn } from '#lib/own-pages.build.ts';
import type { ContentType } from '#tools/lib/check-content.ts';
import { contentTypes } from '../../content/collections.ts';

/** @param features which of them are on */
export const morePages = (features: Features): AstroIntegration => ({
  name: 'more-pages',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => {
      const on = Object.entries(features).flatMap(([name, isOn]) => (isOn ? [name] : []));
      const types: [string, ContentType][] = Object.entries(contentTypes);
      const present = types.flatMap(
        ([
          name,
          {
            files: [file = ''],
            mayBeMissing,
          },
        ]) => (mayBeMissing && existsSync(contentFile(file)) ? [name] : []),
      );
      const folders = [...on, ...present].map((name) => `src/pages/_${name}`);
      for (const folder of [...folders, 'src/own/pages'])
        for (const page of pageFilesIn(folder)) injectRoute(page);
    },
  },
});
