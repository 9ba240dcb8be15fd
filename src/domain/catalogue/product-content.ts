/** What editors write of a product. */

import { unitCodes } from 'gst/units';
import * as z from 'zod';
import { productRoutine } from '#domain/routine/product-routine.ts';
import { hsnCode } from '#domain/tax/hsn-code.ts';
import { line, optionalLine, pictureFile, text } from '#lib/content-fields.ts';
import { anySkin, faqCategories, skinChoices, skinTypes } from '#lib/product-constants.ts';
import { itemId } from './product-id.ts';
import { productStatuses } from './publication.ts';
import {
  barcode,
  count,
  mostVariants,
  optionNames,
  pieces,
  rupees,
  sku,
  stockKinds,
  variantContent,
  variantMistakes,
  weight,
} from './variant.ts';

/** A category, as addresses have it: `/collection?only=face+oil`. Its file is `content/categories/face-oil.yaml`. */
export const categoryName = z
  .string()
  .regex(/^[a-z\d]+( [a-z\d]+)*$/, 'must be small letters and spaces, such as face oil')
  .max(40, 'must be at most 40 characters');

/** Longest first claim, characters: two lines of a card at 390 px. */
const cardLine = 45;

/** The place of products that have none. */
const lastPlace = 1_000_000;
const placeRange = `must be a whole number from 0 to ${lastPlace - 1}`;

/**
 * The front matter of `content/products/<id>/index.md`. The types below, the API, cards, the search index and the
 * columns that db/sync.ts writes are derived from it.
 *
 * A product is published with a name, a price, a category and one of pictures or the drawn placeholder. Nothing stands in
 * for what else is left out, but for the code and unit of invoices (`content/tax.yaml`): a text is empty, a list too, a
 * number absent.
 */
