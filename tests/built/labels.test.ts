/**
 * What the editor says of a field is in no script of a page but one: the import at the desk, which operators load with a
 * file, checks products by their schema. The Worker has the schemas of products and sales, whose files the desk changes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shapeOf } from '#tools/edit/fields.ts';
import { parts } from '#tools/lib/build.ts';
import { contentTypes } from '../../content/collections.ts';

type Node = { description?: string; properties?: Record<string, Node>; items?: Node };

/** The hints of a schema, which are too long to be anywhere by chance. */
const hintsIn = ({ description = '', properties = {}, items }: Node): string[] => [
  ...(description.length > 30 ? [description] : []),
  ...[...Object.values(properties), ...(items ? [items] : [])].flatMap(hintsIn),
];
const hintsOf = (types: (keyof typeof contentTypes)[]): string[] =>
  types.flatMap((type) => hintsIn(shapeOf(contentTypes[type].schema)));
const all = Object.keys(contentTypes) as (keyof typeof contentTypes)[];
const atDesk = hintsOf(['products', 'sales']);

/** The bundler writes other characters than ASCII as they are, or escapes them. */
const plain = (text: string): string =>
  text.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

test.each([
  ['the scripts of pages', join(parts.pages.folder, '_astro'), hintsOf(all)],
  [
    'the Worker',
    parts.worker.folder,
    hintsOf(all).filter((hint) => !atDesk.some((one) => one.includes(hint))),
  ],
])('%s: no hint of the editor is in it', (_, folder, hints) => {
  expect(hints.length).toBeGreaterThan(100);
  for (const name of readdirSync(folder).filter((name) => /(?<!^import\.worker-.*)\.js$/.test(name))) {
    const script = plain(readFileSync(join(folder, name), 'utf8'));
    expect(
      hints.filter((hint) => script.includes(hint)),
      `${name} imports a schema of content: import its type only, or move the rule out of the schema's file`,
    ).toEqual([]);
  }
});
