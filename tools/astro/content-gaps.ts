/** Writes what the catalogue lacks beside the pages, for "Catalogue health" at the desk. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { type GapsOfBuild, gapsFile, shareGaps } from '#domain/catalogue/gaps.ts';
import { isSold } from '#domain/catalogue/publication.ts';
import { contentFiles, readProducts } from '#tools/lib/content.ts';
import { gapsIn } from '#tools/lib/content-gaps.ts';

export const contentGaps: AstroIntegration = {
  name: 'content-gaps',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const file = join(fileURLToPath(dir), gapsFile);
      mkdirSync(dirname(file), { recursive: true });
      const now = Date.now();
      const list: GapsOfBuild = {
        gaps: shareGaps(gapsIn(contentFiles(), now)),
        withoutPage: [...readProducts()].flatMap(([id, product]) => (isSold(product, now) ? [] : [id])),
      };
      writeFileSync(file, JSON.stringify(list));
    },
  },
};
