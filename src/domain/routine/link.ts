/**
 * A routine as the fragment of an address: `#1-gs-cs-dv`, version first, then codes of products and kinds. It holds
 * nothing about the person, and browsers do not send it to the server.
 */
import type { RoutineItem } from './routine-data.ts';

const version = '1';
/** Longest text that is read, characters: what we write is far shorter. */
const longest = 400;

/** @returns '' for no items */
export const writeLink = (items: readonly Pick<RoutineItem, 'code'>[]): string =>
  items.length ? `#${[version, ...items.map(({ code }) => code)].join('-')}` : '';

/** @property leftOut how many parts of the link are not known, or no longer */
export type ReadLink = {
  ids: string[];
  leftOut: number;
  /** `unreadable`: it is no link of a routine. `other`: of another version; what is known of it was read. */
  state: 'read' | 'other' | 'unreadable';
};

/**
 * Reads any text as far as it is valid; it never throws.
 * @param hash as in `location.hash` @returns undefined for an empty one
 */
export function readLink(
  hash: string,
  items: readonly Pick<RoutineItem, 'id' | 'code'>[],
): ReadLink | undefined {
  const text = hash.replace(/^#/, '').slice(0, longest).toLowerCase();
  if (!text) return undefined;
  const [first = '', ...parts] = text.split('-');
  if (!/^\d{1,3}$/.test(first)) return { ids: [], leftOut: 0, state: 'unreadable' };
  const byCode = new Map(items.map(({ id, code }) => [code, id]));
  const given = [...new Set(parts.filter(Boolean))];
  const ids = given.flatMap((code) => byCode.get(code) ?? []);
  return { ids, leftOut: given.length - ids.length, state: first === version ? 'read' : 'other' };
}
