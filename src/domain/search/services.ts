/** Pages that people look for in a search box although they are no products: tracking, returns, contact. */
import { distanceLimit, soundDistance, soundOf } from 'search/sounds';
import type { Token } from 'search/tokens';
import { type Clause, understand } from 'search/understand';
import type { Vocabulary } from 'search/vocabulary';
import type { ConceptKind } from './concept-kinds.ts';

/**
 * One of `/services.json`. Not in the index of the search, which the Worker reads, too.
 * @property sounds of its phrases, space between them
 */
export type FileService = { title: string; text: string; link: string; sounds: string };

export type ServicePage = Omit<FileService, 'sounds'>;
export type Service = { page: ServicePage; sounds: ReadonlySet<string> };

export const openServices = (services: readonly FileService[]): Service[] =>
  services.map(({ sounds, ...page }) => ({ page, sounds: new Set(sounds.split(' ')) }));

/** Words of the longest phrase. */
const longest = 4;
/** Shortest word in which errors are forgiven, sounds. */
const shortestMisspelt = 5;
/** Kinds of concepts that ask for a product. */
const ofProducts: readonly string[] = [
  'type',
  'concern',
  'ingredient',
  'skin',
  'texture',
  'audience',
] satisfies ConceptKind[];

type Found = { start: number; end: number; service: Service };

/** @param isNear whether a word may be misspelt */
function findPhrases(services: readonly Service[], tokens: readonly Token[], isNear: boolean): Found[] {
  const found: Found[] = [];
  for (let start = 0; start < tokens.length; start++)
    for (let end = start + 1; end <= Math.min(tokens.length, start + longest); end++) {
      const sound = soundOf(...tokens.slice(start, end).map(({ text }) => text));
      const limit = Math.min(1, distanceLimit(sound.length));
      const matches = ({ sounds }: Service) =>
        isNear
          ? end === start + 1 &&
            sound.length >= shortestMisspelt &&
            [...sounds].some((one) => soundDistance(sound, one, limit) <= limit)
          : sounds.has(sound);
      for (const service of services) if (matches(service)) found.push({ start, end, service });
    }
  return found;
}

/**
 * The page that a text asks for; null when it asks for a product, too: "order a face wash".
 * @param services If a text means two services, the first counts
 */
export function findService(
  services: readonly Service[],
  vocabulary: Vocabulary,
  q: string,
): ServicePage | null {
  const { tokens, clauses } = understand(q, vocabulary);
  const exact = findPhrases(services, tokens, false);
  // A misspelt word counts where nothing else is understood.
  const isKnown = clauses.some(({ kind }) => kind !== 'unknown' && kind !== 'word');
  const found = exact.length || isKnown ? exact : findPhrases(services, tokens, true);
  const inPhrase = (word: number) => found.some(({ start, end }) => word >= start && word < end);
  const isOfProduct = (clause: Clause) =>
    clause.kind === 'without' || (clause.kind === 'concept' && ofProducts.includes(clause.concept.kind));
  if (clauses.some((clause) => isOfProduct(clause) && !clause.words.every(inPhrase))) return null;
  return services.find((one) => found.some(({ service }) => service === one))?.page ?? null;
}
