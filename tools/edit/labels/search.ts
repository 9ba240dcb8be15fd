/** Labels of `content/search.yaml`. */
import type { z } from 'zod';
import type { searchContent } from '#features/search/search-content.ts';
import type { Labels } from '../label-types.ts';
import { line } from '../widgets.ts';

const words = 'Words and phrases with commas between them.';
const scripts = {
  english: { label: 'English', hint: words, as: line },
  hindi: { label: 'Hindi', hint: `In Devanagari. ${words}`, as: line },
  hinglish: {
    label: 'Hindi in Latin letters',
    hint: 'One spelling is enough where others sound alike: rukhi also finds rookhi.',
    as: line,
  },
} as const;
const named = {
  id: { label: 'Short name', hint: 'Products use it in their tags. Do not change it later.', as: line },
  label: { label: 'Name', hint: 'As shoppers see it above the results.', as: line },
  ...scripts,
  note: {
    label: 'Note',
    hint: 'A sentence that is shown with the results, if there is something to say.',
    as: line,
  },
} as const;
const group = { as: { summary: '{{fields.label}}' }, one: 'meaning' } as const;
const menu = {
  label: 'In menus',
  hint: 'As menu, footer and the chips above the collection call it: Serums. Leave it empty to keep it out.',
  as: line,
} as const;
const tagged = { ...group, fields: named } as const;
const inci = {
  label: 'INCI names',
  one: 'name',
  hint: 'As they begin in the list of ingredients: Ceramide.',
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
        hint: 'As the filter “With” calls it: Salicylic acid (BHA). Leave it empty to keep it out of its first group.',
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
    hint: 'Products are free of it when their INCI list has none of these names.',
    ...group,
    fields: {
      ...named,
      inci,
      except: { ...inci, label: 'Names that do not count' },
      already: { label: 'Words that say it alone', hint: `Such as vegan or unscented. ${words}`, as: line },
    },
  },
  services: {
    label: 'Help pages',
    hint: 'What people look for in a search box that is no product: one card leads to its page. Of two, the first counts.',
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
    hint: 'Nothing is shown for these words.',
    fields: scripts,
  },
  grammar: {
    label: 'Other words',
    hint: words,
    fields: {
      best: { label: 'Best', as: line },
      cheap: { label: 'Cheap', as: line },
      without: { label: 'Without (before a word)', as: line },
      freeOf: { label: 'Free (behind a word)', as: line },
      under: { label: 'Under (before an amount)', as: line },
      underAfter: { label: 'Under (behind an amount)', as: line },
      above: { label: 'Above (before an amount)', as: line },
      aboveAfter: { label: 'Above (behind an amount)', as: line },
      between: { label: 'Between two amounts', as: line },
      currency: { label: 'Currency', as: line },
      filler: { label: 'Words that say nothing', as: line },
    },
  },
};
