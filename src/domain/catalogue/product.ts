/** A product: what editors write, what the API says, and the rules that both share. */
import * as z from 'zod';
import { productRoutine } from '#domain/routine/product-routine.ts';
import { hsnCode, unitCodes } from '#domain/tax/tax.ts';
import { line, pictureFile } from '#lib/content-fields.ts';
import { type Paise, toPaise } from '#lib/money.ts';
import { anySkin, skinChoices, skinTypes } from '#lib/product-constants.ts';

/** Categories of the product FAQ (docs/behaviour.md 2.1); `all` is the tab that shows every one. */
export const faqCategories = ['usage', 'ingredients', 'results', 'skin-types', 'ethics'] as const;

/** Rupees as an editor writes them (`599` or `599.50`), kept as paise. */
const rupees = z
  .number()
  .positive('must be more than 0')
  .transform((value, context): Paise => {
    const paise = toPaise(value);
    if (paise === undefined) context.addIssue({ code: 'custom', message: 'has more than two decimals' });
    return paise ?? 0;
  });

/** Ids are part of addresses, pictures and orders, so they are short, lower-case and lasting. */
export const productId = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens')
  .max(64);

/** Longest first claim, characters: two lines of a card at 390 px. */
const cardLine = 45;

/** The fields of a card. Every card is sent to phones with these fields, so they are few. */
const cardFields = {
  name: line(60),
  category: z.enum(['serum', 'sunscreen', 'moisturizer', 'cleanser', 'toner', 'mask', 'face oil', 'kit']),
  brand: line(40),
  /** Two or three sentences: cards, search, and what a search engine shows. */
  description: line(320),
  /** Short claims for the card. The first says what the product does: narrow cards show it alone. */
  features: z
    .array(line(60))
    .min(2)
    .max(5)
    .refine(([first = '']) => first.length <= cardLine, {
      path: [0],
      message: `must be at most ${cardLine} characters: small cards show it alone`,
    }),
  spf: z.int().positive().optional(),
  bestseller: z.boolean().default(false),
  skinType: z.enum(skinChoices),
  skinTypes: z.array(z.enum(skinTypes)).min(1),
  /** The selling price, GST included, in rupees. */
  price: rupees,
  /** MRP in rupees, inclusive of all taxes. */
  originalPrice: rupees,
};

/** Fields that `/api/product` returns besides those of a card. */
const detailFields = {
  benefits: z.array(line(200)).min(3).max(6),
  keyIngredients: z
    .array(z.strictObject({ name: line(60), what: line(240) }))
    .min(2)
    .max(6),
  /** Millilitres, where the product is sold by volume. */
  volume: z.int().positive().optional(),
};

/**
 * The front matter of `content/products/<id>/index.md`. The types below, the API, cards, the search index and the
 * columns that db/sync.ts writes are derived from it.
 */
