/** GST of the shop's goods: the schema of `content/tax.yaml`. */
import { states } from 'gst/states';
import { unitCodes } from 'gst/units';
import * as z from 'zod';
import { line } from '#lib/content-fields.ts';
import { sixDigits } from './hsn-code.ts';

/** At most three characters: a number such as `HRT/26-27/000001` may have sixteen (CGST Rules 2017, rule 46). */
const prefix = z
  .string()
  .regex(/^[A-Z\d]{1,3}$/, 'must be one to three capital letters or digits')
  .meta({
    description:
      'One to three capital letters or digits at the start of each number, such as HRT/26-27/000001.',
  });

const rate = z.strictObject({
  /** The first day on which it counts, from midnight in India. */
  from: z
    .date('must be a date such as 2025-09-22')
    .meta({ title: 'From', description: 'The first day, from midnight, Indian time.' }),
  /** The whole rate: CGST and SGST together. */
  percent: z
    .number()
    .min(0)
    .max(50)
    .multipleOf(0.01, 'has more than two decimals')
    .meta({
      title: 'Per cent',
      description: 'The full rate: CGST and SGST together.',
      options: { step: 0.01 },
    }),
  /** The notification that sets it. */
  source: z
    .strictObject({
      title: line(160).meta({ title: 'Title', widget: 'line' }),
      year: z.int().min(2017).max(2100).meta({ title: 'Year' }),
    })
    .meta({ title: 'Source' }),
});

/** What goods without a code of their own are invoiced as. */
const codeAndUnit = {
  hsn: sixDigits.meta({ title: 'HSN', description: 'Six digits. The code needs a rate below.' }),
  unit: z
    .enum(unitCodes, 'is not a unit code of the GST portal')
    .meta({ title: 'Unit', description: 'As named on the GST portal.' }),
};

const taxFields = z.strictObject({
  /** Whether no tax adviser has checked it yet; deploying warns. */
  sample: z
    .boolean()
    .default(false)
    .meta({
      title: 'Sample',
      description:
        'Keep it on until a tax adviser has checked codes and rates. A deployment shows a warning.',
    }),
  /** The GSTIN is in `content/store.yaml`. */
  supplier: z
    .strictObject({
      state: z
        .enum(states, { error: ({ input }) => `there is no state "${input}"` })
        .meta({ title: 'State', description: 'The state of the GSTIN, which is under “Shop and banner”.' }),
    })
    .meta({ title: 'Supplier' }),
  /** Prefixes of the numbers of documents. */
  series: z
    .strictObject({
      invoice: prefix.meta({ title: 'Invoices' }),
      creditNote: prefix.meta({ title: 'Credit notes' }),
      debitNote: prefix.meta({ title: 'Debit notes' }),
    })
    .refine(({ invoice, creditNote }) => invoice !== creditNote, {
      path: ['creditNote'],
      message: 'must differ from the prefix of invoices',
    })
    .refine(({ invoice, creditNote, debitNote }) => debitNote !== invoice && debitNote !== creditNote, {
      path: ['debitNote'],
      message: 'must differ from the prefixes of invoices and credit notes',
    })
    .meta({ title: 'Numbers of documents' }),
  /** Above which value a parcel needs an e-way bill (src/domain/shipping/eway-bill.ts). */
  ewayBill: z
    .strictObject({
      above: z.int().min(0).meta({ title: 'Above', description: 'Rupees, with GST.' }),
      /** Where the supplier's state has another limit for parcels within it. */
      withinState: z
        .int()
        .min(0)
        .optional()
        .meta({ title: 'Within the state', description: 'Rupees, where your state has another limit.' }),
    })
    .default({ above: 50_000 })
    .meta({
      title: 'E-way bill',
      description: 'A parcel worth more needs one before it is shipped (CGST Rules, rule 138).',
    }),
  /** For products and order lines without code or unit, where their category has none either. */
  defaults: z
    .strictObject(codeAndUnit)
    .meta({
      title: 'Goods without a code',
      description:
        'Invoices use it for products without a code or unit of their own, where their category has none either.',
    }),
  goods: z
    .array(
      z.strictObject({
        hsn: sixDigits.meta({ title: 'HSN', description: 'Six digits.' }),
        description: line(160).meta({ title: 'Description', widget: 'line' }),
        /** The oldest first. */
        rates: z
          .array(rate)
          .min(1)
          .refine(
            (rates) => rates.every(({ from }, n) => !n || from > (rates[n - 1]?.from ?? from)),
            'must be in the order of their dates, each date once',
          )
          .meta({
            title: 'Rates',
            item: 'rate',
            description: 'The oldest first. Add a new rate; do not change one that orders already have.',
            options: { summary: '{{fields.percent}}% from {{fields.from}}' },
          }),
      }),
    )
    .min(1)
    .refine((goods) => new Set(goods.map(({ hsn }) => hsn)).size === goods.length, 'has a code twice')
    .meta({
      title: 'Goods',
      item: 'code',
      description: 'All codes used by products.',
      options: { summary: '{{fields.hsn}}: {{fields.description}}' },
    }),
});

/** `content/tax.yaml`. The codes of `defaults` must have rates: every parcel gets an invoice. */
export const taxContent = taxFields.superRefine(({ defaults: { hsn }, goods }, context) => {
  if (!goods.some((row) => row.hsn === hsn))
    context.addIssue({ code: 'custom', path: ['defaults', 'hsn'], message: `there is no rate for ${hsn}` });
});

export type TaxContent = z.output<typeof taxContent>;

type CodeAndUnit = TaxContent['defaults'];

/** With the codes and units of the categories that have others (`content/categories`). */
export type ShopTax = Omit<TaxContent, 'defaults'> & {
  defaults: CodeAndUnit & { categories: (CodeAndUnit & { category: string })[] };
};
