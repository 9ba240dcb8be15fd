/** Makes the search index of a catalogue, in the build. */
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { isWholeList } from '#domain/ingredients/avoid.ts';
import { type InciLookup, plainName, spellingsIn } from '#domain/ingredients/inci.ts';
import { inciNames } from '#domain/ingredients/inci-list.ts';
import { packPositions } from '#lib/positions.ts';
import { anySkin } from '#lib/product-constants.ts';
import { inEditorsOrder } from './search.ts';
import { type SearchContent, tagGroups } from './search-content.ts';
import {
  type ConceptKind,
  type FileConcept,
  type FilePage,
  packProducts,
  type SearchFile,
} from './search-file.ts';
import { soundDistance, soundOf } from './sounds.ts';
import { tokensOf, wordsOf } from './tokens.ts';

/** Sounds that concepts have already, each with its spellings. */
type Taken = Map<string, Set<string>>;

/**
 * The sounds of phrases, each once. The first concept with a spelling has it. A phrase that another one only sounds like is
 * written with `=`: "men" and "mein".
 */
function soundsOf(phrases: readonly string[], taken: Taken): string {
  const own = new Set<string>();
  for (const phrase of phrases) {
    const words = wordsOf(phrase);
    const sound = soundOf(...words);
    const spelling = words.join('');
    const spellings = taken.get(sound);
    if (!sound || spellings?.has(spelling)) continue;
    own.add(spellings && !own.has(sound) ? `=${spelling}` : sound);
    taken.set(sound, new Set([...(spellings ?? []), spelling]));
  }
  return [...own].join(' ');
}

/** Two spellings that are so near are found by one. */
const nearEnough = 0.5;
const shortestSpared = 6;

/** Leaves out the sounds that a search finds by a similar one of the same concept: the index is for phones. */
function withoutSimilar(sounds: string): string {
  const kept: string[] = [];
  for (const sound of sounds.split(' ')) {
    const spared =
      sound.length >= shortestSpared &&
      !sound.startsWith('=') &&
      kept.some((one) => soundDistance(sound, one, nearEnough) <= nearEnough);
    if (!spared) kept.push(sound);
  }
  // Sorted lists compress better.
  return kept.sort().join(' ');
}

/** Leaves out phrases of a word that the concept has alone, and words that say nothing: "dull skin". */
function withoutFillers(phrases: readonly string[], fillers: ReadonlySet<string>): string[] {
  const alone = new Set(
    phrases.map(wordsOf).flatMap(([word, ...more]) => (word && !more.length ? soundOf(word) : [])),
  );
  return phrases.filter((phrase) => {
    const sounds = wordsOf(phrase).map((word) => soundOf(word));
    const others = sounds.filter((sound) => !alone.has(sound));
    return (
      sounds.length < 2 || others.length === sounds.length || others.some((sound) => !fillers.has(sound))
    );
  });
}

/** A text that becomes an article or an answer below the results. */
export type PageText = { kind: FilePage['kind']; title: string; url: string };

/** @property inci the spellings of each name of its ingredient list */
type Indexed = { product: ProductContent; inci: readonly (readonly string[])[] };

/** Whether a spelling of a name begins so, and not with an exception. */
const begins = (
  spellings: readonly string[],
  beginnings: readonly string[],
  except: readonly string[] = [],
): boolean => {
  const isOne = (spelling: string, of: readonly string[]) =>
    of.some((beginning) => spelling.startsWith(beginning.toLowerCase()));
  return spellings.some((spelling) => isOne(spelling, beginnings) && !isOne(spelling, except));
};

/** The first tags of a product say most about it. In the other groups, a product with fewer tags is more special. */
function tagStrength(tags: readonly string[], id: string, special: boolean): number {
  const place = tags.indexOf(id);
  return place < 0 ? 0 : Math.max(3, 9 - place - (special ? tags.length - 1 : 0));
}

/** Products that are made for a skin type come before those that suit it too. */
function skinStrength(
  { skinType, skinTypes, tags }: ProductContent,
  { skin, concern = '' }: SearchContent['skins'][number],
): number {
  if (!skinTypes.includes(skin)) return 0;
  const made = skinType === skin ? 7 : skinType === anySkin ? 3 : 5;
  return made + (tags.includes(concern) ? 2 : 0);
}

