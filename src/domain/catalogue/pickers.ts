/** The pickers of a product: one for each of its options, or one list of its sizes and shades. */
import { propertyOf, valuesOf } from './options.ts';

/** A variant as its pickers draw it. @property choices one value for each option of the product, in their order */
type DrawnVariant = { kind: string | null; choices: readonly string[]; swatch?: string | null | undefined };

/** @property option its position among the options @property values each once, with its colour where it has one */
type OptionPicker = { name: string; option: number; values: { value: string; swatch: string | undefined }[] };

/** With more choices than this, and on a phone, a swatch stands without its name, which is above while it is chosen. */
export const mostNamed = 8;

/** What one list of these variants is called. */
export function titleOf(variants: readonly Pick<DrawnVariant, 'kind'>[]): string {
  const kinds = new Set(variants.map(({ kind }) => kind));
  return kinds.size > 1 ? 'Choice' : kinds.has('shade') ? 'Shade' : 'Size';
}

/**
 * A picker for each option with something to choose. @param options names of the options
 * @returns empty where one list has all variants
 */
export function optionPickers(options: readonly string[], variants: readonly DrawnVariant[]): OptionPicker[] {
  /** The swatches of what has a value of an option. */
  const swatchesOf = (option: number, value: string) =>
    new Set(variants.filter(({ choices }) => choices[option] === value).map(({ swatch }) => swatch));
  const colour = options.findIndex((name) => propertyOf(name) === 'color');
  /** The option that has the swatches: the colour, or one of whose values each has one. */
  const shaded =
    colour < 0
      ? options.findIndex((_, option) =>
          valuesOf(variants, option).every((value) => swatchesOf(option, value).size === 1),
        )
      : colour;
  const swatchOf = (option: number, value: string): string | undefined => {
    const [swatch, ...others] = option === shaded ? swatchesOf(option, value) : [];
    return others.length ? undefined : (swatch ?? undefined);
  };
  return options
    .map((name, option) => ({
      name,
      option,
      values: valuesOf(variants, option).map((value) => ({ value, swatch: swatchOf(option, value) })),
    }))
    .filter(({ values }) => values.length > 1);
}
