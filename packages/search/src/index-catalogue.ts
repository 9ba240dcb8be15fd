/** Makes the index of a catalogue. */
import { packCodes } from './codes.ts';
import { packPositions } from './positions.ts';
import {
  type FileConcept,
  type FilePage,
  grammarKinds,
  type Matches,
  packProducts,
  type SearchFile,
} from './search-file.ts';
import { soundDistance, soundOf } from './sounds.ts';
import { tokensOf, wordsOf } from './tokens.ts';

/**
 * @property texts further texts, each with how well a product matches by one of its words, 1 to 9
 * @property codes SKU and barcode of each of its variants; of a product without variants, of itself
 */
export type IndexedProduct = {
  name: string;
  brand: string;
  texts: readonly (readonly [text: string, strength: number])[];
  codes?: readonly (readonly string[])[];
};

/**
 * What words mean.
 * @property kind one of {@link Kinds} or {@link KnownKind} @property phrases in any script and spelling
 * @property already words that name a `free` concept without a word such as "without": "vegan"
 * @property lessOf words of what somebody wants less of who means it: "oil", of a concept for oily skin
 * @property note shown with the results @property query what a suggestion searches, where it is not the label
 */
export type ConceptSource = {
  id: string;
  kind: string;
  label: string;
  phrases: readonly string[];
  matches?: Matches;
  already?: readonly string[];
  lessOf?: readonly string[] | undefined;
  note?: string | undefined;
  query?: string | undefined;
};

/**
 * @property products in the order of `compareProducts`
 * @property concepts the first one that names a word has it, but those of the kinds in `first` before all others
 * @property pages what is found beside products @property topics kinds of concepts that a page can be about
 * @property unknown positions of the products of which it is not known whether they have what is excluded
 */
export type Catalogue<PageKind extends string = string> = {
  products: readonly IndexedProduct[];
  concepts: readonly ConceptSource[];
  first?: readonly string[];
  pages?: readonly Omit<FilePage<PageKind>, 'concepts'>[];
  topics?: readonly string[];
  unknown?: readonly number[];
};

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

/** Two spellings that are so near are found by one; those of grammar, and of what is not sold, must be nearer. */
const nearEnough = 0.8;
const nearEnoughPlain = 0.4;
const shortestSpared = 5;

/** Leaves out the sounds that a search finds by a similar one of the same concept: the index is for phones. */
function withoutSimilar(sounds: string, near: number): string {
  const kept: string[] = [];
  for (const sound of sounds.split(' ')) {
    const spared =
      sound.length >= shortestSpared &&
      !sound.startsWith('=') &&
      kept.some((one) => soundDistance(sound, one, near) <= near);
    if (!spared) kept.push(sound);
  }
  // Sorted lists compress better.
  return kept.sort().join(' ');
}

/** Leaves out phrases of a word that the concept has alone, and words that say nothing: "for tea". */
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

/** Shortest part of a joined word in which a search finds it again: "hydro" and "boost" in "hydroboost". */
const shortestPart = 3;

/** The words with a hyphen that a search does not find when they are typed as one: "A-Derma", "all-in-one". */
const compoundsOf = (text: string): string[][] =>
  (text.match(/[\p{L}\p{M}\p{N}]+(?:[-\u2010-\u2014][\p{L}\p{M}\p{N}]+)+/gu) ?? [])
    .map(wordsOf)
    .filter((words) => words.length > 2 || words.some((word) => word.length < shortestPart));

/** Words that so many products have in common say nothing about one. */
const commonShare = 0.6;

