/** The editor shows every field of every content schema, with the schema's own limits. */
import type { EntryCollection } from '@sveltia/cms';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { cmsConfig } from './config.ts';
import { fieldsOf, shapeOf } from './fields.ts';
import { widgets } from './widgets.ts';

const fields = {
  name: z.string().min(2).max(9).meta({ title: 'Name', description: 'As on the pack.' }),
  story: z.string().max(900).optional().meta({ title: 'Story' }),
  age: z.int().positive().max(120).meta({ title: 'Age' }),
  skin: z.enum(['dry', 'oily']).meta({ title: 'Skin' }),
  code: z
    .string()
    .regex(/^[A-Z]+$/, 'must be capital letters')
    .meta({ title: 'Code' }),
  steps: z
    .array(
      z.strictObject({
        what: z.string().meta({ title: 'What' }),
        done: z.boolean().default(false).meta({ title: 'Done' }),
      }),
    )
    .min(1)
    .max(3)
    .meta({ title: 'Steps', item: 'step' }),
  kit: z
    .array(z.string().meta({ refersTo: 'product' }))
    .optional()
    .meta({ title: 'Kit' }),
  born: z.date().meta({ title: 'Born' }),
};

test('fields follow the schema: required, lengths, ranges, choices, patterns, items', () =>
  expect(fieldsOf(shapeOf(z.strictObject(fields)))).toMatchObject([
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
    { name: 'kit', widget: 'list', field: { label: 'Kit', widget: 'relation', collection: 'products' } },
    { name: 'born', widget: 'datetime', type: 'date', input_timezone: 'utc' },
  ]));

test('a field without a label ends the build', () =>
  expect(() => fieldsOf(shapeOf(z.strictObject({ ...fields, size: z.string() })))).toThrow(
    "size: the field has no label: add .meta({ title: '…' }) to its schema",
  ));

test('a price is in rupees, with two decimals at most', () => {
  const price = new RegExp((widgets.rupees.pattern as [string])[0]);
  expect(['599', '599.5', '599.50'].filter((typed) => !price.test(typed))).toEqual([]);
  expect(['599.505', '-1', '1e3', '', '1,200'].filter((typed) => price.test(typed))).toEqual([]);
});

test('products ask for what they need first, and are filtered by status and category', () => {
  const { collections } = cmsConfig('harita/shop', 'https://harita.example');
  const products = collections?.find((one) => 'name' in one && one.name === 'products');
  const { fields = [], view_filters: filters } = products as EntryCollection;
  expect(fields.slice(0, 6).map(({ name }) => name)).toEqual([
    ...['name', 'category', 'price', 'pictures', 'placeholder', 'status'],
  ]);
  expect(filters).toEqual(
    expect.arrayContaining([
      { label: 'Status: draft', field: 'status', eq: 'draft' },
      { label: 'Status: published', field: 'status', not_in: ['draft', 'hidden', 'retired'] },
      { label: 'Serums', field: 'category', eq: 'serum' },
    ]),
  );
});

test('people sign in by the desk where the editor has an address; commits name them', () =>
  expect(cmsConfig('harita/shop', 'https://harita.example', true).backend).toMatchObject({
    auth_methods: ['oauth'],
    base_url: 'https://harita.example',
    auth_endpoint: '/editor',
    commit_messages: { update: 'Change {{collection}} “{{slug}}” ({{author-name}})' },
  }));

test('a change goes through a draft, by a key for one repository', () =>
  expect(cmsConfig('harita/shop', 'https://harita.example')).toMatchObject({
    publish_mode: 'editorial_workflow',
    backend: { name: 'github', repo: 'harita/shop', branch: 'main', auth_methods: ['token'] },
    site_url: 'https://harita.example',
  }));
