/** What editors write of a size or shade of a product. What is sold of it is in sellable.ts. */
import * as z from 'zod';
import { hsnCode } from '#domain/tax/hsn-code.ts';
import { line, pictureFile } from '#lib/content-fields.ts';
import { type Paise, toPaise } from '#lib/money.ts';
import { combinationOf } from './options.ts';
import { hyphenated } from './product-id.ts';

/** Rupees as an editor writes them (`599` or `599.50`), kept as paise. */
export const rupees = z
  .number('must be a number, in rupees: 599 or 599.50')
  .positive('must be more than 0')
  .transform((value, context): Paise => {
    const paise = toPaise(value);
    if (paise === undefined) context.addIssue({ code: 'custom', message: 'has more than two decimals' });
    return paise ?? 0;
  })
  .meta({ widget: 'rupees' });

/** A whole number, 0 or more. @param what it is, for the message */
export const count = (what: string) => z.int(what).nonnegative(what);
export const pieces = count('must be a whole number of pieces, 0 or more');

/** What the variants of a product differ in. */
export const variantKinds = ['size', 'shade'] as const;
export type VariantKind = (typeof variantKinds)[number];

/** Whether pieces are counted; what is not is always in stock. */
export const stockKinds = ['counted', 'uncounted'] as const;

/** Most variants of a product. */
export const mostVariants = 100;

/** Most options of a product: what other shops and feeds have at most. */
export const mostOptions = 3;

/** Names of what a product can be chosen by, where that is more than one thing: `Colour`, `Size`. */
export const optionNames = z
  .array(line(40))
  .max(mostOptions, `must be at most ${mostOptions}`)
  .default([])
  .meta({
    title: 'Options',
    item: 'option',
    description:
      'Only where shoppers choose two or three things, such as Colour and Size: then each size or shade below has a choice for each of them, in the same order.',
  });

/** A stock-keeping unit, as the shop's own labels have it. */
export const sku = line(64).meta({ title: 'SKU', description: 'Your own code for it, as on your labels.' });
/** A barcode: GTIN (EAN, UPC) or any other code of letters and digits. */
export const barcode = z
  .string()
  .regex(/^[\w-]{1,32}$/, 'must be at most 32 letters and digits')
  .meta({ title: 'Barcode', description: 'The number below the bars: EAN, UPC or GTIN.' });

/** Grams with the packing, as a courier weighs it. */
export const weight = z
  .int('must be a whole number of grams')
  .positive('must be more than 0')
  .meta({ title: 'Weight in g', description: 'With its packing, as a courier weighs it.' });

/** One size or shade of a product. What is left out is that of the product. */
export const variantContent = z.strictObject({
  /** Left out by the one that keeps the id, stock and orders of the product itself. */
  id: hyphenated
    .max(60, 'must be at most 60 characters')
    .optional()
    .meta({
      title: 'Id',
      description:
        'Small letters, such as 100-ml or warm-beige; then it stays. Empty for exactly one: the size or shade that was sold first. It keeps the stock of the product.',
    }),
  label: line(60).meta({ title: 'Name', description: 'As shoppers read it: 30 ml, or Warm Beige.' }),
  kind: z.enum(variantKinds).default('size').meta({ title: 'Kind' }),
  /** One for each option of the product, in their order. */
  choices: z
    .array(line(60))
    .max(mostOptions, `must be at most ${mostOptions}`)
    .default([])
    .meta({
      title: 'Choices',
      item: 'choice',
      description:
        'One for each option of the product, in the same order: Red, then L. None without options.',
    }),
  price: rupees
    .optional()
    .meta({ title: 'Price', description: 'In rupees, GST included, where it differs.' }),
  originalPrice: rupees
    .optional()
    .meta({ title: 'MRP', description: 'In rupees, inclusive of all taxes, where it differs.' }),
  netQuantity: line(60).optional().meta({ title: 'Net quantity', description: 'Where it differs: 100 ml.' }),
  /** Millilitres, where it is sold by volume. */
  volume: z.int().positive().optional().meta({ title: 'Volume in ml', description: 'Where it differs.' }),
  /** The colour of a shade, as CSS writes it in six digits. */
  swatch: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'must be a colour: # and six digits or letters from a to f')
    .optional()
    .meta({
      title: 'Colour',
      description: 'Of a shade: # and six digits or letters from a to f, as a colour picker shows it.',
    }),
  /** One of the pictures of the product. */
  picture: pictureFile()
    .optional()
    .meta({
      title: 'Picture',
      description: 'The file of one of the pictures above, such as 2.jpg. Left out, the first one.',
      widget: 'line',
    }),
  hsn: hsnCode.optional().meta({ title: 'HSN', description: 'Six digits, where it differs.' }),
  sku: sku.optional(),
  barcode: barcode.optional(),
  weight: weight.optional(),
  /** Left out, it is 0; of the one without an id it is that of the product. */
  openingStock: pieces
    .optional()
    .meta({
      title: 'Opening stock',
      description: 'Pieces, when it appears for the first time. It never counts again.',
    }),
  trackStock: z
    .enum(stockKinds, `must be one of ${stockKinds.join(', ')}`)
    .optional()
    .meta({ title: 'Stock is', description: 'Where it differs: uncounted is always in stock.' }),
});