export const productContent = z
  .strictObject({
    ...cardFields,
    ...detailFields,
    /** The small print under the name on the pack. */
    labelLine: line(60),
    /** The common or generic name that the law wants on a label: `Face serum`. */
    commonName: line(60),
    /** Net quantity as the label says it: `30 ml`, `75 g`. */
    netQuantity: line(60),
    /** One of `content/tax.yaml`, which has its rates. For a kit: that of its principal item. */
    hsn: hsnCode,
    /** The unit in which invoices count it. */
    unitCode: z.enum(unitCodes),
    /** Concepts of `content/search.yaml` that it meets, the strongest first: `acne`, `night`, `gel`. */
    tags: z.array(line(40)).default([]),
    /** Place in the collection when the shopper has not sorted or searched. */
    order: z.int().nonnegative(),
    /** Pieces in stock when the product is first synced; later stock lives in the database. */
    openingStock: z.int().nonnegative().default(100),
    /** With this many pieces or fewer, the desk shows it as running out and operators get an email. */
    lowStock: z.int().nonnegative().default(10),
    /** An editor's own rating; shown only while there are no reviews, never to search engines. */
    rating: z.number().min(1).max(5).optional(),
    /**
     * The whole INCI list, in descending order, as printed on the pack; of a kit by product (domain/ingredients/inci.ts).
     * Left out where the shop does not have the whole list.
     */
    ingredients: line(2000).optional(),
    howToUse: z.array(line(300)).min(2).max(6),
    /** How it is used in a routine; without it, the product is in none. */
    routine: productRoutine.optional(),
    /** Ids of the products in a kit. */
    parts: z.array(productId).min(2).max(6).optional(),
    faqs: z
      .array(z.strictObject({ category: z.enum(faqCategories), question: line(160), answer: line(700) }))
      .default([]),
    /** Months from manufacture, or a sentence where that is not enough. */
    bestBefore: line(120),
    /** Where it differs from the shop's own (`content/store.yaml`). */
    manufacturer: line(240).optional(),
    countryOfOrigin: line(60).optional(),
    pictures: z
      .array(z.strictObject({ file: pictureFile('the folder of the product'), alt: line(160) }))
      .min(1),
  })
  .superRefine((product, context) => {
    if (product.price > product.originalPrice)
      context.addIssue({ code: 'custom', path: ['price'], message: 'must not be above the MRP' });
    if (product.skinType === anySkin && product.skinTypes.length !== skinTypes.length)
      context.addIssue({
        code: 'custom',
        path: ['skinTypes'],
        message: `must list all four skin types, since the skin type is "${anySkin}"`,
      });
    if (product.skinType !== anySkin && !product.skinTypes.includes(product.skinType))
      context.addIssue({
        code: 'custom',
        path: ['skinTypes'],
        message: `must contain the skin type "${product.skinType}"`,
      });
  });

export type ProductContent = z.output<typeof productContent>;

/** A value as the database and JSON hold it: any text, and null where the editor left the field out. */
type Stored<T> = T extends undefined
  ? null
  : T extends string
    ? string
    : T extends readonly string[]
      ? string[]
      : T;

/** A product's fields as they are stored. Amounts are paise. */
export type StoredProduct = { [Name in keyof ProductContent]-?: Stored<ProductContent[Name]> };

const namesOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T)[];

export const cardFieldNames = namesOf(cardFields);
export const apiFieldNames = [...cardFieldNames, ...namesOf(detailFields)];

type CardFieldName = (typeof cardFieldNames)[number];

/** The fields of a product for the collection, search and cards. Amounts are paise. */
export type CardProduct = { id: string; order: number } & Pick<StoredProduct, CardFieldName>;

export const toCardProduct = (id: string, product: ProductContent): CardProduct => ({
  id,
  ...(Object.fromEntries(cardFieldNames.map((name) => [name, product[name] ?? null])) as Pick<
    StoredProduct,
    CardFieldName
  >),
  order: product.order,
});

/** Fields that `/api/product/*` returns in another form than content has them. Amounts are rupees. */
type ConvertedFields = {
  price: number;
  originalPrice: number;
  /** One a line. */
  benefits: string;
  /** One a line. */
  keyIngredients: string;
};

/** A product as `/api/product/*` answers it (docs/behaviour.md 2.1). Amounts are rupees. */
export type ApiProduct = Omit<Pick<StoredProduct, (typeof apiFieldNames)[number]>, keyof ConvertedFields> &
  ConvertedFields & {
    _id: string;
    /** per cent */
    discount: number;
    image: string[];
    /** 0 without reviews. */
    rating: number;
    reviews: number;
    stock: number;
    /** Why it is not sold at the moment; null while it is. */
    paused: string | null;
    /** No longer sold; kept because orders refer to it. */
    retired: boolean;
  };

/** A product in a search response (`GET /api/product/search`): the fields of its card. */
export type FoundProduct = Pick<ApiProduct, CardFieldName | '_id' | 'discount' | 'image'>;

/** Fields that change from minute to minute and are patched into pre-rendered pages. */
export type LiveProduct = Pick<ApiProduct, 'stock' | 'rating' | 'reviews' | 'paused' | 'retired'>;
