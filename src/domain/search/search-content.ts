/** The schema of `content/search.yaml`: what shoppers type, and what it means (docs/search.md). */
import * as z from 'zod';
import { hyphenated } from '#domain/catalogue/product-id.ts';
import { line, pagePath } from '#lib/content-fields.ts';
import { skinTypes } from '#lib/product-constants.ts';

/** Words and phrases in one line, separated by commas. */
const words = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^[^\n\r]*$/, 'must be a single line')
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  );

const id = hyphenated.max(40);

const named = {
  id: id.meta({ title: 'Short name', description: 'Products use it in their tags. Do not change it later.' }),
  /** As the shop shows it: `Dark spots`. */
  label: line(40).meta({ title: 'Name', description: 'As shown to shoppers above the results.' }),
  english: words.meta({
    title: 'English',
    description: 'Words and phrases, separated by commas.',
    widget: 'line',
  }),
  hindi: words.meta({
    title: 'Hindi',
    description: 'In Devanagari. Words and phrases, separated by commas.',
    widget: 'line',
  }),
  /** Hindi in Latin letters. One spelling is enough where the others sound alike. */
  hinglish: words.meta({
    title: 'Hindi in Latin letters',
    description: 'One spelling is enough if the others sound the same: rukhi also finds rookhi.',
    widget: 'line',
  }),
  /** A sentence that is shown with the results. */
  note: line(200)
    .optional()
    .meta({
      title: 'Note',
      description: 'A sentence shown with the results. This can be empty.',
      widget: 'line',
    }),
};

/** Names of the INCI list, from their beginning: `Niacinamide`, `Ceramide`. */
const inci = z.array(line(80)).min(1);

