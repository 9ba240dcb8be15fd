/** Sales: the schema of `content/sales.yaml`. */
import * as z from 'zod';
import { categoryName } from '#domain/catalogue/product-content.ts';
import { itemId } from '#domain/catalogue/product-id.ts';
import { rupees } from '#domain/catalogue/variant.ts';
import { line } from '#lib/content-fields.ts';
import { dayOf, endOfDay, indianOffset, startOfDay } from '#lib/dates.ts';
import type { Sale, Scope } from './sale.ts';

const example = 'must be a day such as 2026-11-01, or a time such as 2026-11-01 18:00';

/**
 * A day or a time in India.
 * @param isEnd whether a day counts to its end @returns UTC ms; undefined if there is no such day or time
 */
export function timeIn(written: string, isEnd: boolean): number | undefined {
  const [, day = '', hours, minutes] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d):(\d\d))?$/.exec(written) ?? [];
  const start = startOfDay(day);
  if (start === undefined) return undefined;
  if (hours === undefined) return isEnd ? endOfDay(start) : start;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return start + (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** A time as content has it, the reverse of {@link timeIn}. @param at UTC ms */
export function writtenTime(at: number, isEnd: boolean): string {
  const isMidnight = startOfDay(dayOf(at)) === at;
  if (isMidnight) return dayOf(isEnd ? at - 1 : at);
  return new Date(at + indianOffset).toISOString().slice(0, 16).replace('T', ' ');
}

/** @param isEnd whether a day counts to its end. YAML reads a day without quotes as a date. */
const moment = (isEnd: boolean) =>
  z.union([z.string(), z.date()], example).transform((written, context): number => {
    const text = typeof written === 'string' ? written : written.toISOString().replace('T00:00:00.000Z', '');
    const at = timeIn(text, isEnd);
    if (at === undefined) context.addIssue({ code: 'custom', message: example });
    return at ?? 0;
  });

const category = categoryName.meta({ refersTo: 'usedCategory' });
const brand = line(80).meta({ refersTo: 'brand' });

/** One sale. */
export const saleContent = z
  .strictObject({
    name: line(60).meta({ title: 'Name', description: 'As shoppers read it: Diwali sale.' }),
    from: moment(false).meta({
      title: 'From',
      widget: 'line',
      description: 'The first day, such as 2026-11-01, from midnight in India; or a time: 2026-11-01 18:00.',
    }),
    until: moment(true).meta({
      title: 'Until',
      widget: 'line',
      description: 'The last day, to its end; or a time, from which it is over.',
    }),
    percent: z
      .int('must be a whole number')
      .min(1, 'must be from 1 to 90')
      .max(90, 'must be from 1 to 90')
      .optional()
      .meta({ title: 'Per cent off', description: 'From 1 to 90. Or a price below.' }),
    price: rupees
      .optional()
      .meta({
        title: 'Price',
        description: 'In rupees, instead of a percentage. Counts only for what costs more without the sale.',
      }),
    everything: z
      .boolean('must be true or false')
      .default(false)
      .meta({ title: 'Whole shop', description: 'All products. The lists below are empty then.' }),
    products: z
      .array(itemId.meta({ refersTo: 'product', widget: 'line' }))
      .default([])
      .meta({
        title: 'Products',
        item: 'product',
        description:
          'Ids of products, with all their sizes and shades; or of one, such as mineral-tint--warm-beige.',
      }),
    categories: z.array(category).default([]).meta({ title: 'Categories', item: 'category' }),
    brands: z.array(brand).default([]).meta({ title: 'Brands', item: 'brand' }),
  })
  .superRefine(({ from, until, percent, price, everything, products, categories, brands }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (until <= from) refuse('until', 'must be after the beginning');
    if (percent === undefined && price === undefined)
      refuse('percent', 'is missing: a sale has a percentage or a price');
    if (percent !== undefined && price !== undefined)
      refuse('price', 'must be left out: the sale has a percentage');
    const named = products.length + categories.length + brands.length;
    if (!named && !everything)
      refuse('products', 'has none: name products, categories or brands, or choose the whole shop');
    if (named && everything) refuse('everything', 'must be off: the sale names what is in it');
    if (everything && price !== undefined)
      refuse('price', 'must be left out: the whole shop has no one price');
  })
  .transform(({ percent, price, ...rest }): Sale & Scope => ({
    ...rest,
    ...(percent === undefined ? { price: price ?? 0 } : { percent }),
  }));

export const salesContent = z.strictObject({
  sales: z
    .array(saleContent)
    .default([])
    .meta({
      title: 'Sales',
      item: 'sale',
      description:
        'Of two sales at once, the lower price counts. Prices change by themselves when a sale begins and ends. A sale that is over may stay here or be deleted.',
      options: { summary: '{{fields.name}}: {{fields.from}} to {{fields.until}}' },
    }),
});
