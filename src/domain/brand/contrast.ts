/** Contrast of colours (WCAG 2.2, 1.4.3 and 1.4.11). A colour is written as `#1d3327`. */

/** A channel of sRGB as linear light, 0 to 1. */
const linear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

/** The relative luminance of a colour, 0 to 1. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The least contrast of texts, and of large texts and the edges of fields. */
const least = { text: 4.5, control: 3 } as const;

/** A colour, and the grounds on which it stands. */
export type Pairing<Name> = { front: Name; use: keyof typeof least; grounds: readonly Name[] };

/** A colour that is too near to a ground on which it stands. */
export type Faint<Name> = { front: Name; ground: Name; contrast: number; least: number };

/** The colours that cannot be told from their grounds well enough. @param colours by name */
export const faintColours = <Name extends string>(
  colours: Readonly<Record<Name, string>>,
  pairings: readonly Pairing<Name>[],
): Faint<Name>[] =>
  pairings.flatMap(({ front, use, grounds }) =>
    grounds
      .map((ground) => ({
        front,
        ground,
        contrast: contrastOf(colours[front], colours[ground]),
        least: least[use],
      }))
      .filter((pair) => pair.contrast < pair.least),
  );
