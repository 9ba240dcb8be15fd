/** Weights with their units. */
import { readNumber } from './values.ts';

const unitGrams: readonly (readonly [RegExp, number])[] = [
  [/^(g|gm|gms|gr|grams?)\.?$/i, 1],
  [/^(kg|kgs|kilos?|kilograms?)\.?$/i, 1000],
  [/^(mg|milligrams?)\.?$/i, 0.001],
  [/^(oz|ounces?)\.?$/i, 28.349523125],
  [/^(lbs?|pounds?)\.?$/i, 453.59237],
];

/** Grams of a unit of weight: `kg`, `lbs`; undefined for any other word. */
export const gramsOfUnit = (unit: string): number | undefined =>
  unitGrams.find(([name]) => name.test(unit.trim()))?.[1];

/**
 * A weight in whole grams: `250 g`, `0.5kg`, `8 oz`.
 * @param unit of a number without one; where it is not known, such a number is not read
 */
export function readGrams(cell: string, unit = ''): number | undefined {
  const [, number = '', own = ''] = /^([\d.,\s]+?)\s*([a-z]+\.?)?$/i.exec(cell.trim()) ?? [];
  const grams = (readNumber(number) ?? 0) * (gramsOfUnit(own || unit) ?? 0);
  return grams > 0 && grams < 1e7 ? Math.round(grams) || 1 : undefined;
}
