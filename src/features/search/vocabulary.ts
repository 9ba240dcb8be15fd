/** The words of a search index, found by their sound. */
import type { FileConcept, SearchFile } from './search-file.ts';
import { unpackProducts } from './search-file.ts';
import { distanceLimit, soundDistance } from './sounds.ts';

export type Concept = Omit<FileConcept, 'sounds' | 'own' | 'products'> & { matches: Map<number, number> };

/** @property own whether it says "without" by itself: "vegan" @property matches products of a word that is no concept */
export type Entry = { sound: string; concept?: Concept; own?: boolean; matches?: Map<number, number> };

/** @property off how far the word is from the entry, 0 when they sound the same */
export type Match = { entry: Entry; off: number };

export type Vocabulary = {
  concepts: ReadonlyMap<string, Concept>;
  /** @param prefix whether the word may be the beginning of an entry */
  find(sound: string, prefix: boolean): Match | undefined;
};

/** Shortest beginning of a word that stands for it. */
const shortestPrefix = 3;

/** Most words whose entries are remembered. */
const remembered = 500;

export function openVocabulary(file: SearchFile): Vocabulary {
  const entries = new Map<string, Entry>();
  const concepts = new Map<string, Concept>();
  const add = (entry: Entry) => {
    if (entry.sound && !entries.has(entry.sound)) entries.set(entry.sound, entry);
  };
  for (const { sounds, own, products, ...about } of file.concepts) {
    const concept = { ...about, matches: unpackProducts(products) };
    concepts.set(concept.id, concept);
    for (const sound of sounds.split(' ')) add({ sound, concept });
    for (const sound of own?.split(' ') ?? []) add({ sound, concept, own: true });
  }
  for (const [sound, products] of Object.entries(file.words))
    add({ sound, matches: unpackProducts(products) });
  const all = [...entries.values()];
  const byLength: Entry[][] = [];
  for (const entry of all) {
    const { length } = entry.sound;
    byLength[length] ??= [];
    byLength[length].push(entry);
  }

  function search(sound: string, prefix: boolean): Match | undefined {
    const entry = entries.get(sound);
    if (entry) return { entry, off: 0 };
    if (sound.length < shortestPrefix || /\d/.test(sound)) return undefined;
    let best: Match | undefined;
    const reach = sound.length < 9 ? 2 : 3;
    for (let length = sound.length - reach; length <= sound.length + reach; length++)
      for (const entry of byLength[length] ?? []) {
        const limit = Math.min(distanceLimit(Math.min(length, sound.length)), best ? best.off - 1e-9 : 9);
        const off = soundDistance(sound, entry.sound, limit);
        if (off <= limit) best = { entry, off };
      }
    if (best || !prefix) return best;
    const started = all.filter((one) => one.sound.startsWith(sound));
    started.sort(
      (a, b) => Number(Boolean(b.concept)) - Number(Boolean(a.concept)) || a.sound.length - b.sound.length,
    );
    const [first] = started;
    return first && { entry: first, off: Math.min(1, (first.sound.length - sound.length) * 0.2) };
  }

  const known = new Map<string, Match | undefined>();
  return {
    concepts,
    find(sound, prefix) {
      const key = prefix ? `${sound}…` : sound;
      if (known.has(key)) return known.get(key);
      if (known.size >= remembered) known.clear();
      const match = search(sound, prefix);
      known.set(key, match);
      return match;
    },
  };
}
