/** An ingredient as editors explain it: the front of `content/ingredients/<id>.yaml`. */
import * as z from 'zod';
import { line } from '#lib/content-fields.ts';
import { skinTypes } from '#lib/product-constants.ts';
import { freeFromGroups } from './free-from-groups.ts';
import { ingredientFunctions, ingredientOrigins } from './ingredient-constants.ts';

/** Where a statement comes from: enough to find it again. */
export const sourceContent = z.strictObject({
  /** The title of the paper, opinion or page, with its author or publisher. */
  title: line(200).meta({
    title: 'Title',
    description: 'Of the paper, opinion or page, with author or publisher.',
    widget: 'line',
  }),
  year: z.int().min(1900).max(2100).meta({ title: 'Year' }),
  /** An address that lasts, such as a DOI. */
  url: z
    .url('must be an address such as https://doi.org/10.1111/bjd.16918')
    .optional()
    .meta({ title: 'Address', description: 'One that lasts, such as a DOI.' }),
});

export const ingredientContent = z.strictObject({
  /** As our labels print it: `Niacinamide`, `Zinc Oxide (nano)`. */
  inci: line(80).meta({
    title: 'INCI name',
    description: 'As printed on our labels, with (nano) if it applies.',
  }),
  /** Other spellings of the same ingredient on labels: `Water` for `Aqua`. */
  synonyms: z
    .array(line(80))
    .default([])
    .meta({ title: 'Other names', item: 'name', description: 'Other spellings on labels.' }),
  /** In plain English: `Vitamin B3`. */
  name: line(60).meta({ title: 'Plain name', description: 'As a shopper would call it.' }),
  /** In Hindi, in Devanagari. */
  hindi: line(60).meta({ title: 'Hindi name', description: 'In Devanagari.' }),
  /** What it does in a product, the most important first. */
  functions: z
    .array(z.enum(ingredientFunctions))
    .min(1)
    .max(3)
    .meta({ title: 'What it does', item: 'function', description: 'Up to three, the most important first.' }),
  /** What it is, in one or two sentences. */
  what: line(300).meta({
    title: 'What it is',
    description: 'One or two sentences, without medical promises.',
  }),
  /** Why it is in our products. */
  why: line(240).meta({ title: 'Why it is in our products' }),
  /** How much cosmetics usually contain: `2 to 5%`. Left out where nobody publishes it. */
  usual: line(100)
    .optional()
    .meta({
      title: 'Usual amount',
      description: 'The usual amount in cosmetics, if it is published, such as 2 to 5%.',
    }),
  origin: z.enum(ingredientOrigins).meta({ title: 'Origin' }),
  /** What it is made from: `Glucose from maize, fermented`. */
  madeFrom: line(140).meta({ title: 'Made from', description: 'Such as: glucose from maize, fermented.' }),
  caution: line(240)
    .optional()
    .meta({ title: 'Caution', description: 'What a shopper should know before using it.' }),
  /** Skin that it suits in particular; none where it makes no difference. */
  suits: z
    .array(z.enum(skinTypes))
    .default([])
    .meta({ title: 'Especially good for', description: 'Leave empty if it makes no difference.' }),
  unsuitable: z
    .array(z.enum(skinTypes))
    .default([])
    .meta({ title: 'Be careful with', description: 'Skin types that may react to it.' }),
  /** Concerns of `content/search.yaml` that it is there for: `oiliness`, `marks`. */
  concerns: z
    .array(line(40).meta({ refersTo: 'concern', weight: 'advice' }))
    .default([])
    .meta({
      title: 'Concerns',
      item: 'concern',
      description: 'Short names of concerns from “Search words”, such as oiliness or marks.',
    }),
  /** Concerns of `content/search.yaml` that it may make worse: a rich oil `acne`, a clay `dryness`. */
  worsens: z
    .array(line(40).meta({ refersTo: 'concern', weight: 'advice' }))
    .default([])
    .meta({
      title: 'May make worse',
      item: 'concern',
      description:
        'Short names of concerns from “Search words”: My skin then says “think twice” to shoppers with one of them, with the caution above.',
    }),
  /** What to know in pregnancy and nursing; always ends with asking a doctor. */
  pregnancy: line(200).optional().meta({ title: 'In pregnancy', description: 'End with: ask your doctor.' }),
  /** One of the fragrance allergens that Regulation (EU) 2023/1545 wants named on a label. */
  allergen: z
    .boolean()
    .default(false)
    .meta({ title: 'Fragrance allergen', description: 'Turn on if Regulation (EU) 2023/1545 lists it.' }),
  /** Groups that shoppers want to avoid. Animal origin follows from `origin`. */
  groups: z
    .array(z.enum(freeFromGroups))
    .default([])
    .meta({
      title: 'Groups',
      description: 'What shoppers may want to avoid. Animal origin follows from the origin.',
    }),
  sources: z
    .array(sourceContent)
    .min(1, 'must name at least one source')
    .max(4)
    .meta({
      title: 'Sources',
      item: 'source',
      description: 'At least one. The page needs a source.',
      options: { summary: '{{fields.title}}, {{fields.year}}' },
    }),
});

export type IngredientContent = z.output<typeof ingredientContent>;
