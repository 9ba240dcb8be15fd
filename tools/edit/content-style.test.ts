/**
 * Files of content/ are written exactly as Sveltia CMS writes them (`formatYAML` and `formatFrontMatter` in its
 * source), so a save in the editor changes only what was edited, and adds switches that the file
 * leaves out. This command rewrites files that were edited by hand:
 * CONTENT_DIR=content npx vitest run --project tools tools/edit/content-style.test.ts -u
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { contentRoot } from '#tools/lib/content.ts';
import { folders, groups, singles } from './collections.ts';
import { fieldsOf, shapeOf } from './fields.ts';

type Fields = readonly { name: string; widget?: string; required?: boolean; fields?: Fields }[];

/** A value with its names in the order of the fields, and with every switch that has no default. */
function ordered(value: unknown, fields: Fields = []): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item, fields));
  if (typeof value !== 'object' || value === null) return value;
  const values = value as Record<string, unknown>;
  const entries = fields
    .filter(({ name, widget, required }) => name in values || (widget === 'boolean' && required))
    .map(({ name, fields }) => [name, ordered(values[name] ?? false, fields)]);
  return Object.fromEntries(entries);
}

const writeYaml = (text: string, fields: Fields): string =>
  stringify(ordered(parse(text), fields), { lineWidth: 0, singleQuote: true });

function writeMarkdown(text: string, fields: Fields): string {
  const [, matter = '', body] = /^---\n(.*?)\n---\n(?:\n(.*))?$/s.exec(text) ?? [];
  // The CMS writes emphasis with underscores.
  const written = body?.replace(/(?<![\w*])\*(?![\s*])([^*]*[^\s*])\*(?![\w*])/g, '_$1_');
  return `---\n${writeYaml(matter, fields)}---\n${written ? `\n${written}` : ''}`;
}

const files = [...groups.flatMap((group) => group.files), ...singles];

function fieldsIn(file: string): Fields {
  const type = files.find((one) => one.file === file) ?? folders.find((one) => file.startsWith(one.folder));
  if (!type) throw new Error(`${file}: the editor does not show this file`);
  return fieldsOf(shapeOf(type.schema)) as Fields;
}

const texts = readdirSync(contentRoot, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(md|yaml)$/.test(name),
);

test.each(texts)('%s is written as the editor writes it', async (file) => {
  const path = join(contentRoot, file);
  const write = file.endsWith('.md') ? writeMarkdown : writeYaml;
  await expect(
    write(readFileSync(path, 'utf8'), fieldsIn(`content/${file}`)),
    'not as the editor writes it (in tests/content): npx vitest run --project tools tools/edit/content-style.test.ts -u',
  ).toMatchFileSnapshot(path);
});
