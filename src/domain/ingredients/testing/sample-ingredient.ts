/** Ingredients for unit tests. */
import { type IngredientContent, ingredientContent } from '../ingredient.ts';

/** An ingredient with no more than it needs. */
export const sampleIngredient = (inci: string, more: object = {}): IngredientContent =>
  ingredientContent.parse({
    inci,
    name: inci,
    hindi: 'पानी',
    functions: ['hydrate'],
    what: 'A liquid.',
    why: 'It is wet.',
    origin: 'plant',
    madeFrom: 'Plants',
    sources: [{ title: 'A book', year: 2020 }],
    ...more,
  });
