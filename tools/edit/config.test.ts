/** The editor shows every field of every content schema, with the schema's own limits, and no other fields. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EntryCollection, Field } from '@sveltia/cms';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from '#tools/lib/content.ts';
import { type ContentKind, folders, groups, type SingleFile, singles } from './collections.ts';
import { cmsConfig } from './config.ts';
import { fieldsOf, type Shape, shapeOf } from './fields.ts';

const config = cmsConfig('harita/shop', 'https://harita.example');
const files: SingleFile[] = [...groups.flatMap((group) => group.files), ...singles];

/** The configuration of an entry, by the path of its file. */
const shown = new Map<string, Field[]>();
for (const one of config.collections ?? [])
  if ('files' in one) for (const { file, fields } of one.files) shown.set(file, fields);
  else if ('folder' in one) shown.set(one.folder, one.fields);
for (const one of config.singletons ?? []) if ('file' in one) shown.set(one.file, one.fields);

const kinds: [path: string, kind: ContentKind][] = [
  ...folders.map((one): [string, ContentKind] => [one.folder, one]),
  ...files.map((one): [string, ContentKind] => [one.file, one]),
];

type Any = Record<string, unknown> & { name: string; fields?: Field[]; field?: Field };

/** One line for each thing on which a schema and its fields do not agree. */
function disagreements({ properties = {}, required = [] }: Shape, fields: Field[], path = ''): string[] {
  const known = new Map(fields.map((field) => [field.name, field as Any]));
  const strays = [...known.keys()].filter((name) => !(name in properties) && `${path}${name}` !== 'body');
  const found = Object.entries(properties).flatMap(([name, shape]) => {
    const field = known.get(name);
    return field
      ? differs(shape, field, required.includes(name), `${path}${name}`)
      : [`${path}${name}: is not shown`];
  });
  return [...strays.map((name) => `${path}${name}: is not in the schema`), ...found];
}

function differs(shape: Shape, field: Any, required: boolean, path: string): string[] {
  const must: [what: string, schema: unknown, editor: unknown][] = [['required', required, field.required]];
  const own = field.widget === 'relation' || field.widget === 'image';
  if (shape.enum) must.push(['options', shape.enum, field.options]);
  if (shape.pattern && !shape.format) must.push(['pattern', shape.pattern, (field.pattern as string[])[0]]);
  if (shape.type === 'string' && shape.maxLength && !own && !shape.enum)
    must.push(['maxlength', shape.maxLength, field.maxlength]);
  if (shape.minimum !== undefined) must.push(['min', shape.minimum, field.min]);
  if (shape.exclusiveMinimum !== undefined)
    must.push(['above', true, Number(field.min) > shape.exclusiveMinimum]);
  if (shape.maximum !== undefined && shape.maximum < Number.MAX_SAFE_INTEGER)
    must.push(['max', shape.maximum, field.max]);
  if (shape.type === 'integer') must.push(['value_type', 'int', field.value_type]);
  if (shape.type === 'array') must.push(['items', [shape.minItems, shape.maxItems], [field.min, field.max]]);
  const wrong = must
    .filter(([, schema, editor]) => JSON.stringify(schema) !== JSON.stringify(editor))
    .map(
      ([what, schema, editor]) =>
        `${path}: ${what}: ${JSON.stringify(schema)}, not ${JSON.stringify(editor)}`,
    );
  const inside = shape.items ?? shape;
  if (inside.properties) return [...wrong, ...disagreements(inside, field.fields ?? [], `${path}.`)];
  if (shape.items?.enum)
    return [...wrong, ...differs({ enum: shape.items.enum }, { ...field, required: true }, true, path)];
  if (shape.items && field.field)
    return [...wrong, ...differs(shape.items, field.field as Any, true, `${path}.*`)];
  return wrong;
}

test('every text of content/ can be edited, in one place', () => {
  const texts = readdirSync(join(root, 'content'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|yaml)$/.test(name))
    .map((name) => `content/${name}`);
  const places = (path: string) => {
    const inFolder = (config.collections ?? []).filter(
      (one): one is EntryCollection =>
        'folder' in one &&
        new RegExp(`^${one.folder}/${one.path?.replace('{{slug}}', '[^/]+')}\\.md$`).test(path),
    );
    return inFolder.length + files.filter(({ file }) => file === path).length;
  };
  expect(texts.filter((path) => places(path) !== 1)).toEqual([]);
  expect(files.filter(({ file }) => !texts.includes(file))).toEqual([]);
});

describe('fields and limits are the schema’s', () => {
  test.each(kinds)('%s', (path, { schema, text }) => {
    const fields = shown.get(path) ?? [];
    expect(disagreements(shapeOf(schema), fields)).toEqual([]);
    expect(fields.some(({ name }) => name === 'body')).toBe(text !== undefined);
  });

  const schema = shapeOf(z.strictObject({ name: z.string().max(9), age: z.int().min(3).optional() }));
  test('a field that the editor does not have', () => {
    expect(() => fieldsOf(schema, { name: 'Name' })).toThrow(/^age: the schema has this field/);
    expect(
      disagreements(schema, fieldsOf(shapeOf(z.strictObject({ name: z.string().max(9) })), { name: 'Name' })),
    ).toEqual(['age: is not shown']);
  });
  test('a field that the schema does not have', () =>
    expect(() => fieldsOf(schema, { name: 'Name', age: 'Age', size: 'Size' })).toThrow(/^size: the editor/));
  test('another limit', () => {
    const other = shapeOf(z.strictObject({ name: z.string().max(8), age: z.int().min(4) }));
    expect(disagreements(schema, fieldsOf(other, { name: 'Name', age: 'Age' }))).toEqual([
      'name: maxlength: 9, not 8',
      'age: required: false, not true',
      'age: min: 3, not 4',
    ]);
  });
});

test('a price is in rupees, with two decimals at most', () => {
  const price = shown.get('content/products')?.find(({ name }) => name === 'price') as Any;
  const [pattern] = price.pattern as [string];
  expect(['599', '599.5', '599.50'].filter((typed) => !new RegExp(pattern).test(typed))).toEqual([]);
  expect(['599.505', '-1', '1e3', '', '1,200'].filter((typed) => new RegExp(pattern).test(typed))).toEqual(
    [],
  );
  expect([price.before_input, price.min]).toEqual(['₹', 0.01]);
});

test('a change goes through a draft, by a key for one repository', () => {
  expect(config.publish_mode).toBe('editorial_workflow');
  expect(config.backend).toMatchObject({
    name: 'github',
    repo: 'harita/shop',
    branch: 'main',
    auth_methods: ['token'],
  });
});
