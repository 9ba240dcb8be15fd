/** The schema of `content/search.yaml`: what shoppers type, and what it means (docs/search.md). */
import * as z from 'zod';
import { line } from '#lib/content-fields.ts';
import { skinTypes } from '#lib/product-constants.ts';

/** A path of the shop. */
const path = z.string().regex(/^\/(?!\/)\S*$/, 'must be an address of the shop, such as /track');

/** Words and phrases in one line, separated by commas. */
const words = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^[^\n\r]*$/, 'must be a single line')
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  );

const id = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens')
  .max(40);

const named = {
  id,
  /** As the shop shows it: `Dark spots`. */
  label: line(40),
  english: words,
  hindi: words,
  /** Hindi in Latin letters. One spelling is enough where the others sound alike. */
  hinglish: words,
  /** A sentence that is shown with the results. */
  note: line(200).optional(),
};

/** As menus and chips call it: `Serums`. What has none is not in them. */
const menu = line(24).optional();

/** Names of the INCI list, from their beginning: `Niacinamide`, `Ceramide`. */
const inci = z.array(line(80)).min(1);

export const searchContent = z.strictObject({
  /** Products name them in their `tags`. */
  concerns: z.array(z.strictObject({ ...named, menu })),
  textures: z.array(z.strictObject(named)),
  times: z.array(z.strictObject(named)),
  seasons: z.array(z.strictObject(named)),
  audiences: z.array(z.strictObject(named)),
  /** Products have it when their INCI list does. */
  ingredients: z.array(z.strictObject({ ...named, menu: line(40).optional(), inci })),
  types: z.array(z.strictObject({ ...named, menu, categories: z.array(line(40)).min(1) })),
  /** Products that name the concern in their tags come first. */
  skins: z.array(z.strictObject({ ...named, skin: z.enum(skinTypes), concern: id.optional() })),
  /** What products can be free of: none of these names is in the INCI list. */
  freeFrom: z.array(
    z.strictObject({
      ...named,
      inci,
      /** Names that begin alike and do not count: fatty alcohols are not alcohol. */
      except: z.array(line(80)).optional(),
      /** Words that say "free of it" without another word: `vegan`, `unscented`. */
      already: words,
    }),
  ),
  /** What people look for in a search box that is no product: one card leads to its page. Of two, the first counts. */
  services: z.array(
    z.strictObject({
      id,
      title: line(40),
      text: line(160),
      link: path,
      english: words,
      hindi: words,
      hinglish: words,
    }),
  ),
  /** What the shop does not sell: nothing is shown for it. */
  notSold: z.strictObject({ english: words, hindi: words, hinglish: words }),
  grammar: z.strictObject({
    best: words,
    cheap: words,
    /** Before what is not wanted: `without`. */
    without: words,
    /** Behind what is not wanted: `free`. */
    freeOf: words,
    /** Before an amount, and behind it: `under 500`, `500 tak`. */
    under: words,
    underAfter: words,
    above: words,
    aboveAfter: words,
    /** Between two amounts, and before both: `300 to 600`. */
    between: words,
    currency: words,
    /** Words that say nothing about a product. */
    filler: words,
  }),
});

export type SearchContent = z.output<typeof searchContent>;

/** The groups whose concepts a product's `tags` may name. */
export const tagGroups = ['concerns', 'textures', 'times', 'seasons', 'audiences'] as const;
