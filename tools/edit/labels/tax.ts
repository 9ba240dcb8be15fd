/** Labels of `content/tax.yaml`. */
import type { z } from 'zod';
import type { taxContent } from '#domain/tax/tax.ts';
import type { Labels } from '../label-types.ts';
import { line } from '../widgets.ts';

const prefix =
  'One to three capital letters or digits at the start of each number, such as HRT/26-27/000001.';

export const taxLabels: Labels<z.input<typeof taxContent>> = {
  sample: {
    label: 'Sample',
    hint: 'Keep it on until a tax adviser has checked codes and rates. A deployment shows a warning.',
  },
  supplier: {
    label: 'Supplier',
    fields: { state: { label: 'State', hint: 'The state of the GSTIN, which is under “Shop and banner”.' } },
  },
  series: {
    label: 'Numbers of documents',
    fields: {
      invoice: { label: 'Invoices', hint: prefix },
      creditNote: { label: 'Credit notes', hint: prefix },
    },
  },
  defaults: {
    label: 'Goods without a code',
    hint: 'Used on the invoice if a product had no code when it was ordered.',
    fields: {
      hsn: { label: 'HSN', hint: 'Six digits. The code needs a rate below.' },
      unit: { label: 'Unit', hint: 'As named on the GST portal.' },
      categories: {
        label: 'Other categories',
        one: 'category',
        hint: 'Categories whose products have another code or unit.',
        as: { summary: '{{fields.category}}: {{fields.hsn}}' },
        fields: {
          category: { label: 'Category', hint: 'As written in the products.' },
          hsn: { label: 'HSN', hint: 'Six digits.' },
          unit: { label: 'Unit', hint: 'As named on the GST portal.' },
        },
      },
    },
  },
  goods: {
    label: 'Goods',
    one: 'code',
    hint: 'All codes used by products.',
    as: { summary: '{{fields.hsn}}: {{fields.description}}' },
    fields: {
      hsn: { label: 'HSN', hint: 'Six digits.' },
      description: { label: 'Description', as: line },
      rates: {
        label: 'Rates',
        one: 'rate',
        hint: 'The oldest first. Add a new rate; do not change one that orders already have.',
        as: { summary: '{{fields.percent}}% from {{fields.from}}' },
        fields: {
          from: { label: 'From', hint: 'The first day, from midnight, Indian time.' },
          percent: { label: 'Per cent', hint: 'The full rate: CGST and SGST together.', as: { step: 0.01 } },
          source: { label: 'Source', fields: { title: { label: 'Title', as: line }, year: 'Year' } },
        },
      },
    },
  },
};
