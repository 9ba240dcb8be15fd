/** Makes the search index of a catalogue, in the build. */
import type { ProductContent } from '#features/catalogue/product.ts';
import { inEditorsOrder } from './search.ts';
import type { SearchContent } from './search-content.ts';
import {
  type ConceptKind,
  type FileConcept,
  type FilePage,
  packProducts,
  type SearchFile,
} from './search-file.ts';
import { normalizeText, soundOf } from './sounds.ts';
import { tokensOf } from './understand.ts';

/** The sounds of words and phrases, each once. */
const soundsOf = (...words: string[]): string =>
  [...new Set(words.map((word) => soundOf(normalizeText(word).replace(/[^\p{L}\p{M}\d]/gu, ''))))]
    .filter(Boolean)
    .join(' ');

/** A text that becomes an article or an answer below the results. */
export type PageText = { kind: FilePage['kind']; title: string; url: string };

type Indexed = { product: ProductContent; tags: readonly string[]; inci: readonly string[] };

const namesOf = (ingredients: string): string[] =>
  // A kit names its products: "Glow Serum: Aqua, …. Daily Veil: …"
  ingredients
    .toLowerCase()
    .split(/,\s+|\.\s+(?=[A-Z])|:\s+/i)
    .map((name) => name.trim());

const begins = (name: string, beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) => name.startsWith(beginning.toLowerCase()));

/** The first tags of a product say most about it. */
const tagStrength = (tags: readonly string[], id: string): number => {
  const place = tags.indexOf(id);
  return place < 0 ? 0 : Math.max(4, 9 - place);
};

/** A key ingredient counts more than one in small print, and more at the start of the list. */
function ingredientStrength(
  { product, inci }: Indexed,
  names: readonly string[],
  words: readonly string[],
): number {
  const place = inci.findIndex((name) => begins(name, names));
  if (place < 0) return 0;
  const key =
    `${product.name} ${product.labelLine} ${product.keyIngredients.map(({ name }) => name).join(' ')}`.toLowerCase();
  const named = words.some((word) => key.includes(word.toLowerCase()));
  return named ? 9 : Math.max(2, 6 - Math.floor(place / 3));
}

/** Words that a catalogue's products have in common say nothing about one. */
const commonShare = 0.6;

/** The words of names, labels, claims and ingredients that are no concepts, with their products. */
function otherWords(all: readonly Indexed[]): Record<string, string> {
  const found = new Map<string, Map<number, number>>();
  for (const [position, { product, inci }] of all.entries()) {
    const texts: [string, number][] = [
      [product.name, 9],
      [`${product.labelLine} ${product.netQuantity} ${product.category} ${product.brand}`, 8],
      [product.keyIngredients.map(({ name }) => name).join(' '), 7],
      [product.features.join(' '), 6],
      [inci.join(' '), 3],
    ];
    for (const [text, strength] of texts)
      for (const { sound } of tokensOf(text)) {
        if (sound.length < 3 && !/\d/.test(sound)) continue;
        const products = found.get(sound) ?? new Map<number, number>();
        found.set(sound, products);
        products.set(position, Math.max(strength, products.get(position) ?? 0));
      }
  }
  const entries = [...found].filter(
    ([, products]) => all.length < 3 || products.size / all.length <= commonShare,
  );
  return Object.fromEntries(entries.map(([sound, products]) => [sound, packProducts(products)]));
}

/**
 * @param catalogue products by id, in any order
 * @param texts articles and answers
 */
export function makeSearchFile(
  content: SearchContent,
  catalogue: ReadonlyMap<string, ProductContent>,
  texts: readonly PageText[],
): SearchFile {
  const all: Indexed[] = [...catalogue]
    .sort(([a, first], [b, second]) => inEditorsOrder({ ...first, id: a }, { ...second, id: b }))
    .map(([, product]) => ({ product, tags: product.tags, inci: namesOf(product.ingredients) }));
  const matching = (strength: (one: Indexed) => number): string =>
    packProducts(new Map(all.flatMap((one, n) => (strength(one) ? [[n, strength(one)] as const] : []))));

  type Named = SearchContent['concerns'][number];
  const wordsOf = ({ english, hindi, hinglish }: Pick<Named, 'english' | 'hindi' | 'hinglish'>) => [
    ...english,
    ...hindi,
    ...hinglish,
  ];
  const concept = (kind: ConceptKind, one: Named, products: string): FileConcept => ({
    id: one.id,
    kind,
    label: one.label,
    sounds: soundsOf(...wordsOf(one)),
    products,
    ...(one.note && { note: one.note }),
    ...(one.english[0] && { query: one.english[0] }),
  });
  const tagged = (kind: ConceptKind, group: readonly Named[]) =>
    group.map((one) =>
      concept(
        kind,
        one,
        matching(({ tags }) => tagStrength(tags, one.id)),
      ),
    );
  const grammar = Object.entries(content.grammar).map(
    ([kind, list]): FileConcept => ({
      id: kind,
      kind: kind as ConceptKind,
      label: kind === 'best' ? 'best sellers' : kind === 'cheap' ? 'lowest price first' : '',
      sounds: soundsOf(...list),
      ...(kind === 'best' && { products: matching(({ product }) => (product.bestseller ? 9 : 0)) }),
    }),
  );
  const concepts: FileConcept[] = [
    ...content.types.map((one) =>
      concept(
        'type',
        one,
        matching(({ product }) => (one.categories.includes(product.category) ? 9 : 0)),
      ),
    ),
    ...tagged('concern', content.concerns),
    ...content.ingredients.map((one) =>
      concept(
        'ingredient',
        one,
        matching((product) => ingredientStrength(product, one.inci, wordsOf(one))),
      ),
    ),
    ...content.skins.map((one) =>
      concept(
        'skin',
        one,
        matching(({ product }) => (product.skinTypes.includes(one.skin) ? 9 : 0)),
      ),
    ),
    ...tagged('texture', content.textures),
    ...tagged('time', content.times),
    ...tagged('season', content.seasons),
    ...tagged('audience', content.audiences),
    ...content.freeFrom.map((one) => ({
      ...concept(
        'free',
        one,
        matching(({ inci }) =>
          inci.some((name) => begins(name, one.inci) && !begins(name, one.except ?? [])) ? 0 : 9,
        ),
      ),
      ...(one.already.length && { own: soundsOf(...one.already) }),
    })),
    { id: 'not-sold', kind: 'notSold', label: '', sounds: soundsOf(...wordsOf(content.notSold)) },
    ...grammar,
  ];
  const known = new Set(
    concepts.flatMap(({ sounds, own = '' }) => [...sounds.split(' '), ...own.split(' ')]),
  );
  const words = Object.fromEntries(Object.entries(otherWords(all)).filter(([sound]) => !known.has(sound)));
  const meaningful = concepts.filter(({ kind }) =>
    ['type', 'concern', 'ingredient', 'skin', 'season', 'time'].includes(kind),
  );
  return {
    concepts,
    words,
    pages: texts.map(({ title, ...text }) => {
      const sounds = [...new Set(tokensOf(title).map(({ sound }) => sound))].filter(
        (sound) => sound.length > 2,
      );
      const joined = sounds.join('');
      return {
        ...text,
        title,
        sounds: sounds
          .filter((sound) => !grammar.some((one) => one.sounds.split(' ').includes(sound)))
          .join(' '),
        concepts: meaningful
          .filter((one) =>
            one.sounds
              .split(' ')
              .some((sound) => sounds.includes(sound) || (sound.length > 6 && joined.includes(sound))),
          )
          .map((one) => one.id),
      };
    }),
  };
}
