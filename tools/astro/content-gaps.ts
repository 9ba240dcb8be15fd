/** Writes what the desk's screens of the catalogue show and need of the content, beside the pages. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { type GapsOfBuild, gapsFile, shareGaps } from '#domain/catalogue/gaps.ts';
import { isSold } from '#domain/catalogue/publication.ts';
import { type ImportFacts, importFactsFile } from '#domain/import/import-facts.ts';
import { contentFiles, contentRoot, readProducts } from '#tools/lib/content.ts';
import { gapsIn } from '#tools/lib/content-gaps.ts';
import { importFacts } from '#tools/shop-import/shop.ts';

export const contentGaps: AstroIntegration = {
  name: 'content-gaps',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const write = (name: string, data: GapsOfBuild | ImportFacts) => {
        const file = join(fileURLToPath(dir), name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, JSON.stringify(data));
      };
      const now = Date.now();
      write(gapsFile, {
        gaps: shareGaps(gapsIn(contentFiles(), now)),
        withoutPage: [...readProducts()].flatMap(([id, product]) => (isSold(product, now) ? [] : [id])),
      });
      write(importFactsFile, importFacts(contentRoot));
    },
  },
};
