/** All colours of a shop from one: the theme of a new shop (content/brand/theme.yaml). */
import { contrastOf } from './contrast.ts';
import { type ColourName, pairings } from './theme.ts';

type Channels = readonly [number, number, number];

const channelsOf = (colour: string): Channels => {
  const at = (start: number) => Number.parseInt(colour.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
};

/** @param share of the second colour, 0 to 1 */
function mix(one: string, other: string, share: number): string {
  const second = channelsOf(other);
  const mixed = channelsOf(one).map((value, n) => Math.round(value + ((second[n] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** What every palette begins with. */
const base = {
  black: '#0b0f0d',
  white: '#ffffff',
  warm: '#fffaf3',
  gold: '#b98d43',
  error: '#9d2f22',
  errorGround: '#fbeae5',
  success: '#1f5c3c',
  successGround: '#e8f0e6',
  noticeGround: '#fbf1dc',
} as const;

/** A step towards black or white. */
const step = 0.02;
/** Above what WCAG asks for, so that rounding loses nothing. */
const spare = 0.1;

/** The colour itself, or as little nearer to the end as it takes to stand out from all grounds. */
function readable(colour: string, end: string, grounds: readonly string[], least: number): string {
  for (let share = 0; share < 1; share += step) {
    const moved = mix(colour, end, share);
    if (grounds.every((ground) => contrastOf(moved, ground) >= least + spare)) return moved;
  }
  return end;
}

/**
 * The colours of a shop whose main colour is the given one, or that colour darkened until texts in it can be read. A light
 * colour is kept as the accent, which no text has.
 * @param colour as `#1d3327`
 */
export function paletteOf(colour: string): Record<ColourName, string> {
  const main = colour.toLowerCase();
  const grounds = {
    paper: mix(base.white, base.warm, 0.4),
    cream: mix(base.warm, main, 0.02),
    sand: mix(base.warm, main, 0.07),
    clay: mix(base.warm, main, 0.2),
    sage: mix(base.white, main, 0.12),
    mist: mix(base.white, main, 0.08),
    errorGround: base.errorGround,
    successGround: base.successGround,
    noticeGround: base.noticeGround,
  };
  const onGrounds = (name: ColourName, from: string): string => {
    const pairing = pairings.find(({ front }) => front === name);
    const own = (pairing?.grounds ?? []).flatMap((ground) => grounds[ground as keyof typeof grounds] ?? []);
    return readable(from, base.black, own, pairing?.use === 'control' ? 3 : 4.5);
  };
  const green = onGrounds('green', main);
  const greenDeep = mix(green, base.black, 0.35);
  const onMain = (from: string) => readable(from, base.white, [green, greenDeep], 4.5);
  const ink = onGrounds('ink', mix(main, base.black, 0.72));
  const isLight = green !== main;
  return {
    ...grounds,
    ink,
    inkSoft: onGrounds('inkSoft', mix(ink, base.white, 0.24)),
    inkFaint: onGrounds('inkFaint', mix(ink, base.white, 0.36)),
    green,
    greenDeep,
    onGreen: onMain(mix(base.white, main, 0.03)),
    onGreenSoft: onMain(mix(base.white, main, 0.2)),
    gold: isLight ? main : base.gold,
    goldInk: onGrounds('goldInk', isLight ? main : base.gold),
    line: mix(grounds.sand, ink, 0.1),
    lineStrong: onGrounds('lineStrong', mix(ink, base.white, 0.5)),
    error: onGrounds('error', base.error),
    success: onGrounds('success', base.success),
  };
}