export const productContent = z
  .strictObject({
    name: line(160).meta({
      title: 'Name',
      description: 'As on the pack. The address of the page is made from the first name and then stays.',
    }),
    /** One of `content/categories`. */
    category: categoryName.meta({
      title: 'Category',
      description: 'One of those under “Categories”.',
      refersTo: 'category',
    }),
    /** The selling price, GST included, in rupees. */
    price: rupees.meta({ title: 'Price', description: 'In rupees, GST included. What the shopper pays.' }),
    pictures: z
      .array(
        z.strictObject({
          file: pictureFile().meta({ title: 'Picture' }),
          alt: optionalLine(160).meta({
            title: 'What can be seen',
            description:
              'One sentence, for those who cannot see it. Left out, they hear the name of the product.',
          }),
        }),
      )
      .default([])
      .meta({
        title: 'Pictures',
        item: 'picture',
        description:
          'The first one is on the card. Square, 1200 px or more: JPEG, PNG or WebP of at most 10 MB. The shop cuts any other shape to a square around its centre.',
        options: { thumbnail: 'file', summary: '{{fields.alt}}' },
      }),
    /** Whether the shop draws a picture while there is none. */
    placeholder: z
      .boolean('must be true or false')
      .default(false)
      .meta({
        title: 'Drawn picture',
        description:
          'Only while there is no picture above: the shop draws one with the first letter of the name.',
      }),
    status: z
      .enum(productStatuses, `must be one of ${productStatuses.join(', ')}`)
      .default('published')
      .meta({
        title: 'Status',
        description:
          'draft: only this preview shows it. published: shoppers see and buy it. hidden: who has the link of its page can buy it; nothing lists it. retired: it is not sold any more.',
      }),
    /** The first day on which it is sold, from midnight in India. */
    publishFrom: z
      .date('must be a date such as 2026-12-01')
      .optional()
      .meta({
        title: 'Sold from',
        description:
          'The first day, from midnight, Indian time. Before it, shoppers see nothing of the product.',
      }),
    /** MRP in rupees, inclusive of all taxes. */
    originalPrice: rupees
      .optional()
      .meta({
        title: 'MRP',
        description:
          'In rupees, inclusive of all taxes. The price may not be above it; where it is below, the shop shows the discount.',
      }),
    options: optionNames,
    /** Sizes and shades. Without any, the product itself is sold. */
    variants: z
      .array(variantContent)
      .max(mostVariants, `must be at most ${mostVariants}`)
      .default([])
      .meta({
        title: 'Sizes and shades',
        item: 'size or shade',
        description:
          'Only where it is sold in more than one. Price, MRP and net quantity above are those of the one without an id.',
        options: { summary: '{{fields.label}}' },
      }),
    sku: sku.optional(),
    barcode: barcode.optional(),
    /** The common or generic name that the law wants on a label: `Face serum`. */
    commonName: optionalLine(60).meta({
      title: 'Common name',
      description: 'What it is in plain words, as the law wants it on the label: Face serum.',
    }),
    brand: optionalLine(80).meta({ title: 'Brand' }),
    /** The small print under the name on the pack. */
    labelLine: optionalLine(60).meta({
      title: 'Line under the name',
      description: 'The small print under the name on the pack.',
    }),
    /** Two or three sentences: cards, search, and what a search engine shows. Left out, the first of the text below. */
    description: optionalLine(320).meta({
      title: 'Description',
      description:
        'Two or three sentences: on cards, in search, and at search engines. Left out, the shop takes the first ones of the text.',
    }),
    /** The title and description at search engines, where they differ from the page's own. */
    seoTitle: optionalLine(120).meta({
      title: 'Title at search engines',
      description: 'Left out, the name with its net quantity. About 60 characters are shown.',
    }),
    seoDescription: optionalLine(400).meta({
      title: 'Description at search engines',
      description: 'Left out, the description above. About 160 characters are shown.',
    }),
    /** Net quantity as the label says it: `30 ml`, `75 g`. */
    netQuantity: optionalLine(60).meta({
      title: 'Net quantity',
      description: 'As the label says it: 30 ml, 75 g.',
    }),
    /** One of `content/tax.yaml`, which has its rates. For a kit: that of its principal item. */
    hsn: hsnCode
      .optional()
      .meta({
        title: 'HSN',
        description:
          'Six digits, one of those under “Tax”. For a kit: that of its principal item. Left out, that of its category.',
      }),
    /** The unit in which invoices count it. */
    unitCode: z
      .enum(unitCodes)
      .optional()
      .meta({
        title: 'Unit on invoices',
        description: 'NOS for single pieces, SET for kits. Left out, that of its category.',
      }),
    /** Millilitres, where the product is sold by volume. */
    volume: z
      .int()
      .positive()
      .optional()
      .meta({ title: 'Volume in ml', description: 'Only for what is sold by volume.' }),
    weight: weight.optional(),
    spf: z.int().positive().optional().meta({ title: 'SPF', description: 'Only for sunscreen.' }),
    bestseller: z.boolean().default(false).meta({ title: 'Bestseller' }),
    /** Concepts of `content/search.yaml` that it meets, the strongest first: `acne`, `night`, `gel`. */
    tags: z
      .array(line(40).meta({ refersTo: 'tag' }))
      .default([])
      .meta({
        title: 'Tags for search',
        item: 'tag',
        description:
          'What it is good for, the strongest first: names from “Search words”, such as acne, night or gel.',
      }),
    /** Place in the collection when the shopper has not sorted or searched. */
    order: count(placeRange)
      .max(lastPlace - 1, placeRange)
      .default(lastPlace)
      .meta({
        title: 'Position in the collection',
        description:
          'Small numbers come first. Leave gaps (10, 20, 30) for later products. Products without one come last, by name.',
      }),
    /** Pieces in stock when the product is first synced; later stock lives in the database. */
    openingStock: pieces
      .default(0)
      .meta({
        title: 'Opening stock',
        description:
          'Pieces, when the product appears for the first time: 0 if left out. It never counts again: later stock is kept by the shop.',
      }),
    trackStock: z
      .enum(stockKinds, `must be one of ${stockKinds.join(', ')}`)
      .default('counted')
      .meta({
        title: 'Stock is',
        description:
          'counted: the shop counts its pieces. uncounted: it is always in stock, as what is made to order.',
      }),
    /** An editor's own rating; shown only while there are no reviews, never to search engines. */
    rating: z
      .number()
      .min(1)
      .max(5)
      .optional()
      .meta({
        title: 'Your own rating',
        description: 'From 1 to 5, shown only while there are no reviews. Best left empty.',
        options: { step: 0.1 },
      }),
    /** Left out, the product claims nothing: no filter for a skin type shows it, and My skin says nothing of it. */
    skinType: z.enum(skinChoices).optional().meta({ title: 'Made for' }),
    skinTypes: z
      .array(z.enum(skinTypes))
      .default([])
      .meta({
        title: 'Found under',
        description:
          'Skin types whose filter shows it. The one above must be among them; “For All Skin Types” needs all four.',
      }),
    /** Short claims for the card. The first says what the product does: narrow cards show it alone. */
    features: z
      .array(line(60))
      .max(5)
      .refine(([first = '']) => first.length <= cardLine, {
        path: [0],
        message: `must be at most ${cardLine} characters: small cards show it alone`,
      })
      .default([])
      .meta({
        title: 'Claims on the card',
        item: 'claim',
        description:
          'None to five, short. The first says in one line what the product does (45 characters at most): cards on a phone show it alone.',
      }),
    benefits: z
      .array(line(200))
      .max(12)
      .default([])
      .meta({ title: 'Benefits', item: 'benefit', description: 'Three to six are best.' }),
    keyIngredients: z
      .array(
        z.strictObject({
          name: line(60).meta({ title: 'Name' }),
          what: line(240).meta({ title: 'What it does' }),
        }),
      )
      .max(12)
      .default([])
      .meta({ title: 'Key ingredients', item: 'ingredient', description: 'Two to six are best.' }),
    /**
     * The whole INCI list, in descending order, as printed on the pack; of a kit by product
     * (domain/ingredients/inci-list.ts).
     * Left out where the shop does not have the whole list.
     */
    ingredients: text(6000)
      .optional()
      .meta({
        title: 'All ingredients',
        description:
          'The whole INCI list, in descending order, as printed on the pack. A name that has an entry in “Ingredients” is explained. Of a kit: name of the product, colon, its list, full stop, the next.',
      }),
    howToUse: z
      .array(line(300))
      .max(12)
      .default([])
      .meta({ title: 'How to use', item: 'step', description: 'Two to six steps are best.' }),
    /** How it is used in a routine; without it, the product is in none. */
    routine: productRoutine
      .optional()
      .meta({
        title: 'In a routine',
        description: 'How it is used. Must agree with “How to use”. Empty for a kit.',
      }),
    /** Ids of the products in a kit. */
    parts: z
      .array(itemId.meta({ refersTo: 'product' }))
      .min(2)
      .max(6)
      .optional()
      .meta({ title: 'What a kit holds', item: 'product', description: 'Only for kits.' }),
    faqs: z
      .array(
        z.strictObject({
          category: z.enum(faqCategories).meta({ title: 'Topic' }),
          question: line(160).meta({ title: 'Question' }),
          answer: line(700).meta({ title: 'Answer' }),
        }),
      )
      .default([])
      .meta({
        title: 'Questions and answers',
        item: 'question',
        description: 'None, or what people ask.',
        options: { summary: '{{fields.question}}' },
      }),
    /** Ids or addresses that it had before, here or in another shop: `/products/rose-mist`. They lead to its page. */
    aliases: z
      .array(
        line(200).regex(
          /^[^\s?#]+$/,
          'must be an earlier id or address without spaces, such as /products/rose-mist',
        ),
      )
      .default([])
      .meta({
        title: 'Earlier addresses',
        item: 'address',
        description:
          'Ids or addresses that it had before, here or in another shop, such as /products/rose-mist. They lead to this page.',
      }),
    /** With this many pieces or fewer, the desk shows it as running out and operators get an email. */
    lowStock: pieces
      .default(10)
      .meta({
        title: 'Running out at',
        description:
          'With this many pieces or fewer, the desk shows it, and operators get an email. Usually 10.',
      }),
    /** Months from manufacture, or a sentence where that is not enough. */
    bestBefore: optionalLine(120).meta({
      title: 'Best before',
      description: 'Months from manufacture, and after opening.',
    }),
    /** Where it differs from the shop's own (`content/store.yaml`). */
    manufacturer: line(240)
      .optional()
      .meta({ title: 'Manufacturer', description: 'Only where it is not the shop’s own.' }),
    countryOfOrigin: line(60)
      .optional()
      .meta({
        title: 'Country of origin',
        description:
          'Only where it is not the shop’s own: a name or code such as South Korea or KR; several with commas. Shoppers can filter and sort by it as soon as something is imported.',
      }),
    /** Of what is not made in India. */
    importer: line(240)
      .optional()
      .meta({
        title: 'Importer',
        description:
          'Only for what is not made in India: name and address of who imports it, where it is not the shop’s own importer.',
      }),
  })
  .superRefine((product, context) => {
    const { pictures, placeholder, price, originalPrice, options, variants } = product;
    const { skinType, skinTypes: found } = product;
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: field.split('.'), message });
    for (const { field, message } of variantMistakes(variants, { price, originalPrice, pictures, options }))
      refuse(field, message);
    if (!pictures.length && !placeholder)
      refuse('pictures', 'has none: add one, or choose the drawn picture (placeholder: true)');
    if (originalPrice !== undefined && price > originalPrice) refuse('price', 'must not be above the MRP');
    if (skinType === anySkin && found.length !== skinTypes.length)
      refuse('skinTypes', `must list all four skin types, since the skin type is "${anySkin}"`);
    if (skinType && skinType !== anySkin && !found.includes(skinType))
      refuse('skinTypes', `must contain the skin type "${skinType}"`);
  });

export type ProductContent = z.output<typeof productContent>;