/** The words of products, with those that have them. */
function otherWords(all: readonly IndexedProduct[]): Map<string, Map<number, number>> {
  const found = new Map<string, Map<number, number>>();
  for (const [position, { name, brand, texts }] of all.entries()) {
    for (const [text, strength] of [[name, 9], [brand, 8], ...texts] as const)
      for (const sound of [
        // The whole name is a phrase: "Green Tea" is not any tea.
        ...(text === name ? [soundOf(...wordsOf(text))] : []),
        ...compoundsOf(text).map((words) => soundOf(...words)),
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
  all: readonly IndexedProduct[],
  concepts: readonly FileConcept[],
  taken: Taken,
): Map<string, Map<number, number>> {
  const found = new Map<string, Map<number, number>>();
  const sounds = new Set(
    concepts.flatMap((one) => `${isPlain(one) ? one.sounds : ''} ${one.own ?? ''}`.split(' ')),
  );
  for (const [position, { name, brand }] of all.entries())
    for (const [text, strength] of [
      [name, 9],
      [brand, 8],
    ] as const)
      for (const word of wordsOf(text)) {
        const sound = soundOf(word);
        if (!sounds.has(sound) || taken.get(sound)?.has(word)) continue;
        const products = found.get(`=${word}`) ?? new Map<number, number>();
        found.set(`=${word}`, products.set(position, Math.max(strength, products.get(position) ?? 0)));
      }
  return found;
}

/** Words that the same products have are written together. */
function byProducts(words: readonly (readonly [sound: string, matches: Matches])[]): Record<string, string> {
  const sounds = Map.groupBy(words, ([, matches]) => packProducts(matches));
  return Object.fromEntries(
    [...sounds].map(([products, all]) => [
      products,
      all
        .map(([sound]) => sound)
        .sort()
        .join(' '),
    ]),
  );
}

/** Whether a concept is grammar, or not sold: its words must be spelt nearly right. */
const isPlain = ({ kind }: { kind: string }): boolean =>
  kind === 'notSold' || grammarKinds.some((grammar) => grammar === kind);

/** @param taken is filled */
function makeConcept(source: ConceptSource, fillers: ReadonlySet<string>, taken: Taken): FileConcept {
  const { id, kind, label, phrases, matches, already = [], lessOf = [], note, query } = source;
  return {
    id,
    kind,
    ...(label && label !== id && { label }),
    sounds: isPlain(source)
      ? withoutSimilar(soundsOf(phrases, taken), nearEnoughPlain)
      : withoutSimilar(
          soundsOf(withoutFillers(phrases, fillers), kind === 'free' ? new Map() : taken),
          nearEnough,
        ),
    ...(matches && { products: packProducts(matches) }),
    ...(note && { note }),
    ...(query && { query }),
    ...(already.length && { own: soundsOf(already, taken) }),
    ...(lessOf.length && { lessOf: soundsOf(lessOf, new Map()) }),
  };
}

function makePage<PageKind extends string>(
  page: Omit<FilePage<PageKind>, 'concepts'>,
  topics: readonly FileConcept[],
): FilePage<PageKind> {
  const sounds = new Set(tokensOf(page.title).map(({ sound }) => sound));
  const joined = [...sounds].join('');
  const isIn = (sound: string) => sounds.has(sound) || (sound.length > 6 && joined.includes(sound));
  const about = topics.filter((one) => one.sounds.split(' ').some(isIn));
  return { ...page, concepts: about.map(({ id }) => id) };
}

/** Makes the index of a catalogue. */
export function indexCatalogue<PageKind extends string>({
  products,
  concepts: sources,
  first = [],
  pages = [],
  topics = [],
  unknown = [],
}: Catalogue<PageKind>): SearchFile<PageKind> {
  const fillers = new Set(
    sources.flatMap(({ kind, phrases }) =>
      kind === 'filler' || kind === 'less' ? phrases.map((phrase) => soundOf(...wordsOf(phrase))) : [],
    ),
  );
  const taken: Taken = new Map();
  const isFirst = ({ kind }: ConceptSource) => first.includes(kind);
  const inTurn = [...sources].sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  const made = new Map(inTurn.map((source) => [source, makeConcept(source, fillers, taken)]));
  const concepts = sources.flatMap((source) => made.get(source) ?? []);
  const known = new Set(concepts.flatMap(({ sounds }) => sounds.split(' ')));
  const about = concepts.filter(({ kind }) => topics.includes(kind));
  const codes = packCodes(products.map((product) => product.codes ?? []));
  return {
    concepts,
    words: byProducts([
      ...[...otherWords(products)].filter(([sound]) => !known.has(sound)),
      ...ownWords(products, concepts, taken),
    ]),
    pages: pages.map((page) => makePage(page, about)),
    unknown: packPositions(unknown),
    ...(codes && { codes }),
  };
}
