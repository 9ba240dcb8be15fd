/** The packed directory of pincodes: complete, right, small, and refused when it is damaged. */
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { states } from 'gst/states';
import { beforeAll, expect, test } from 'vitest';
import { packPincodes, readAreas } from '#tools/lib/pack-pincodes.ts';
import { checksum, openDirectory } from './pincodes.ts';

const file = readFileSync(new URL('./pincodes.txt', import.meta.url), 'utf8');

// Reading the directory takes a second, more on a busy machine.
let areas: ReturnType<typeof readAreas>;
beforeAll(() => {
  areas = readAreas();
}, 60_000);

test('the file is what npm’s directory packs to; after an update of it: npm run pincodes', () =>
  expect(checksum(file)).toBe(checksum(packPincodes(areas))));

test('each of the 19,586 pincodes has the state and the district of the directory, and no other is listed', () => {
  expect(areas.size).toBe(19_586);
  const directory = openDirectory(file);
  const wrong: number[] = [];
  for (let pincode = 100_000; pincode < 1_000_000; pincode++) {
    const found = directory?.find(String(pincode));
    const area = areas.get(pincode);
    const isRight = areas.has(pincode)
      ? found !== undefined &&
        found.state === (area && 'state' in area ? area.state : undefined) &&
        found.district === (area && 'state' in area ? area.district : undefined) &&
        found.states.join() === (area ? ('state' in area ? [area.state] : area.states) : []).join()
      : found === undefined;
    if (!isRight) wrong.push(pincode);
  }
  expect(wrong).toEqual([]);
  const all = [...areas.values()];
  expect(all.filter((area) => !area)).toHaveLength(338);
  expect(all.filter((area) => area && 'states' in area && area.states.length === 2)).toHaveLength(52);
  expect(new Set(all.flatMap((area) => (area && 'state' in area ? area.state : [])))).toEqual(
    new Set(states),
  );
});

test('a suggestion for the city is a name that people write', () => {
  const city = (pincode: string) => openDirectory(file)?.find(pincode)?.city;
  expect(['560001', '110001', '110092', '400050', '682559', '160001', '123456'].map(city)).toEqual([
    'Bengaluru',
    'New Delhi',
    'Delhi',
    'Mumbai',
    undefined,
    undefined,
    undefined,
  ]);
});

test('it has at most 16 KiB, compressed as hosts do', () => {
  const bytes = brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
  expect(bytes).toBeLessThanOrEqual(16 * 1024);
});

test.each([
  ['nothing', ''],
  ['a page', '<!doctype html><title>Not found</title>'],
  ['the first half', file.slice(0, file.length / 2)],
  ['one letter changed', file.replace('Karnataka:', 'Karnatakb:')],
  ['one pincode more', `${file}a`],
  ['another version', file.replace('pincodes 2', 'pincodes 1')],
])('%s is no directory', (_, text) => expect(openDirectory(text)).toBeUndefined());
