/** The words of a search index, found by their sound. */
import type { FileConcept, Kind, Kinds, SearchFile } from './search-file.ts';
import { unpackProducts } from './search-file.ts';
import { consonantsOf, distanceLimit, leastDistance, soundDistance } from './sounds.ts';

export type Concept = Omit<FileConcept, 'label' | 'sounds' | 'own' | 'lessOf' | 'products'> &
  Partial<Kind> & { label: string; matches: Map<number, number> };

/**
 * @property free what it means after "without": "oil"
 * @property lessOf what it means where less of it is wanted: "oil control"
 * @property own whether it says "without" by itself: "vegan"
 * @property matches products of a word that is no concept
 */
export type Entry = {
  sound: string;
  concept?: Concept;
  free?: Concept;
  lessOf?: Concept;
  own?: boolean;
  matches?: Map<number, number>;
};

export type Vocabulary = {
  concepts: ReadonlyMap<string, Concept>;
  /** The entry that is written or sounds like that. */
  get(text: string, sound: string): Entry | undefined;
  /**
   * The nearest entry, and how far the word is from it.
   * @param prefix whether the word may be the beginning of an entry
   */
  find(text: string, sound: string, prefix: boolean): { entry: Entry; off: number } | undefined;
};

/** Shortest beginning of a word that stands for it, sounds; it has at least half of them. */
const shortestPrefix = 3;
/** Largest number of words whose entries are remembered. */
const remembered = 500;

/** Words of grammar, and what is not sold, must be spelt nearly right: they change what everything else means. */
const limitOf = ({ concept }: Entry, length: number): number => {
  const limit = distanceLimit(length);
  return !concept || concept.matches.size || concept.isListed ? limit : Math.min(limit, 0.4);
};

/** @param kinds those of the catalogue itself */
export function openVocabulary(file: SearchFile, kinds: Kinds): Vocabulary {
  const entries = new Map<string, Entry>();
  const concepts = new Map<string, Concept>();
  const add = (entry: Entry) => {
    const known = entries.get(entry.sound);
    if (!known) entries.set(entry.sound, entry);
    else if (entry.concept?.kind === 'free') known.free ??= entry.concept;
  };
  const wantedLess: [sound: string, concept: Concept][] = [];
  for (const { sounds, own, lessOf, products, ...about } of file.concepts) {
    const concept = { label: about.id, ...about, ...kinds[about.kind], matches: unpackProducts(products) };
    concepts.set(`${concept.kind}:${concept.id}`, concept);
    for (const sound of sounds.split(' ')) if (sound) add({ sound, concept });
    for (const sound of own?.split(' ') ?? []) entries.set(sound, { sound, concept, own: true });
    for (const sound of lessOf?.split(' ') ?? []) wantedLess.push([sound, concept]);
  }
  for (const [products, sounds] of Object.entries(file.words)) {
    const matches = unpackProducts(products);
    for (const sound of sounds.split(' ')) add({ sound, matches });
  }
  for (const [sound, lessOf] of wantedLess) entries.set(sound, { sound, ...entries.get(sound), lessOf });
  const all = [...entries.values()].filter(({ sound }) => !sound.startsWith('='));
  const byLength = new Map<number, { entry: Entry; consonants: number }[]>();
  for (const entry of all) {
    const { length } = entry.sound;
    const same = byLength.get(length) ?? [];
    byLength.set(length, same);
    same.push({ entry, consonants: consonantsOf(entry.sound) });
  }

  const get = (text: string, sound: string) => entries.get(`=${text}`) ?? entries.get(sound);

  function nearest(sound: string) {
    let best: { entry: Entry; off: number } | undefined;
    const reach = sound.length < 9 ? 2 : 3;
    const own = consonantsOf(sound);
    for (let length = sound.length - reach; length <= sound.length + reach; length++)
      for (const { entry, consonants } of byLength.get(length) ?? []) {
        const limit = Math.min(limitOf(entry, Math.min(length, sound.length)), best ? best.off - 1e-9 : 9);
        if (leastDistance(own, consonants) > limit) continue;
        const off = soundDistance(sound, entry.sound, limit);
        if (off <= limit) best = { entry, off };
      }
    return best;
  }

  function longer(sound: string) {
    const [entry] = all
      .filter(
        (one) =>
          one.sound.startsWith(sound) &&
          one.sound.length <= 2 * sound.length &&
          one.concept?.kind !== 'notSold',
      )
      .sort((a, b) => Number(!a.concept) - Number(!b.concept) || a.sound.length - b.sound.length);
    return entry && { entry, off: Math.min(1, (entry.sound.length - sound.length) * 0.2) };
  }

  const known = new Map<string, { entry: Entry; off: number } | undefined>();
  return {
    concepts,
    get,
    find(text, sound, prefix) {
      const entry = get(text, sound);
      if (entry) return { entry, off: 0 };
      if (sound.length < shortestPrefix || /\d/.test(sound)) return undefined;
      const key = prefix ? `${sound}…` : sound;
      if (!known.has(key)) {
        if (known.size >= remembered) known.clear();
        known.set(key, nearest(sound) ?? (prefix ? longer(sound) : undefined));
      }
      return known.get(key);
    },
  };
}
