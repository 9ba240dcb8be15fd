/** A product with three options and one with two, which no other test knows. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { productContent } from '#domain/catalogue/product-content.ts';
import { writeProduct } from './shop-copy.ts';

const swatches: Record<string, string> = { Red: '#a33b3b', Blue: '#3b5aa3', Sand: '#d9c6a5' };

/** What there is: not each size in each colour and fabric. */
const tees = [
  ...['S', 'M', 'L', 'XL'].flatMap((size) => [
    ['Red', size, 'Linen'],
    ['Red', size, 'Cotton'],
  ]),
  ...['M', 'L'].map((size) => ['Blue', size, 'Linen']),
  ['Sand', 'L', 'Cotton'],
  ['Sand', 'XL', 'Linen'],
];

const variantOf = (choices: string[], place: number) => ({
  ...(place && { id: choices.join('-').toLowerCase(), openingStock: 9 }),
  label: choices.join(' / '),
  choices,
  ...(swatches[choices[0] ?? ''] && { swatch: swatches[choices[0] ?? ''] }),
  ...(choices[0] === 'Blue' && { picture: '2.jpg' }),
  ...(choices[1] === 'XL' && { price: 599 }),
});

const common = {
  category: 'kit',
  brand: 'Ojas',
  description: 'Woven in Erode, washed soft.',
  openingStock: 9,
};
const pictures = ['1', '2'].map((name) => ({ file: `${name}.jpg` }));

export const tee = 'linen-tee';

/** Their front matter, by id. */
export const optionMatter = {
  [tee]: {
    ...common,
    name: 'Linen Tee',
    price: 499,
    originalPrice: 499,
    pictures,
    options: ['Colour', 'Size', 'Fabric'],
    variants: tees.map(variantOf),
  },
  'field-bag': {
    ...common,
    name: 'Field Bag',
    price: 1299,
    pictures,
    options: ['Scent', 'Size'],
    variants: [
      ['Neem', 'Small'],
      ['Neem', 'Large'],
      ['Rose', 'Large'],
    ].map(variantOf),
  },
};

/** Writes them into a copy's `content`. */
export function writeProductsWithOptions(content: string): void {
  for (const [id, matter] of Object.entries(optionMatter)) {
    writeProduct(content, id, matter);
    for (const { file } of pictures)
      cpSync(join(content, 'products', 'hydra-moisturizer', file), join(content, 'products', id, file));
  }
}

export const productsWithOptions = (): Map<string, ProductContent> =>
  new Map(Object.entries(optionMatter).map(([id, matter]) => [id, productContent.parse(matter)]));
