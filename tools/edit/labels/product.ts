/** Labels of `content/products/<id>/index.md`. */
import type { z } from 'zod';
import type { productContent } from '#domain/catalogue/product.ts';
import type { Labels } from '../label-types.ts';
import { product, rupees } from '../widgets.ts';
import { usageLabels } from './routine.ts';
import { picture } from './shared.ts';

export const productLabels: Labels<z.input<typeof productContent>> = {
  pictures: {
    label: 'Pictures',
    one: 'picture',
    hint: 'The first one is on the card. Square, 1200 px or more: JPEG, PNG or WebP of at most 10 MB. The shop cuts any other shape to a square around its centre.',
    as: { thumbnail: 'file', summary: '{{fields.alt}}' },
    fields: picture.fields,
  },
  name: {
    label: 'Name',
    hint: 'As on the pack. The address of the page is made from the first name and then stays.',
  },
  price: { label: 'Price', hint: 'In rupees, GST included. What the shopper pays.', as: rupees },
  originalPrice: {
    label: 'MRP',
    hint: 'In rupees, inclusive of all taxes. The price may not be above it; where it is below, the shop shows the discount.',
    as: rupees,
  },
  category: { label: 'Category', hint: 'On which shelf it stands.' },
  commonName: {
    label: 'Common name',
    hint: 'What it is in plain words, as the law wants it on the label: Face serum.',
  },
  brand: 'Brand',
  labelLine: { label: 'Line under the name', hint: 'The small print under the name on the pack.' },
  description: {
    label: 'Description',
    hint: 'Two or three sentences: on cards, in search, and at search engines.',
  },
  netQuantity: { label: 'Net quantity', hint: 'As the label says it: 30 ml, 75 g.' },
  hsn: { label: 'HSN', hint: 'Six digits, one of those under “Tax”. For a kit: that of its principal item.' },
  unitCode: { label: 'Unit on invoices', hint: 'NOS for single pieces, SET for kits.' },
  volume: { label: 'Volume in ml', hint: 'Only for what is sold by volume.' },
  spf: { label: 'SPF', hint: 'Only for sunscreen.' },
  bestseller: 'Bestseller',
  tags: {
    label: 'Tags for search',
    one: 'tag',
    hint: 'What it is good for, the strongest first: names from “Search words”, such as acne, night or gel.',
  },
  order: {
    label: 'Place on the shelf',
    hint: 'Small numbers come first. Leave gaps (10, 20, 30) for later products.',
  },
  openingStock: {
    label: 'Opening stock',
    hint: 'Pieces, when the product appears for the first time. It never counts again: later stock is kept by the shop.',
  },
  rating: {
    label: 'Your own rating',
    hint: 'From 1 to 5, shown only while there are no reviews. Best left empty.',
    as: { step: 0.1 },
  },
  skinType: 'Made for',
  skinTypes: {
    label: 'Found under',
    hint: 'Skin types whose filter shows it. The one above must be among them; “For All Skin Types” needs all four.',
  },
  features: {
    label: 'Claims on the card',
    one: 'claim',
    hint: 'Two to five, short. The first says in one line what the product does (45 characters at most): cards on a phone show it alone.',
  },
  benefits: { label: 'Benefits', one: 'benefit', hint: 'Three to six.' },
  keyIngredients: {
    label: 'Key ingredients',
    one: 'ingredient',
    hint: 'Two to six.',
    fields: { name: 'Name', what: 'What it does' },
  },
  ingredients: {
    label: 'All ingredients',
    hint: 'The whole INCI list, in descending order, as printed on the pack. Each name needs an entry in “Ingredients”. Of a kit: name of the product, colon, its list, full stop, the next.',
  },
  howToUse: { label: 'How to use', one: 'step', hint: 'Two to six steps.' },
  routine: {
    label: 'In a routine',
    hint: 'How it is used. Must agree with “How to use”. Empty for a kit.',
    fields: {
      ...usageLabels,
      amount: {
        label: 'Amount for one use',
        hint: 'Millilitres or grams: a drop is 0.05 ml.',
        as: { step: 0.01 },
      },
    },
  },
  parts: { label: 'What a kit holds', one: 'product', each: product, hint: 'Only for kits.' },
  faqs: {
    label: 'Questions and answers',
    one: 'question',
    hint: 'None, or what people ask.',
    as: { summary: '{{fields.question}}' },
    fields: { category: 'Topic', question: 'Question', answer: 'Answer' },
  },
  lowStock: {
    label: 'Running out at',
    hint: 'With this many pieces or fewer, the desk shows it, and operators get an email. Usually 10.',
  },
  bestBefore: { label: 'Best before', hint: 'Months from manufacture, and after opening.' },
  manufacturer: { label: 'Manufacturer', hint: 'Only where it is not the shop’s own.' },
  countryOfOrigin: { label: 'Country of origin', hint: 'Only where it is not the shop’s own.' },
};
