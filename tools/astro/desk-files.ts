/** Writes what the desk's screens of the catalogue show and need of the content, beside the pages. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { type GapsOfBuild, gapsFile, shareGaps } from '#domain/catalogue/gaps.ts';
import { type ProductsOfBuild, productsFile } from '#domain/catalogue/product-list.ts';
import { isSold } from '#domain/catalogue/publication.ts';
import { type ImportFacts, importFactsFile } from '#domain/import/import-facts.ts';
import { readProducts } from '#tools/lib/check-content.ts';
import { contentFiles, contentRoot } from '#tools/lib/content.ts';
import { gapsIn } from '#tools/lib/content-gaps.ts';
import { pictureGaps } from '#tools/lib/picture-gaps.ts';
import { productsIn } from '#tools/lib/product-files.ts';
import { importFacts } from '#tools/shop-import/shop.ts';

export const deskFiles: AstroIntegration = {
  name: 'desk-files',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const write = (name: string, data: GapsOfBuild | ProductsOfBuild | ImportFacts) => {
        const file = join(fileURLToPath(dir), name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, JSON.stringify(data));
      };
      const files = contentFiles();
      const products = readProducts(files);
      const now = Date.now();
      write(gapsFile, {
        gaps: shareGaps([...gapsIn(files, now), ...(await pictureGaps(files))]),
        withoutPage: [...products].flatMap(([id, product]) => (isSold(product, now) ? [] : [id])),
      });
      write(productsFile, productsIn(files, products));
      write(importFactsFile, importFacts(contentRoot));
    },
  },
};
