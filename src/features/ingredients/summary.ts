/** What the ingredients of a product do, in one line. */

import type { IngredientContent } from '#domain/ingredients/ingredient.ts';
import {
  formulaFunctions,
  functionVerbs,
  type IngredientFunction,
  ingredientFunctions,
} from '#domain/ingredients/ingredient-constants.ts';
import { capitalized } from '#lib/capitalized.ts';

type Working = Pick<IngredientContent, 'functions'>;

const count = (ingredients: readonly Working[], ids: readonly IngredientFunction[]): string[] =>
  ids.flatMap((id) => {
    const { length } = ingredients.filter(({ functions: [first] }) => first === id);
    const { one, many } = functionVerbs[id];
    return length ? [`${length} ${length === 1 ? one : many}`] : [];
  });

/**
 * How many ingredients do what: `3 hydrate`, `1 brightens the look of skin`. Each counts once, for the most important
 * thing that it does, so the numbers add up to that of the ingredients.
 * @property skin what they do for skin @property formula what the others do in the product
 */
export const countFunctions = (ingredients: readonly Working[]): { skin: string[]; formula: string[] } => ({
  skin: count(
    ingredients,
    ingredientFunctions.filter((id) => !formulaFunctions.includes(id)),
  ),
  formula: count(ingredients, formulaFunctions),
});

/** What an ingredient does, as a sentence: `Brightens the look of skin, balances oil.` */
export function describeFunctions({ functions }: Working): string {
  return `${capitalized(functions.map((id) => functionVerbs[id].one).join(', '))}.`;
}
