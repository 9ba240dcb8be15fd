/** GST of the shop's goods: the schema of `content/tax.yaml`, the rates of a day, and the rate of a supply. */
import * as z from 'zod';
import { states } from '#domain/addresses/states.ts';
import { line } from '#lib/content-fields.ts';
import { dayOf } from '#lib/dates.ts';

/** A code of the Harmonised System of Nomenclature: invoices print six digits. */
export const hsnCode = z
  .string("must be in quotes, such as '330499'")
  .regex(/^\d{6}$/, 'must be a code of six digits');

/** Unique quantity codes of the GST portal, for goods that are sold by the piece. */
export const unitCodes = ['NOS', 'PCS', 'SET', 'BTL', 'TUB', 'PAC', 'BOX'] as const;

/** At most three characters: a number such as `HRT/26-27/000001` may have sixteen (CGST Rules 2017, rule 46). */
const prefix = z.string().regex(/^[A-Z\d]{1,3}$/, 'must be one to three capital letters or digits');

const rate = z.strictObject({
  /** The first day on which it counts, from midnight in India. */
  from: z.date('must be a date such as 2025-09-22'),
  /** The whole rate: CGST and SGST together. */
  percent: z.number().min(0).max(50).multipleOf(0.01, 'has more than two decimals'),
  /** The notification that sets it. */
  source: z.strictObject({ title: line(160), year: z.int().min(2017).max(2100) }),
});

/** What goods without a code of their own are invoiced as. */
const codeAndUnit = { hsn: hsnCode, unit: z.enum(unitCodes, 'is not a unit code of the GST portal') };

const taxFields = z.strictObject({
  /** Whether no tax adviser has checked it yet; deploying warns. */
  sample: z.boolean().default(false),
  /** The GSTIN is in `content/store.yaml`. */
  supplier: z.strictObject({
    state: z.enum(states, { error: ({ input }) => `there is no state "${input}"` }),
  }),
  /** Prefixes of the numbers of documents. */
  series: z
    .strictObject({ invoice: prefix, creditNote: prefix })
    .refine(({ invoice, creditNote }) => invoice !== creditNote, {
      path: ['creditNote'],
      message: 'must differ from the prefix of invoices',
    }),
  /** For order lines without code or unit, such as those of before the shop knew them, by the product's category. */
  defaults: z.strictObject({
    ...codeAndUnit,
    /** Categories whose goods have another code or unit. */
    categories: z.array(z.strictObject({ category: line(40), ...codeAndUnit })).default([]),
  }),
  goods: z
    .array(
      z.strictObject({
        hsn: hsnCode,
        description: line(160),
        /** The oldest first. */
        rates: z
          .array(rate)
          .min(1)
          .refine(
            (rates) => rates.every(({ from }, n) => !n || from > (rates[n - 1]?.from ?? from)),
            'must be in the order of their dates, each date once',
          ),
      }),
    )
    .min(1)
    .refine((goods) => new Set(goods.map(({ hsn }) => hsn)).size === goods.length, 'has a code twice'),
});

/** `content/tax.yaml`. The codes of `defaults` must have rates: every parcel gets an invoice. */
export const taxContent = taxFields.superRefine(({ defaults, goods }, context) => {
  const given = [
    { path: ['defaults', 'hsn'], hsn: defaults.hsn },
    ...defaults.categories.map(({ hsn }, n) => ({ path: ['defaults', 'categories', n, 'hsn'], hsn })),
  ];
  for (const { path, hsn } of given)
    if (!goods.some((row) => row.hsn === hsn))
      context.addIssue({ code: 'custom', path, message: `there is no rate for ${hsn}` });
});

export type TaxContent = z.output<typeof taxContent>;

/**
 * The rates of a day, by HSN, in hundredths of a per cent: 1800 is 18%. A code without a rate on that day is absent.
 * @param at UTC ms
 */
export function ratesAt({ goods }: Pick<TaxContent, 'goods'>, at: number): Record<string, number> {
  const today = dayOf(at);
  return Object.fromEntries(
    goods.flatMap(({ hsn, rates }) => {
      const current = rates.findLast(({ from }) => from.toISOString().slice(0, 10) <= today);
      return current ? [[hsn, Math.round(current.percent * 100)]] : [];
    }),
  );
}

/**
 * A line of an order, as far as the tax needs it; null: not known.
 * @property rate of the day of the order, hundredths of a per cent @property category of the product
 */
export type UntaxedLine = { hsn: string | null; unit: string | null; rate: number | null; category: string };

/** @property rate hundredths of a per cent */
export type SuppliedAs = { hsn: string; unit: string; rate: number };

/**
 * Code, unit and rate of what is supplied now: never undefined, so that every parcel gets an invoice. What the line does not
 * have comes from `defaults` of its category.
 *
 * The rate is that of the invoice's date, not of the order's. CGST Act 2017, section 14, asks on which side of a change lie
 * supply, invoice and payment; two of the three decide. The shop writes the invoice when it hands the goods over, so
 * supply and invoice lie on one side, and decide whenever the buyer paid: handed over before the change at the old rate
 * (14(a)(ii) where cash is paid after it), handed over after it at the new rate, also what was paid online before
 * (14(b)(iii)). 14(a)(i) and (iii), 14(b)(i) and (ii) need an invoice on the other side than the goods. Prices contain the
 * tax: the gross amount stays. Where the content has no rate for the code any more, that of the order's day counts, then
 * that of `defaults`.
 * @param at when the goods are handed over and invoiced, UTC ms
 */
export function suppliedAs(
  content: Pick<TaxContent, 'defaults' | 'goods'>,
  line: UntaxedLine,
  at: number,
): SuppliedAs {
  const { defaults, goods } = content;
  const usual = defaults.categories.find(({ category }) => category === line.category) ?? defaults;
  const rates = ratesAt(content, at);
  const hsn = line.hsn ?? usual.hsn;
  const unit = line.unit ?? usual.unit;
  const rate = rates[hsn] ?? line.rate ?? undefined;
  if (rate !== undefined) return { hsn, unit, rate };
  // A day before the first rate: the first one counts.
  const [first] = goods.find((row) => row.hsn === usual.hsn)?.rates ?? [];
  return { hsn: usual.hsn, unit, rate: rates[usual.hsn] ?? Math.round((first?.percent ?? 0) * 100) };
}
