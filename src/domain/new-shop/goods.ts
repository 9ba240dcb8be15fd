/** What a new shop sells: its categories, with their codes and rates of GST, and the parts of the shop that suit it. */
import type { Drawing } from '#domain/catalogue/placeholder.ts';

type Category = {
  name: string;
  googleCategory: string;
  /** Where it is not the default of the goods. */
  hsn?: string;
  step?: string;
  drawing: Drawing;
};

type Rate = { hsn: string; description: string; percent: number };

/**
 * @property words for the goods, within a sentence @property categories by slug @property rates the default first
 * @property isCosmetic whether the policies about cosmetics are about them @property isForSkin whether My skin, the planner and the pages of ingredients are about such goods
 */
export type Goods = {
  words: string;
  categories: Readonly<Record<string, Category>>;
  rates: readonly [Rate, ...Rate[]];
  isCosmetic: boolean;
  isForSkin: boolean;
};

const care = 'Health & Beauty > Personal Care > Cosmetics';
const skin = `${care} > Skin Care`;
const hair = 'Health & Beauty > Personal Care > Hair Care';
const bath = `${care} > Bath & Body`;

const washes: Rate = {
  hsn: '340130',
  description: 'Organic surface-active products for washing the skin, liquid or cream, such as face wash',
  percent: 18,
};
const skinPreparations: Rate = {
  hsn: '330499',
  description: 'Beauty or make-up preparations and preparations for the care of the skin',
  percent: 18,
};

/** The kinds of goods that are prepared; any other words give one category. Rates: Notification 9/2025-Central Tax (Rate). */
export const preparedGoods = {
  'skin care': {
    words: 'skin care',
    isCosmetic: true,
    isForSkin: true,
    rates: [skinPreparations, washes],
    categories: {
      cleanser: { name: 'Cleansers', googleCategory: skin, hsn: '340130', step: 'cleanse', drawing: 'tube' },
      toner: { name: 'Toners', googleCategory: skin, step: 'tone', drawing: 'bottle' },
      serum: { name: 'Serums', googleCategory: skin, step: 'treat', drawing: 'dropper' },
      moisturizer: { name: 'Moisturisers', googleCategory: skin, step: 'moisturise', drawing: 'jar' },
      'face-oil': { name: 'Face oils', googleCategory: skin, step: 'oil', drawing: 'dropper' },
      mask: { name: 'Masks', googleCategory: skin, step: 'mask', drawing: 'jar' },
      sunscreen: { name: 'Sunscreens', googleCategory: skin, step: 'protect', drawing: 'tube' },
    },
  },
  'hair care': {
    words: 'hair care',
    isCosmetic: true,
    isForSkin: false,
    rates: [
      { hsn: '330590', description: 'Preparations for use on the hair: hair oil', percent: 5 },
      { hsn: '330510', description: 'Shampoos', percent: 5 },
    ],
    categories: {
      'hair-oil': { name: 'Hair oils', googleCategory: hair, drawing: 'bottle' },
      shampoo: { name: 'Shampoos', googleCategory: hair, hsn: '330510', drawing: 'pump' },
    },
  },
  'soaps and bath': {
    words: 'soaps and bath',
    isCosmetic: true,
    isForSkin: false,
    rates: [
      { hsn: '340111', description: 'Soap for toilet use, in bars, cakes or moulded pieces', percent: 5 },
      washes,
      { hsn: '330730', description: 'Perfumed bath salts and other bath preparations', percent: 18 },
    ],
    categories: {
      soap: { name: 'Soaps', googleCategory: `${bath} > Bar Soap`, drawing: 'box' },
      'body-wash': {
        name: 'Body washes',
        googleCategory: `${bath} > Body Wash`,
        hsn: '340130',
        drawing: 'pump',
      },
      'bath-salt': { name: 'Bath salts', googleCategory: bath, hsn: '330730', drawing: 'jar' },
    },
  },
} as const satisfies Record<string, Goods>;

/** What is sold, in words of its owner. Code and rate are those of cosmetics until a tax adviser has said others. */
const otherGoods = (words: string, slug: string): Goods => ({
  words,
  isCosmetic: false,
  isForSkin: false,
  rates: [
    { ...skinPreparations, description: 'To be replaced: the code of cosmetics, until yours is entered' },
  ],
  categories: {
    [slug]: {
      name: words.charAt(0).toUpperCase() + words.slice(1),
      googleCategory: 'Health & Beauty > Personal Care',
      drawing: 'leaves',
    },
  },
});

/** @param slug of a category of these words */
export const goodsOf = (words: string, slug: string): Goods =>
  Object.entries<Goods>(preparedGoods).find(([name]) => name === words.toLowerCase())?.[1] ??
  otherGoods(words, slug);
