/**
 * node tools/lib/settings.ts: writes the settings that the Worker is bundled with, already checked and converted, so that the
 * Worker needs neither their schemas, which hold the editor's labels, nor a parser. wrangler.toml runs it before each bundle.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { feedCategories } from '#domain/seo/merchant.ts';
import { cacheFolder } from '#lib/content-folder.build.ts';
import { contentFiles, root } from '#tools/lib/content.ts';
import { describeError, logError } from '#tools/lib/log.ts';
import { contentTypes } from '../../content/collections.ts';
import { readPdfFonts } from './brand-files.ts';
import { readCategories, readOne, readTax } from './check-content.ts';

/** `#settings` in package.json; where the content is not the shop's own, bundlers are told. */
export const settingsFile = join(root, cacheFolder, 'settings.js');

const types = ['store', 'theme', 'delivery', 'couriers', 'courierExports', 'courierStatuses'] as const;

/** A value as an expression of JavaScript: JSON, and dates. */
const expression = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, name, text) {
    return this[name] instanceof Date ? { date: text } : text;
  }).replace(/\{"date":("[^"]*Z")\}/g, 'new Date($1)');

/** For wrangler, which else takes the shop's own. */
export const settingsAlias = ['--alias', `#settings:${settingsFile}`];

/** Writes them. @throws ContentError */
export function writeSettings(): void {
  const files = contentFiles();
  const values = [
    ...types.map((type) => [type, readOne<z.ZodType>(files, contentTypes[type])] as const),
    ['pdfFonts', readPdfFonts(files)] as const,
    ['tax', readTax(files)] as const,
    ['feedCategories', feedCategories(readCategories(files))] as const,
  ];
  const lines = values.map(([name, value]) => `export const ${name} = ${expression(value)};\n`);
  mkdirSync(dirname(settingsFile), { recursive: true });
  writeFileSync(settingsFile, lines.join(''));
}

if (import.meta.main)
  try {
    writeSettings();
  } catch (error) {
    logError(describeError(error));
    process.exitCode = 1;
  }
