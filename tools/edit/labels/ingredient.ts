/** Labels of ingredients. */
import type { z } from 'zod';
import type { ingredientContent } from '#features/ingredients/ingredient.ts';
import type { Labels } from '../label-types.ts';
import { sourceFields, sourceSummary } from './shared.ts';

export const ingredientLabels: Labels<z.input<typeof ingredientContent>> = {
  inci: { label: 'INCI name', hint: 'As our labels print it, with (nano) where it is.' },
  synonyms: { label: 'Other names', one: 'name', hint: 'Other spellings of it on labels.' },
  name: { label: 'Plain name', hint: 'As a shopper would call it.' },
  hindi: { label: 'Hindi name', hint: 'In Devanagari.' },
  functions: { label: 'What it does', one: 'function', hint: 'Up to three, the most important first.' },
  what: { label: 'What it is', hint: 'One or two sentences, without medical promises.' },
  why: { label: 'Why it is in our products' },
  usual: {
    label: 'Usual amount',
    hint: 'How much cosmetics usually contain, where that is published: 2 to 5%.',
  },
  origin: { label: 'Origin' },
  madeFrom: { label: 'Made from', hint: 'Such as: glucose from maize, fermented.' },
  caution: { label: 'Caution', hint: 'What a shopper should know before using it.' },
  suits: { label: 'Suits in particular', hint: 'Empty where it makes no difference.' },
  unsuitable: { label: 'Think twice with', hint: 'Skin that may not like it.' },
  concerns: {
    label: 'Concerns',
    one: 'concern',
    hint: 'Ids of concerns in the search words: oiliness, marks.',
  },
  pregnancy: { label: 'In pregnancy', hint: 'Ends with: ask your doctor.' },
  allergen: { label: 'Fragrance allergen', hint: 'On when Regulation (EU) 2023/1545 names it.' },
  groups: {
    label: 'Groups',
    hint: 'What shoppers may want to avoid. Animal origin follows from the origin.',
  },
  sources: {
    label: 'Sources',
    one: 'source',
    hint: 'At least one: no page without it.',
    as: sourceSummary,
    fields: sourceFields,
  },
};