/** An ingredient in the name or label counts most, one in small print least. */
function ingredientStrength(
  { product, inci }: Indexed,
  names: readonly string[],
  words: readonly string[],
): number {
  const place = inci.findIndex((name) => begins(name, names));
  if (place < 0) return 0;
  const isIn = (text: string) => words.some((word) => text.toLowerCase().includes(word.toLowerCase()));
  if (isIn(`${product.name} ${product.labelLine}`)) return 9;
  const key = product.keyIngredients.findIndex(({ name }) => isIn(name));
  return key < 0 ? Math.max(2, 5 - Math.floor(place / 3)) : 8 - Math.min(key, 2);
}

/** Words that so many products have in common say nothing about one. */
const commonShare = 0.6;

/** The words of names, labels, claims and ingredients, with their products. */
function otherWords(all: readonly Indexed[]): Map<string, Map<number, number>> {
  const found = new Map<string, Map<number, number>>();
  for (const [position, { product, inci }] of all.entries()) {
    const texts: [string, number][] = [
      [product.name, 9],
      [`${product.labelLine} ${product.category} ${product.brand}`, 8],
      [product.variants.map(({ label }) => label).join(' '), 8],
      [product.keyIngredients.map(({ name }) => name).join(' '), 7],
      [product.features.join(' '), 6],
      // Their first words: the others are "leaf", "extract", "acid".
      [inci.map(([name = '']) => /^[\w-]{5,}/.exec(plainName(name))?.[0] ?? '').join(' '), 3],
    ];
    for (const [text, strength] of texts)
      for (const sound of [
        // The whole name is a phrase: "barrier cream" is not any cream.
        ...(text === product.name ? [soundOf(...wordsOf(text))] : []),
        ...tokensOf(text, Number.POSITIVE_INFINITY).map((token) => token.sound),
      ]) {
        if (sound.length < 3 && !/\d/.test(sound)) continue;
        const products = found.get(sound) ?? new Map<number, number>();
        found.set(sound, products);
        products.set(position, Math.max(strength, products.get(position) ?? 0));
      }
  }
  for (const [sound, products] of found)
    if (all.length > 3 && products.size / all.length > commonShare) found.delete(sound);
  return found;
}

/**
 * Words of names and brands that only sound like a word of grammar or like one that says "without", by their spelling: the
 * brand "Anua" is not the word "an".
 */
function ownWords(
  all: readonly Indexed[],
  grammar: SearchContent['grammar'],
  concepts: readonly FileConcept[],
  taken: Taken,
): Map<string, Map<number, number>> {
  const found = new Map<string, Map<number, number>>();
  const sounds = new Set(
    concepts.flatMap((one) =>
      `${one.kind === 'notSold' || one.kind in grammar ? one.sounds : ''} ${one.own ?? ''}`.split(' '),
    ),
  );
  for (const [position, { product }] of all.entries())
    for (const [text, strength] of [
      [product.name, 9],
      [product.brand, 8],
    ] as const)
      for (const word of wordsOf(text)) {
        const sound = soundOf(word);
        if (!sounds.has(sound) || taken.get(sound)?.has(word)) continue;
        const products = found.get(`=${word}`) ?? new Map<number, number>();
        found.set(`=${word}`, products.set(position, Math.max(strength, products.get(position) ?? 0)));
      }
  return found;
}

type Named = SearchContent['concerns'][number];

const phrasesOf = ({ english, hindi, hinglish }: Pick<Named, 'english' | 'hindi' | 'hinglish'>): string[] => [
  ...english,
  ...hindi,
  ...hinglish,
];

/** Whether the name or the category of a product has all words of one of a kind's phrases. */
function isOfKind({ name, category, commonName }: ProductContent, kind: Named): boolean {
  const own = new Set(wordsOf(`${name} ${category} ${commonName}`).map((word) => soundOf(word)));
  return phrasesOf(kind).some((phrase) => wordsOf(phrase).every((word) => own.has(soundOf(word))));
}

const kindOfTags: Record<(typeof tagGroups)[number], ConceptKind> = {
  concerns: 'concern',
  textures: 'texture',
  times: 'time',
  seasons: 'season',
  audiences: 'audience',
};

const grammarLabels: Record<string, string> = { best: 'best sellers', cheap: 'lowest price first' };

