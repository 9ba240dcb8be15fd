/** Labels of ingredients. */
import type { z } from 'zod';
import type { ingredientContent } from '#domain/ingredients/ingredient.ts';
import type { Labels } from '../label-types.ts';
import { sourceFields, sourceSummary } from './shared.ts';

export const ingredientLabels: Labels<z.input<typeof ingredientContent>> = {
  inci: { label: 'INCI name', hint: 'As printed on our labels, with (nano) if it applies.' },
  synonyms: { label: 'Other names', one: 'name', hint: 'Other spellings on labels.' },
  name: { label: 'Plain name', hint: 'As a shopper would call it.' },
  hindi: { label: 'Hindi name', hint: 'In Devanagari.' },
  functions: { label: 'What it does', one: 'function', hint: 'Up to three, the most important first.' },
  what: { label: 'What it is', hint: 'One or two sentences, without medical promises.' },
  why: { label: 'Why it is in our products' },
  usual: {
    label: 'Usual amount',
    hint: 'The usual amount in cosmetics, if it is published, such as 2 to 5%.',
  },
  origin: { label: 'Origin' },
  madeFrom: { label: 'Made from', hint: 'Such as: glucose from maize, fermented.' },
  caution: { label: 'Caution', hint: 'What a shopper should know before using it.' },
  suits: { label: 'Especially good for', hint: 'Leave empty if it makes no difference.' },
  unsuitable: { label: 'Be careful with', hint: 'Skin types that may react to it.' },
  concerns: {
    label: 'Concerns',
    one: 'concern',
    hint: 'Short names of concerns from “Search words”, such as oiliness or marks.',
  },
  pregnancy: { label: 'In pregnancy', hint: 'End with: ask your doctor.' },
  allergen: { label: 'Fragrance allergen', hint: 'Turn on if Regulation (EU) 2023/1545 lists it.' },
  groups: {
    label: 'Groups',
    hint: 'What shoppers may want to avoid. Animal origin follows from the origin.',
  },
  sources: {
    label: 'Sources',
    one: 'source',
    hint: 'At least one. The page needs a source.',
    as: sourceSummary,
    fields: sourceFields,
  },
};
