/** Labels of `content/search.yaml`. */
import type { z } from 'zod';
import type { searchContent } from '#domain/search/search-content.ts';
import type { Labels } from '../label-types.ts';
import { line } from '../widgets.ts';

const words = 'Words and phrases, separated by commas.';
const scripts = {
  english: { label: 'English', hint: words, as: line },
  hindi: { label: 'Hindi', hint: `In Devanagari. ${words}`, as: line },
  hinglish: {
    label: 'Hindi in Latin letters',
    hint: 'One spelling is enough if the others sound the same: rukhi also finds rookhi.',
    as: line,
  },
} as const;
const named = {
  id: { label: 'Short name', hint: 'Products use it in their tags. Do not change it later.', as: line },
  label: { label: 'Name', hint: 'As shown to shoppers above the results.', as: line },
  ...scripts,
  note: { label: 'Note', hint: 'A sentence shown with the results. This can be empty.', as: line },
} as const;
const group = { as: { summary: '{{fields.label}}' }, one: 'meaning' } as const;
const menu = {
  label: 'In menus',
  hint: 'The name in the menu, the footer and the chips above the collection, such as Serums. Leave empty to leave it out.',
  as: line,
} as const;
const tagged = { ...group, fields: named } as const;
const inci = {
  label: 'INCI names',
  one: 'name',
  hint: 'How the names begin in the list of ingredients, such as Ceramide.',
  each: line,
} as const;

export const searchLabels: Labels<z.input<typeof searchContent>> = {
  concerns: {
    label: 'Concerns',
    hint: 'Products name them in their tags.',
    ...group,
    fields: { ...named, menu },
  },
  textures: { label: 'Textures', ...tagged },
  times: { label: 'Times of day', ...tagged },
  seasons: { label: 'Seasons', ...tagged },
  audiences: { label: 'For whom', ...tagged },
  ingredients: {
    label: 'Ingredients',
    ...group,
    fields: {
      ...named,
      menu: {
        ...menu,
        hint: 'The name in the filter “With”, such as Salicylic acid (BHA). Leave empty to leave it out of the first group.',
      },
      inci,
    },
  },
  types: {
    label: 'Types of product',
    ...group,
    fields: { ...named, menu, categories: { label: 'Categories', one: 'category' } },
  },
  skins: {
    label: 'Skin types',
    ...group,
    fields: {
      ...named,
      skin: 'Skin type',
      concern: { label: 'Concern', hint: 'Products with this tag come first.', as: line },
    },
  },
  freeFrom: {
    label: 'Free from',
    hint: 'A product is free from it if its INCI list has none of these names.',
    ...group,
    fields: {
      ...named,
      inci,
      except: { ...inci, label: 'Names that do not count' },
      already: {
        label: 'Words that mean it by themselves',
        hint: `Such as vegan or unscented. ${words}`,
        as: line,
      },
    },
  },
  services: {
    label: 'Help pages',
    hint: 'For searches that are not about a product, such as tracking: a card leads to the page. If two match, the first one is shown.',
    as: { summary: '{{fields.title}}' },
    one: 'page',
    fields: {
      id: { label: 'Short name', as: line },
      title: { label: 'Title', as: line },
      text: { label: 'Text', as: line },
      link: { label: 'Leads to', hint: 'An address of the shop, such as /track.', as: line },
      ...scripts,
    },
  },
  notSold: {
    label: 'What the shop does not sell',
    hint: 'Searches with these words find no product.',
    fields: scripts,
  },
  grammar: {
    label: 'Other words',
    hint: words,
    fields: {
      best: { label: 'Best', as: line },
      cheap: { label: 'Cheap', as: line },
      without: { label: 'Without (before a word)', as: line },
      freeOf: { label: 'Free (after a word)', as: line },
      under: { label: 'Under (before an amount)', as: line },
      underAfter: { label: 'Under (after an amount)', as: line },
      above: { label: 'Above (before an amount)', as: line },
      aboveAfter: { label: 'Above (after an amount)', as: line },
      between: { label: 'Between two amounts', as: line },
      currency: { label: 'Currency', as: line },
      filler: { label: 'Words without a meaning', as: line },
    },
  },
};
