/** The editor shows every field of every content schema, with the schema's own limits. */
import { expect, test } from 'vitest';
import * as z from 'zod';
import { cmsConfig } from './config.ts';
import { fieldsOf, shapeOf } from './fields.ts';
import { rupees } from './widgets.ts';

const schema = shapeOf(
  z.strictObject({
    name: z.string().min(2).max(9),
    story: z.string().max(900).optional(),
    age: z.int().positive().max(120),
    skin: z.enum(['dry', 'oily']),
    code: z.string().regex(/^[A-Z]+$/, 'must be capital letters'),
    steps: z
      .array(z.strictObject({ what: z.string(), done: z.boolean().default(false) }))
      .min(1)
      .max(3),
    born: z.date(),
  }),
);
const labels = {
  name: { label: 'Name', hint: 'As on the pack.' },
  story: 'Story',
  age: 'Age',
  skin: 'Skin',
  code: 'Code',
  steps: { label: 'Steps', one: 'step', fields: { what: 'What', done: 'Done' } },
  born: 'Born',
};

test('fields follow the schema: required, lengths, ranges, choices, patterns, items', () =>
  expect(fieldsOf(schema, labels)).toMatchObject([
    {
      name: 'name',
      label: 'Name',
      hint: 'As on the pack.',
      widget: 'string',
      required: true,
      minlength: 2,
      maxlength: 9,
    },
    { name: 'story', widget: 'text', required: false, maxlength: 900 },
    { name: 'age', widget: 'number', value_type: 'int', min: 1, max: 120 },
    { name: 'skin', widget: 'select', options: ['dry', 'oily'] },
    { name: 'code', widget: 'string', pattern: ['^[A-Z]+$', 'must be capital letters'] },
    {
      name: 'steps',
      widget: 'list',
      label_singular: 'step',
      min: 1,
      max: 3,
      fields: [
        { name: 'what', widget: 'string', required: true },
        { name: 'done', widget: 'boolean', required: false },
      ],
    },
    { name: 'born', widget: 'datetime', type: 'date', input_timezone: 'utc' },
  ]));

test('a field without a label, and a label without a field, end the build', () => {
  const { age: _age, ...fewer } = labels;
  expect(() => fieldsOf(schema, fewer)).toThrow(/^age: the schema has this field/);
  expect(() => fieldsOf(schema, { ...labels, size: 'Size' })).toThrow(/^size: the editor has a label/);
});

test('a price is in rupees, with two decimals at most', () => {
  const price = new RegExp((rupees.pattern as [string])[0]);
  expect(['599', '599.5', '599.50'].filter((typed) => !price.test(typed))).toEqual([]);
  expect(['599.505', '-1', '1e3', '', '1,200'].filter((typed) => price.test(typed))).toEqual([]);
});

test('a change goes through a draft, by a key for one repository', () =>
  expect(cmsConfig('harita/shop', 'https://harita.example')).toMatchObject({
    publish_mode: 'editorial_workflow',
    backend: { name: 'github', repo: 'harita/shop', branch: 'main', auth_methods: ['token'] },
    site_url: 'https://harita.example',
  }));