/** The concepts in the order in which they take words that have one sound. @param taken is filled */
function makeConcepts(content: SearchContent, all: readonly Indexed[], taken: Taken): FileConcept[] {
  const fillers = new Set(content.grammar.filler.map((phrase) => soundOf(...wordsOf(phrase))));
  const matching = (strength: (one: Indexed) => number): string =>
    packProducts(new Map(all.map((one, n) => [n, strength(one)] as const).filter(([, value]) => value)));
  const concept = (kind: ConceptKind, one: Named, strength: (one: Indexed) => number): FileConcept => ({
    id: one.id,
    kind,
    label: one.label,
    sounds: withoutSimilar(
      soundsOf(withoutFillers(phrasesOf(one), fillers), kind === 'free' ? new Map() : taken),
    ),
    products: matching(strength),
    ...(one.note && { note: one.note }),
    ...(one.english[0] && one.english[0] !== one.label.toLowerCase() && { query: one.english[0] }),
  });
  const tagged = tagGroups.flatMap((group) =>
    content[group].map((one) => {
      const ids = new Set(content[group].map(({ id }) => id));
      return concept(kindOfTags[group], one, ({ product }) =>
        tagStrength(
          product.tags.filter((tag) => ids.has(tag)),
          one.id,
          group !== 'concerns',
        ),
      );
    }),
  );
  const sold = content.kinds.filter((kind) => all.some(({ product }) => isOfKind(product, kind)));
  return [
    ...content.types.map((one) =>
      concept('type', one, ({ product }) => (one.categories.includes(product.category) ? 9 : 0)),
    ),
    ...sold.map((one) => concept('type', one, ({ product }) => (isOfKind(product, one) ? 9 : 0))),
    ...content.skins.map((one) => concept('skin', one, ({ product }) => skinStrength(product, one))),
    ...tagged,
    ...content.ingredients.map((one) =>
      concept('ingredient', one, (product) => ingredientStrength(product, one.inci, phrasesOf(one))),
    ),
    ...content.freeFrom.map((one) => ({
      ...concept('free', one, ({ inci }) =>
        inci.some((name) => begins(name, one.inci, one.except)) ? 0 : 9,
      ),
      ...(one.already.length && { own: soundsOf(one.already, taken) }),
    })),
    {
      id: 'not-sold',
      kind: 'notSold',
      label: '',
      sounds: soundsOf(content.kinds.filter((kind) => !sold.includes(kind)).flatMap(phrasesOf), taken),
    },
    ...Object.entries(content.grammar).map(
      ([kind, phrases]): FileConcept => ({
        id: kind,
        kind: kind as ConceptKind,
        label: grammarLabels[kind] ?? '',
        sounds: soundsOf(phrases, taken),
        ...(kind === 'best' && { products: matching(({ product }) => (product.bestseller ? 9 : 0)) }),
      }),
    ),
  ];
}

/** Kinds of concepts that an article or an answer can be about. */
const topics = new Set<ConceptKind>(['type', 'concern', 'ingredient', 'skin', 'season', 'time']);

function makePage(text: PageText, concepts: readonly FileConcept[]): FilePage {
  const sounds = new Set(tokensOf(text.title).map(({ sound }) => sound));
  const joined = [...sounds].join('');
  const isIn = (sound: string) => sounds.has(sound) || (sound.length > 6 && joined.includes(sound));
  const about = concepts.filter((one) => topics.has(one.kind) && one.sounds.split(' ').some(isIn));
  return { ...text, concepts: about.map(({ id }) => id) };
}

/**
 * @param catalogue products by id, in any order
 * @param texts articles and answers @param lookup finds the entries of `content/ingredients`
 */
export function makeSearchFile(
  content: SearchContent,
  catalogue: ReadonlyMap<string, ProductContent>,
  texts: readonly PageText[],
  lookup: InciLookup,
): SearchFile {
  const all: Indexed[] = [...catalogue]
    .sort(([a, first], [b, second]) => inEditorsOrder({ ...first, id: a }, { ...second, id: b }))
    .map(([, product]) => ({
      product,
      inci: inciNames(product.ingredients ?? '').map((name) =>
        spellingsIn(name).map((spelling) => spelling.toLowerCase()),
      ),
    }));
  const taken: Taken = new Map();
  const concepts = makeConcepts(content, all, taken);
  const known = new Set(concepts.flatMap(({ sounds }) => sounds.split(' ')));
  return {
    concepts,
    words: Object.fromEntries(
      [
        ...[...otherWords(all)].filter(([sound]) => !known.has(sound)),
        ...ownWords(all, content.grammar, concepts, taken),
      ].map(([sound, products]) => [sound, packProducts(products)]),
    ),
    pages: texts.map((text) => makePage(text, concepts)),
    unknown: packPositions(
      [...all.keys()].filter((n) => !isWholeList(all[n]?.product.ingredients ?? '', lookup)),
    ),
  };
}
