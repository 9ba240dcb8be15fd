/**
 * Files of content/ have the editor's style. This command rewrites files that were edited by hand:
 * CONTENT_DIR=content npx vitest run --project tools tools/edit/content-style.test.ts -u
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { contentRoot } from '#tools/lib/content.ts';
import { formatContent } from './content-style.ts';

const dates = { customTags: ['timestamp' as const] };

function rewrite(file: string, text: string): string {
  if (!file.endsWith('.md')) return formatContent(file, parse(text, dates));
  const [, matter = '', body] = /^---\n(.*?)\n---\n(?:\n(.*))?$/s.exec(text) ?? [];
  return formatContent(file, parse(matter, dates), body);
}

const texts = readdirSync(contentRoot, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(md|yaml)$/.test(name),
);

test.each(texts)('%s is written as the editor writes it', async (file) => {
  const path = join(contentRoot, file);
  await expect(
    rewrite(`content/${file}`, readFileSync(path, 'utf8')),
    'not as the editor writes it (in tests/content): npx vitest run --project tools tools/edit/content-style.test.ts -u',
  ).toMatchFileSnapshot(path);
});
