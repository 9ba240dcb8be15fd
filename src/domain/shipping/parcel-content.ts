/** The schema of `content/courier-exports.yaml`: the columns of the files that couriers import. */
import * as z from 'zod';
import { line, optionalLine } from '#lib/content-fields.ts';
import { keysOf } from '#lib/keys.ts';
import { columnValues } from './parcel-file.ts';

const grams = z.int().min(0).max(10_000);

const column = z
  .strictObject({
    heading: line(80).meta({ title: 'Heading', description: 'Exactly as in the courier’s own sample file.' }),
    value: z.enum(keysOf(columnValues)).optional().meta({ title: 'Holds' }),
    text: optionalLine(80).meta({ title: 'Or always this text' }),
  })
  .refine(({ value, text }) => !(value && text), 'has a value or a text, not both');

export const courierExportsContent = z.strictObject({
  packaging: z
    .strictObject({
      perPiece: grams.meta({ title: 'Of a piece', description: 'In grams: bottle, cap and box.' }),
      perParcel: grams.meta({ title: 'Of a parcel', description: 'In grams: carton and filling.' }),
    })
    .meta({
      title: 'Weight of the packaging',
      description: 'Added to the net quantities of the products. Weigh a few parcels to check it.',
    }),
  formats: z
    .array(
      z.strictObject({
        name: line(40).meta({ title: 'Name' }),
        rows: z
          .enum(['parcel', 'line'])
          .meta({
            title: 'Rows',
            description: 'parcel: one for each parcel. line: one for each product of it.',
          }),
        columns: z
          .array(column)
          .min(1)
          .max(80)
          .meta({ title: 'Columns', item: 'column', options: { summary: '{{fields.heading}}' } }),
      }),
    )
    .min(1)
    .refine(
      (formats) => new Set(formats.map(({ name }) => name)).size === formats.length,
      'two files have the same name',
    )
    .meta({ title: 'Files', item: 'file', options: { summary: '{{fields.name}}' } }),
});
