/**
 * The options of a product with several, such as colour and size: what can be chosen, and what a choice leads to
 * (docs/behaviour.md, "Sizes and shades"). Pages, cards of search engines, feed and import share it.
 */

/** What a variant has of an option. @property name of the option: `Colour` */
export type Choice = { name: string; value: string };

/** Names of options that schema.org and Google have a property for. */
const properties = {
  color: /\b(colou?rs?|shades?|tints?|hues?)\b/i,
  size: /\bsizes?\b/i,
  material: /\b(materials?|fabrics?)\b/i,
  pattern: /\b(patterns?|prints?)\b/i,
};
type Property = keyof typeof properties;

/** The property of schema.org that an option is by its name; undefined for any other option. */
export const propertyOf = (option: string): Property | undefined =>
  (Object.keys(properties) as Property[]).find((property) => properties[property].test(option));

/** What schema.org calls that in which variants without options differ. */
const kindProperties: Record<string, Property> = { size: 'size', shade: 'color' };

/**
 * What a size or shade is, for search engines: its choices, or else its name.
 * @returns each property at most once; a choice without one has the name of its option alone
 */
export function attributesOf({
  label,
  kind,
  choices,
}: {
  label: string | null;
  kind: string | null;
  choices: readonly Choice[];
}): (Choice & { property?: Property })[] {
  if (choices.length)
    return choices.map(({ name, value }, place) => {
      const property = propertyOf(name);
      const isFirst = choices.findIndex((one) => propertyOf(one.name) === property) === place;
      return { name, value, ...(property && isFirst && { property }) };
    });
  const property = kindProperties[kind ?? ''];
  return label && kind && property ? [{ name: kind, value: label, property }] : [];
}

/**
 * A variant as its pickers know it.
 * @property choices one value for each option of the product, in their order
 * @property isOut whether it cannot be bought now; left out while that is not known
 */
type Pickable = { choices: readonly string[]; isOut?: boolean };

/** Each value of an option once, in the order of content. @param option its position */
export const valuesOf = (all: readonly Pickable[], option: number): string[] => [
  ...new Set(all.map(({ choices }) => choices[option] ?? '')),
];

/**
 * The variants with a value of an option that agree with what is chosen of the options before it: a value without any cannot
 * be chosen. So each variant can be reached, one option after the other.
 * @param chosen the choices of the present variant @param option the position of the option
 */
export const variantsWith = <T extends Pickable>(
  all: readonly T[],
  chosen: readonly string[],
  option: number,
  value: string,
): T[] =>
  all.filter(
    ({ choices }) =>
      choices[option] === value && choices.slice(0, option).every((one, place) => one === chosen[place]),
  );

/**
 * The variant that a choice leads to: the one whose other choices stay as they are, or else the nearest. Of the options
 * behind the chosen one, an earlier one weighs more; of two that are as near, one in stock comes first, then the first in
 * content.
 * @returns undefined for a value that cannot be chosen
 */
export function chosenVariant<T extends Pickable>(
  all: readonly T[],
  chosen: readonly string[],
  option: number,
  value: string,
): T | undefined {
  const nearness = ({ choices, isOut }: T): number =>
    choices.reduce((sum, one, place) => sum * 2 + Number(place <= option || one === chosen[place]), 0) * 2 +
    Number(!isOut);
  return variantsWith(all, chosen, option, value).reduce<T | undefined>(
    (best, one) => (best && nearness(best) >= nearness(one) ? best : one),
    undefined,
  );
}

/** What makes a combination of choices another one: not its capitals. */
export const combinationOf = (choices: readonly string[]): string => JSON.stringify(choices).toLowerCase();
