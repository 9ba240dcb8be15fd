/** Labels of `content/products/<id>/index.md`. */
import type { z } from 'zod';
import type { productContent } from '#features/catalogue/product.ts';
import type { Labels } from '../label-types.ts';
import { product, rupees } from '../widgets.ts';
import { usageLabels } from './routine.ts';
import { picture } from './shared.ts';

export const productLabels: Labels<z.input<typeof productContent>> = {
  pictures: {
    label: 'Pictures',
    one: 'picture',
    hint: 'The card shows the first one. Square, 1200 px or more, JPEG, PNG or WebP, at most 10 MB. Any other shape is cropped to a square around its centre.',
    as: { thumbnail: 'file', summary: '{{fields.alt}}' },
    fields: picture.fields,
  },
  name: {
    label: 'Name',
    hint: 'As on the pack. The page’s address is made from the first name, and does not change later.',
  },
  price: { label: 'Price', hint: 'What the shopper pays, in rupees, including GST.', as: rupees },
  originalPrice: {
    label: 'MRP',
    hint: 'In rupees, inclusive of all taxes. The price cannot be higher than the MRP. If it is lower, the shop shows the discount.',
    as: rupees,
  },
  category: { label: 'Category', hint: 'The group of the shop in which it is listed.' },
  commonName: {
    label: 'Common name',
    hint: 'What it is, as the law requires on the label, such as Face serum.',
  },
  brand: 'Brand',
  labelLine: { label: 'Line under the name', hint: 'The line under the name on the pack.' },
  description: {
    label: 'Description',
    hint: 'Two or three sentences for cards, the shop’s search and search engines.',
  },
  netQuantity: { label: 'Net quantity', hint: 'As on the label, such as 30 ml or 75 g.' },
  hsn: {
    label: 'HSN',
    hint: 'Six digits, one of the codes under “Tax”. For a kit, the code of its main item.',
  },
  unitCode: { label: 'Unit on invoices', hint: 'NOS for single pieces, SET for kits.' },
  volume: { label: 'Volume in ml', hint: 'Only for products sold by volume.' },
  spf: { label: 'SPF', hint: 'Only for sunscreen.' },
  bestseller: 'Bestseller',
  tags: {
    label: 'Tags for search',
    one: 'tag',
    hint: 'What it helps with, the most important first. Use short names from “Search words”, such as acne, night or gel.',
  },
  order: {
    label: 'Position in lists',
    hint: 'Small numbers come first. Leave gaps (10, 20, 30) for later products.',
  },
  openingStock: {
    label: 'Opening stock',
    hint: 'Number of pieces when the product first appears. It is used only once. Later, change the stock at the desk.',
  },
  rating: {
    label: 'Your own rating',
    hint: 'From 1 to 5, shown only while there are no reviews. It is best to leave this empty.',
    as: { step: 0.1 },
  },
  skinType: 'Made for',
  skinTypes: {
    label: 'Found under',
    hint: 'The product is listed when shoppers filter by these skin types. Include the one above. “For All Skin Types” needs all four.',
  },
  features: {
    label: 'Claims on the card',
    one: 'claim',
    hint: 'Two to five, short. The first one says what the product does, in at most 45 characters: on a phone, cards show only this one.',
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
    hint: 'The whole INCI list, in descending order, as printed on the pack. Each name needs an entry in “Ingredients”. For a kit, write each product’s name, a colon, its list and a full stop.',
  },
  howToUse: { label: 'How to use', one: 'step', hint: 'Two to six steps.' },
  routine: {
    label: 'In a routine',
    hint: 'How it is used in a routine. It must agree with “How to use”. Leave empty for a kit.',
    fields: {
      ...usageLabels,
      amount: {
        label: 'Amount for one use',
        hint: 'In millilitres or grams. A drop is 0.05 ml.',
        as: { step: 0.01 },
      },
    },
  },
  parts: { label: 'Products in the kit', one: 'product', each: product, hint: 'Only for kits.' },
  faqs: {
    label: 'Questions and answers',
    one: 'question',
    hint: 'Questions that people ask. This can be empty.',
    as: { summary: '{{fields.question}}' },
    fields: { category: 'Topic', question: 'Question', answer: 'Answer' },
  },
  lowStock: {
    label: 'Running out at',
    hint: 'When this many pieces or fewer are left, the desk shows it and operators get an email. Usually 10.',
  },
  bestBefore: { label: 'Best before', hint: 'In months from manufacture, and after opening.' },
  manufacturer: { label: 'Manufacturer', hint: 'Only if it differs from the shop’s own.' },
  countryOfOrigin: { label: 'Country of origin', hint: 'Only if it differs from the shop’s own.' },
};