export const searchContent = z.strictObject({
  /** Those that find no product are left out in the build. */
  popular: z
    .array(line(40))
    .max(8)
    .default([])
    .meta({
      title: 'Popular searches',
      item: 'search',
      description:
        'What an empty search box suggests, in any script, the most popular first. One that finds no product is not shown.',
    }),
  /** Products name them in their `tags`. */
  concerns: z
    .array(
      z.strictObject({
        ...named,
        menu: line(24)
          .optional()
          .meta({
            title: 'In menus',
            description:
              'The name in the menu, the footer and the chips above the collection, such as Dark spots. Leave empty to leave it out.',
          }),
        /** `oil`, of oily skin: "oil control" and "tel kam karne wala" ask for it, not for an oil. */
        lessOf: words.meta({
          title: 'Too much of',
          description:
            'What somebody with this concern wants less of, in any script, such as oil: words for it with “Less” under “Other words” mean the concern. Mostly empty.',
          widget: 'line',
        }),
      }),
    )
    .meta({
      title: 'Concerns',
      item: 'meaning',
      description: 'Products name them in their tags.',
      options: { summary: '{{fields.label}}' },
    }),
  textures: z
    .array(z.strictObject(named))
    .meta({ title: 'Textures', item: 'meaning', options: { summary: '{{fields.label}}' } }),
  times: z
    .array(z.strictObject(named))
    .meta({ title: 'Times of day', item: 'meaning', options: { summary: '{{fields.label}}' } }),
  seasons: z
    .array(z.strictObject(named))
    .meta({ title: 'Seasons', item: 'meaning', options: { summary: '{{fields.label}}' } }),
  audiences: z
    .array(z.strictObject(named))
    .meta({ title: 'For whom', item: 'meaning', options: { summary: '{{fields.label}}' } }),
  /** Products have it when their INCI list does. */
  ingredients: z
    .array(
      z.strictObject({
        ...named,
        menu: line(40)
          .optional()
          .meta({
            title: 'In menus',
            description:
              'The name in the filter “With”, such as Salicylic acid (BHA). The filter lists the first fifteen that products contain. Leave empty to leave it out.',
          }),
        inci: inci.meta({
          title: 'INCI names',
          item: 'name',
          description: 'How the names begin in the list of ingredients, such as Ceramide.',
        }),
      }),
    )
    .meta({ title: 'Ingredients', item: 'meaning', options: { summary: '{{fields.label}}' } }),
  types: z
    .array(
      z.strictObject({
        ...named,
        categories: z
          .array(line(40).meta({ refersTo: 'category', weight: 'advice' }))
          .min(1)
          .meta({
            title: 'Categories',
            item: 'category',
            description: 'Whose products the words find: those under “Categories”.',
          }),
      }),
    )
    .meta({ title: 'Types of product', item: 'meaning', options: { summary: '{{fields.label}}' } }),
  /** Products that name the concern in their tags come first. */
  skins: z
    .array(
      z.strictObject({
        ...named,
        skin: z.enum(skinTypes).meta({ title: 'Skin type' }),
        concern: id
          .optional()
          .meta({ title: 'Concern', description: 'Products with this tag come first.', refersTo: 'concern' }),
      }),
    )
    .meta({ title: 'Skin types', item: 'meaning', options: { summary: '{{fields.label}}' } }),
  /** What products can be free of: none of these names is in the INCI list. */
  freeFrom: z
    .array(
      z.strictObject({
        ...named,
        inci: inci.meta({
          title: 'INCI names',
          item: 'name',
          description: 'How the names begin in the list of ingredients, such as Ceramide.',
        }),
        /** Names that begin alike and do not count: fatty alcohols are not alcohol. */
        except: z
          .array(line(80))
          .optional()
          .meta({
            title: 'Names that do not count',
            item: 'name',
            description: 'How the names begin in the list of ingredients, such as Ceramide.',
          }),
        /** Words that say "free of it" without another word: `vegan`, `unscented`. */
        already: words.meta({
          title: 'Words that mean it by themselves',
          description: 'Such as vegan or unscented. Words and phrases, separated by commas.',
          widget: 'line',
        }),
      }),
    )
    .meta({
      title: 'Free from',
      item: 'meaning',
      description: 'A product is free from it if its INCI list has none of these names.',
      options: { summary: '{{fields.label}}' },
    }),
  /**
   * What people look for in a search box that is no product: one card leads to its page. If a text names two, the first
   * counts.
   */
  services: z
    .array(
      z.strictObject({
        id: id.meta({ title: 'Short name' }),
        title: line(40).meta({ title: 'Title' }),
        text: line(160).meta({ title: 'Text', widget: 'line' }),
        link: pagePath.meta({ title: 'Leads to', description: 'An address of the shop, such as /track.' }),
        english: words.meta({
          title: 'English',
          description: 'Words and phrases, separated by commas.',
          widget: 'line',
        }),
        hindi: words.meta({
          title: 'Hindi',
          description: 'In Devanagari. Words and phrases, separated by commas.',
          widget: 'line',
        }),
        hinglish: words.meta({
          title: 'Hindi in Latin letters',
          description: 'One spelling is enough if the others sound the same: rukhi also finds rookhi.',
          widget: 'line',
        }),
      }),
    )
    .meta({
      title: 'Help pages',
      item: 'page',
      description:
        'For searches that are not about a product, such as tracking: a card leads to the page. If two match, the first one is shown.',
      options: { summary: '{{fields.title}}' },
    }),
  /** Kinds that are no category. One that a product's name or category has is found; the others are not sold. */
  kinds: z
    .array(z.strictObject(named))
    .meta({
      title: 'Other kinds of product',
      item: 'kind',
      description:
        'The shop sells a kind if the name or the category of a product has its words. Searches for all others find no product.',
      options: { summary: '{{fields.label}}' },
    }),
  grammar: z
    .strictObject({
      best: words.meta({ title: 'Best', widget: 'line' }),
      cheap: words.meta({ title: 'Cheap', widget: 'line' }),
      /** Before what is not wanted: `without`. */
      without: words.meta({ title: 'Without (before a word)', widget: 'line' }),
      /** Behind what is not wanted: `free`. */
      freeOf: words.meta({ title: 'Free (after a word)', widget: 'line' }),
      /** Beside what somebody wants less of: `control`, `kam`. */
      less: words.meta({ title: 'Less (before or after a word)', widget: 'line' }),
      /** Before an amount, and behind it: `under 500`, `500 tak`. */
      under: words.meta({ title: 'Under (before an amount)', widget: 'line' }),
      underAfter: words.meta({ title: 'Under (after an amount)', widget: 'line' }),
      above: words.meta({ title: 'Above (before an amount)', widget: 'line' }),
      aboveAfter: words.meta({ title: 'Above (after an amount)', widget: 'line' }),
      /** Between two amounts, and before both: `300 to 600`. */
      between: words.meta({ title: 'Between two amounts', widget: 'line' }),
      currency: words.meta({ title: 'Currency', widget: 'line' }),
      /** Words that say nothing about a product. */
      filler: words.meta({ title: 'Words without a meaning', widget: 'line' }),
    })
    .meta({ title: 'Other words', description: 'Words and phrases, separated by commas.' }),
});

export type SearchContent = z.output<typeof searchContent>;

/** The groups whose concepts a product's `tags` may name. */
export const tagGroups = ['concerns', 'textures', 'times', 'seasons', 'audiences'] as const;
