/** An ingredient as editors explain it: the front of `content/ingredients/<id>.yaml`. */
import * as z from 'zod';
import { line } from '#lib/content-fields.ts';
import { skinTypes } from '#lib/product-constants.ts';
import { freeFromGroups } from './free-from-groups.ts';
import { ingredientFunctions, ingredientOrigins } from './ingredient-constants.ts';

/** Where a statement comes from: enough to find it again. */
export const sourceContent = z.strictObject({
  /** The title of the paper, opinion or page, with its author or publisher. */
  title: line(200),
  year: z.int().min(1900).max(2100),
  /** An address that lasts, such as a DOI. */
  url: z.url('must be an address such as https://doi.org/10.1111/bjd.16918').optional(),
});

export const ingredientContent = z.strictObject({
  /** As our labels print it: `Niacinamide`, `Zinc Oxide (nano)`. */
  inci: line(80),
  /** Other spellings of the same ingredient on labels: `Water` for `Aqua`. */
  synonyms: z.array(line(80)).default([]),
  /** In plain English: `Vitamin B3`. */
  name: line(60),
  /** In Hindi, in Devanagari. */
  hindi: line(60),
  /** What it does in a product, the most important first. */
  functions: z.array(z.enum(ingredientFunctions)).min(1).max(3),
  /** What it is, in one or two sentences. */
  what: line(300),
  /** Why it is in our products. */
  why: line(240),
  /** How much cosmetics usually contain: `2 to 5%`. Left out where nobody publishes it. */
  usual: line(100).optional(),
  origin: z.enum(ingredientOrigins),
  /** What it is made from: `Glucose from maize, fermented`. */
  madeFrom: line(140),
  caution: line(240).optional(),
  /** Skin that it suits in particular; none where it makes no difference. */
  suits: z.array(z.enum(skinTypes)).default([]),
  unsuitable: z.array(z.enum(skinTypes)).default([]),
  /** Concerns of `content/search.yaml` that it is there for: `oiliness`, `marks`. */
  concerns: z.array(line(40)).default([]),
  /** What to know in pregnancy and nursing; always ends with asking a doctor. */
  pregnancy: line(200).optional(),
  /** One of the fragrance allergens that Regulation (EU) 2023/1545 wants named on a label. */
  allergen: z.boolean().default(false),
  /** Groups that shoppers want to avoid. Animal origin follows from `origin`. */
  groups: z.array(z.enum(freeFromGroups)).default([]),
  sources: z.array(sourceContent).min(1, 'must name at least one source').max(4),
});

export type IngredientContent = z.output<typeof ingredientContent>;
