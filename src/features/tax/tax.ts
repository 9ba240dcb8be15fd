/** GST of the shop's goods: the schema of `content/tax.yaml`, and the rate of a day. */
import * as z from 'zod';
import { states } from '#features/addresses/states.ts';
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

export const taxContent = z.strictObject({
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
