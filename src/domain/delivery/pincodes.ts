/**
 * The directory of pincodes in one small text, `pincodes.txt` (docs/decisions/21-pincodes.md):
 *
 * 1. `pincodes 2 5f0c…`: version and checksum of the rest.
 * 2. The districts, in the order in which their first pincodes appear: `Delhi:New Delhi,Central;Haryana:…`
 * 3. The pincodes in ascending order, each by its distance from the one before: `a` 1, `b` 2, … `z` 26, `-1a.` more, in
 *    base 36; `0` … `9` are 2 … 11 pincodes in a row. Before it: `!` the next district begins, `A` … `Z` or `=1a.` it
 *    lies again in the district that was left 1, 2, … districts ago.
 * 4. The pincodes that lie in several states: `Delhi,Uttar Pradesh:110025;…`
 */

import type { State } from 'gst/states';

/** What the directory says of a pincode. */
export type PincodeArea = {
  /** One of the states of addresses; undefined if the directory names several, or none. */
  state: State | undefined;
  /** The states in which it may lie: one, several, or none if the directory does not know. */
  states: readonly State[];
  /** The one with most of its post offices. */
  district: string | undefined;
  /** A suggestion. */
  city: string | undefined;
};

export type Directory = {
  /** @returns undefined if the directory does not list the pincode */
  find(pincode: string): PincodeArea | undefined;
  /** @param name `Bengaluru Urban, Karnataka` */
  hasDistrict(name: string): boolean;
};

const header = /^pincodes 2 ([\da-f]{8})\n/;

/** A checksum of a text (FNV-1a). */
export function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** @returns undefined if the text is damaged or of another version */
export function openDirectory(text: string): Directory | undefined {
  const [head = '', sum] = header.exec(text) ?? [];
  const rest = text.slice(head.length);
  if (!sum || sum !== checksum(rest)) return undefined;
  const [names = '', stream = '', shared = ''] = rest.split('\n');
  // A phone needs some milliseconds, so this waits for the first look-up.
  let entries: Entries | undefined;
  let inSeveral: ReturnType<typeof parseShared> | undefined;
  return {
    find(pincode) {
      entries ??= decode(names, stream);
      inSeveral ??= parseShared(shared);
      const number = Number(pincode);
      if (!entries.has(number)) return undefined;
      const district = entries.get(number);
      return {
        state: district?.state,
        states: district ? [district.state] : (inSeveral.get(number) ?? []),
        district: district?.name,
        city: district && cityOf(district),
      };
    },
    hasDistrict: (wanted) => parseDistricts(names).some(({ state, name }) => `${name}, ${state}` === wanted),
  };
}

type District = { state: State; name: string };
/** By pincode; undefined where the state is not certain. */
type Entries = ReadonlyMap<number, District | undefined>;

const parseDistricts = (names: string): District[] =>
  names.split(';').flatMap((part) => {
    const [state = '', list = ''] = part.split(':');
    return list.split(',').map((name) => ({ state: state as State, name }));
  });

const parseShared = (text: string): ReadonlyMap<number, State[]> =>
  new Map(
    text.split(';').flatMap((part) => {
      const [states = '', pincodes = ''] = part.split(':');
      return pincodes.split(',').map((pincode) => [Number(pincode), states.split(',') as State[]]);
    }),
  );

/** Districts of Delhi have names such as `North West`; those of Sikkim such as `North District`. */
function cityOf({ state, name }: District): string | undefined {
  if (state === 'Delhi') return name === 'New Delhi' ? name : state;
  return name.endsWith(' District') ? undefined : name.replace(/ (Sub)?urban$/i, '');
}

function decode(names: string, stream: string): Entries {
  const districts = parseDistricts(names);
  const entries = new Map<number, District | undefined>();
  /** By their last appearance, the present one first. */
  const recent: (District | undefined)[] = [undefined];
  let begun = 0;
  let pincode = 0;
  const back = (rank: number) => recent.unshift(...recent.splice(rank, 1));
  const add = (distance: number) => {
    pincode += distance;
    entries.set(pincode, recent[0]);
  };
  for (let at = 0; at < stream.length; at++) {
    const sign = stream.charAt(at);
    const code = stream.charCodeAt(at);
    if (sign === '=' || sign === '-') {
      const end = stream.indexOf('.', at);
      const number = Number.parseInt(stream.slice(at + 1, end), 36);
      if (sign === '=') back(number);
      else add(number);
      at = end;
    } else if (sign === '!') recent.unshift(districts[begun++]);
    else if (code >= 97) add(code - 96);
    else if (code >= 65) back(code - 64);
    else for (let count = code - 46; count > 0; count--) add(1);
  }
  return entries;
}
