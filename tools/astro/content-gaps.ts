/** Writes what the catalogue lacks beside the pages, for "Catalogue health" at the desk. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { gapsFile, shareGaps } from '#domain/catalogue/gaps.ts';
import { contentFiles } from '#tools/lib/content.ts';
import { gapsIn } from '#tools/lib/content-gaps.ts';

export const contentGaps: AstroIntegration = {
  name: 'content-gaps',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const file = join(fileURLToPath(dir), gapsFile);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(shareGaps(gapsIn(contentFiles(), Date.now()))));
    },
  },
};
