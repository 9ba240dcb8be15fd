/** What the ingredients of a product do, in one line. */
import type { IngredientContent } from './ingredient.ts';
import { functionVerbs, type IngredientFunction, ingredientFunctions } from './ingredient-constants.ts';

/** @property text `3 hydrate`, `1 brightens the look of skin` */
export type FunctionCount = { id: IngredientFunction; count: number; text: string };

/**
 * How many ingredients do what: each counts once, for the most important thing that it does, so the counts add up to
 * the number of ingredients. What skin notices comes first, what the formula needs last.
 */
export function countFunctions(ingredients: readonly Pick<IngredientContent, 'functions'>[]): FunctionCount[] {
  return ingredientFunctions.flatMap((id) => {
    const count = ingredients.filter(({ functions }) => functions[0] === id).length;
    const { one, many } = functionVerbs[id];
    return count ? [{ id, count, text: `${count} ${count === 1 ? one : many}` }] : [];
  });
}

/** What an ingredient does, as a sentence: `Brightens the look of skin, balances oil.` */
export function describeFunctions({ functions }: Pick<IngredientContent, 'functions'>): string {
  const text = functions.map((id) => functionVerbs[id].one).join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