export type Variant = z.output<typeof variantContent>;

/** What the variants of a product have to agree with. Amounts are paise. */
type Owner = {
  price: Paise;
  originalPrice?: Paise | undefined;
  pictures: readonly { file: string }[];
  options: readonly string[];
};

/** A field of a product, `variants.1.price`, with what is wrong in it. */
type Mistake = { field: string; message: string };

/** What is wrong with the options of a product and the choices of its variants. */
export function optionMistakes(
  options: readonly string[],
  variants: readonly Pick<Variant, 'choices'>[],
): Mistake[] {
  const mistakes: Mistake[] = [];
  const refuse = (field: string, message: string) => void mistakes.push({ field, message });
  if (options.length === 1) refuse('options', 'has one: a product has two or three options, or none');
  if (options.length && !variants.length)
    refuse('options', 'must be left out: there are no sizes or shades to choose');
  if (new Set(options.map((name) => name.toLowerCase())).size < options.length)
    refuse('options', 'names one twice');
  const combinations = new Set<string>();
  for (const [n, { choices }] of variants.entries()) {
    const field = `variants.${n}.choices`;
    if (choices.length !== options.length)
      refuse(
        field,
        options.length
          ? `must be ${options.length}, one for each option: ${options.join(', ')}`
          : 'must be left out: the product has no options',
      );
    else if (options.length && combinations.has(combinationOf(choices)))
      refuse(field, `are those of another one too: ${choices.join(', ')}`);
    combinations.add(combinationOf(choices));
  }
  return mistakes;
}

/** What is wrong with the variants of a product. */
export function variantMistakes(
  variants: readonly Variant[],
  { price, originalPrice, pictures, options }: Owner,
): Mistake[] {
  const mistakes = optionMistakes(options, variants);
  if (!variants.length) return mistakes;
  const refuse = (field: string, message: string) => void mistakes.push({ field, message });
  if (variants.length === 1) refuse('variants', 'has one: a product has two or more, or none');
  if (variants.filter(({ id }) => id === undefined).length !== 1)
    refuse('variants', 'must have exactly one without an id: it keeps the stock and orders of the product');
  const ids = new Set<string>();
  const labels = new Set<string>();
  for (const [n, variant] of variants.entries()) {
    const field = (name: keyof Variant) => `variants.${n}.${name}`;
    const { id, label, picture } = variant;
    if (id !== undefined && ids.has(id)) refuse(field('id'), `is that of another one too: ${id}`);
    if (id !== undefined) ids.add(id);
    const read = label.toLowerCase();
    if (labels.has(read)) refuse(field('label'), `is that of another one too: ${label}`);
    labels.add(read);
    if (id === undefined && variant.price !== undefined && variant.price !== price)
      refuse(field('price'), 'must be left out: the one without an id has the price of the product');
    const mrp = variant.originalPrice ?? (variant.price === undefined ? originalPrice : undefined);
    if (mrp !== undefined && (variant.price ?? price) > mrp)
      refuse(field('price'), 'must not be above the MRP');
    if (picture !== undefined && !pictures.some(({ file }) => file === picture))
      refuse(
        field('picture'),
        `must be one of the pictures of the product: there is no ${picture} among them`,
      );
  }
  return mistakes;
}
