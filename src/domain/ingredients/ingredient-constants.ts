/** Constants of ingredients that scripts of pages need: not beside the schema, which would bring zod to the page. */

import type { FreeFromGroup } from './free-from-groups.ts';

/** What an ingredient does, with the words of the summary on a product's page: "3 hydrate, 2 brighten". */
export const functionVerbs = {
  hydrate: { one: 'hydrates', many: 'hydrate' },
  moisturise: { one: 'softens', many: 'soften' },
  brighten: { one: 'brightens the look of skin', many: 'brighten the look of skin' },
  balance: { one: 'balances oil', many: 'balance oil' },
  exfoliate: { one: 'exfoliates', many: 'exfoliate' },
  smooth: { one: 'smooths the look of lines', many: 'smooth the look of lines' },
  soothe: { one: 'soothes', many: 'soothe' },
  barrier: { one: 'supports the skin’s barrier', many: 'support the skin’s barrier' },
  protect: { one: 'filters UV', many: 'filter UV' },
  antioxidant: { one: 'is an antioxidant', many: 'are antioxidants' },
  cleanse: { one: 'cleanses', many: 'cleanse' },
  absorb: { one: 'absorbs oil', many: 'absorb oil' },
  texture: { one: 'gives texture', many: 'give texture' },
  blend: { one: 'keeps oil and water together', many: 'keep oil and water together' },
  solvent: { one: 'dissolves the others', many: 'dissolve the others' },
  preserve: { one: 'keeps the product from spoiling', many: 'keep the product from spoiling' },
  stabilise: { one: 'keeps the formula stable', many: 'keep the formula stable' },
  scent: { one: 'scents', many: 'scent' },
  colour: { one: 'colours', many: 'colour' },
} as const;
export type IngredientFunction = keyof typeof functionVerbs;
/** Functions that the formula needs; the others are for skin. */
export const formulaFunctions: readonly IngredientFunction[] = [
  'texture',
  'blend',
  'solvent',
  'preserve',
  'stabilise',
  'scent',
  'colour',
];
export const ingredientFunctions = Object.keys(functionVerbs) as IngredientFunction[];

/** Origins with their labels. */
export const originLabels = {
  water: 'Water',
  plant: 'From plants',
  mineral: 'From minerals',
  fermented: 'Fermented',
  synthetic: 'Synthetic',
  animal: 'From animals',
} as const;
export const ingredientOrigins = Object.keys(originLabels) as (keyof typeof originLabels)[];

/** Labels of the groups that shoppers avoid. */
export const freeFromLabels: Record<FreeFromGroup, string> = {
  fragrance: 'fragrance',
  'essential-oils': 'essential oils',
  'drying-alcohol': 'drying alcohol',
  silicones: 'silicones',
  animal: 'animal origin',
};
