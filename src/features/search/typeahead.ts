/** What is suggested while somebody types a search (docs/behaviour.md, "Header"). */
import { type Engine, findPages } from 'search/engine';
import type { FileConcept, SearchFile } from 'search/search-file';
import { soundOf } from 'search/sounds';
import { wordsOf } from 'search/tokens';
import type { CardProduct } from '#domain/catalogue/product.ts';
import type { ConceptKind } from '#domain/search/concept-kinds.ts';
import { searchEngine } from '#domain/search/engine.ts';
import type { PageKind } from '#domain/search/make-index.ts';
import { defaultSearch } from '#domain/search/search-query.ts';
import { findService, type Service } from '#domain/search/services.ts';

/** @property q what is searched when it is chosen */
export type Suggestion =
  | { kind: 'recent'; label: string; q: string }
  | { kind: 'search'; label: string; q: string }
  | { kind: 'popular'; label: string; q: string }
  | { kind: 'service'; label: string; url: string }
  | { kind: 'product'; label: string; id: string; price: number }
  | { kind: PageKind; label: string; url: string };

/** Most suggestions together, and of one kind. */
const most = { all: 8, recent: 2, searches: 4, products: 4, pages: 2 };

/** Fewest popular searches behind recent ones. */
const fewestPopular = 3;

const suggestedKinds: readonly string[] = [
  'concern',
  'ingredient',
  'type',
  'skin',
  'texture',
  'season',
  'time',
] satisfies ConceptKind[];

const soundOfText = (text: string): string => soundOf(...wordsOf(text));

type NamedConcept = FileConcept & { label: string };

/** What a search for the concept types. */
const queryOf = ({ query, label }: NamedConcept): string => query ?? label.toLowerCase();

const startsWith = (text: string, beginning: string): boolean =>
  text.toLowerCase().startsWith(beginning.toLowerCase());

type Source = { engine: Engine<CardProduct, PageKind>; file: SearchFile; services: readonly Service[] };

/** Concepts of which the text is the beginning. What is named like the text comes first. */
function begunConcepts(text: string, concepts: readonly NamedConcept[]): NamedConcept[] {
  const sound = soundOfText(text);
  if (sound.length < 2) return [];
  return concepts
    .filter(
      ({ label, sounds }) =>
        label.split(' ').some((word) => startsWith(word, text)) ||
        sounds.split(' ').some((one) => one.startsWith(sound)),
    )
    .sort((a, b) => Number(startsWith(b.label, text)) - Number(startsWith(a.label, text)));
}

/** Searches for concepts. If there are several words, the last one is completed: "oily skin ser" to "oily skin serum". */
function searchesOf(text: string, { engine, file }: Source): (Suggestion & { kind: 'search' })[] {
  const concepts = file.concepts
    .filter(({ kind, products }) => products && suggestedKinds.includes(kind))
    .map((concept) => ({ label: concept.id, ...concept }));
  const [, before = '', last = text] = /^(.+\s)(\S+)$/.exec(text) ?? [];
  // Final vowels are not heard: "serum oi" sounds like "serum".
  const whole = soundOfText(before) === soundOfText(text) ? [] : begunConcepts(text, concepts);
  if (whole.length) return whole.map((one) => ({ kind: 'search', label: one.label, q: queryOf(one) }));
  const begun = begunConcepts(last, concepts);
  const misspelt = engine.vocabulary.find(last, soundOfText(last), true)?.entry.concept;
  return (begun.length ? begun : concepts.filter(({ id }) => id === misspelt?.id)).map((one) => {
    const q = `${before}${queryOf(one)}`;
    return { kind: 'search', label: before ? q : one.label, q };
  });
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** What an empty box suggests. @param recent the last searches, newest first @param popular those of the content */
export const suggestionsForNothing = (
  recent: readonly string[],
  popular: readonly string[],
): Suggestion[] => [
  ...recent.map((q) => ({ kind: 'recent' as const, label: q, q })),
  ...popular
    .filter((q) => !recent.some((one) => isSame(one, q)))
    .slice(0, Math.max(fewestPopular, most.all - recent.length))
    .map((q) => ({ kind: 'popular' as const, label: q, q })),
];

/**
 * @param text what is in the box, not empty
 * @param recent the last searches, newest first
 * @param source undefined while it is not loaded: then only recent searches are suggested
 */
export function suggestionsFor(
  text: string,
  recent: readonly string[],
  source: Source | undefined,
): Suggestion[] {
  const q = text.trim();
  const again = recent
    .filter((one) => startsWith(one, q) && one.length > q.length)
    .map((one): Suggestion => ({ kind: 'recent', label: one, q: one }));
  const known = new Set(
    [q, ...again.slice(0, most.recent).map(({ label }) => label)].map((one) => one.toLowerCase()),
  );
  const searches = source ? searchesOf(q, source).filter((one) => !known.has(one.q.toLowerCase())) : [];
  const first = [...again.slice(0, most.recent), ...searches].slice(0, most.searches);
  const service = source && findService(source.services, source.engine.vocabulary, q);
  const services = service ? [{ kind: 'service' as const, label: service.title, url: service.link }] : [];
  const pages = source ? findPages(source.engine, q, most.pages) : [];
  const result = source && searchEngine(source.engine, { ...defaultSearch, q }, Boolean(service));
  // A line has no room to say that something is not known.
  const products = result?.products.filter(({ id }) => !result.unknown.includes(id)) ?? [];
  return [
    ...services,
    ...first,
    ...products
      .slice(0, Math.min(most.products, most.all - services.length - first.length - pages.length))
      .map(({ id, name, price, variants }): Suggestion => {
        const opened = result?.opened[id];
        const label = variants?.find((one) => one.id === opened)?.label;
        return { kind: 'product', label: label ? `${name}, ${label}` : name, id: opened ?? id, price };
      }),
    ...pages.map(({ kind, title, url }): Suggestion => ({ kind, label: title, url })),
  ];
}
