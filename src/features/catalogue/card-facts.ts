/** The line of a card that says what is in a product, and how much it is: `Vitamin C 10% · 30 ml`. */

import type { ProductContent } from '#domain/catalogue/product-content.ts';
import type { SearchContent } from '#domain/search/search-content.ts';
import { capitalized } from '#lib/capitalized.ts';

/** Longest name of an active, and longest size, characters: two lines of the narrowest card. */
const most = { active: 28, size: 16 } as const;

/** Cuts a text at the end of a word. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.lastIndexOf(' ', length - 1);
  const whole = text.slice(0, end > 0 ? end : length - 1);
  return `${whole.replace(/(\s+(and|with|of|in|the)|[\s,;:+·&(-]+)+$/i, '')}…`;
}

type Ingredients = SearchContent['ingredients'];

/** The name that shoppers use for an ingredient: `Vitamin C` for ethyl ascorbic acid. */
function commonName(name: string, ingredients: Ingredients): string {
  const lower = name.toLowerCase();
  const isOne = !/ and | or | & /.test(lower);
  const known =
    ingredients.find(({ english }) => english.includes(lower)) ??
    ingredients.find(({ english }) => isOne && english.some((word) => lower.startsWith(`${word} `)));
  return known?.label ?? name;
}

/** The first key ingredient, with the share that the label names: `Salicylic acid 1%`. */
function activeOf([first]: ProductContent['keyIngredients'], ingredients: Ingredients): string {
  const [name = '', ...more] = (first?.name ?? '').replace(/\s*\([^)]*\)/g, '').split(/,\s*/);
  const share = /\d+(\.\d+)?\s*%/.exec(more.join(' '))?.[0];
  const active = capitalized(commonName(name, ingredients));
  return share ? `${cut(active, most.active - share.length - 1)} ${share}` : cut(active, most.active);
}

type FactFields = Pick<ProductContent, 'keyIngredients' | 'netQuantity' | 'parts' | 'variants'>;

/** `3 sizes`, `4 shades`; of both, and with options, `12 choices`. */
function countVariants(variants: ProductContent['variants']): string {
  const kinds = new Set(variants.map(({ kind, choices }) => (choices.length ? 'choice' : kind)));
  const [only] = kinds;
  return `${variants.length} ${kinds.size === 1 ? only : 'choice'}s`;
}

/** @param ingredients of `content/search.yaml`. @returns empty where nothing is known */
export function cardFacts(
  { keyIngredients, netQuantity, parts, variants }: FactFields,
  ingredients: Ingredients,
): string {
  const size = variants.length
    ? countVariants(variants)
    : parts
      ? `${parts.length} products`
      : cut(netQuantity, most.size);
  // A size is not divided.
  return [activeOf(keyIngredients, ingredients), size.replaceAll(' ', '\u00a0')].filter(Boolean).join(' · ');
}
