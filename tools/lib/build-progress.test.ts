import { expect, test } from 'vitest';
import { reportBuildProgress } from './build-progress.ts';

/** As Astro prints it. @param all pictures */
const output = (all: number): string[] => [
  '10:20:01 ▶ src/pages/product/[id].astro',
  '10:20:01   ├─ /product/rose-toner.html (+12ms)',
  '10:20:01   └─ /product/neem-wash.html (+9ms)',
  '10:20:02 λ src/pages/robots.txt.ts',
  '10:20:02   └─ /robots.txt (+1ms)',
  '10:20:03 ✓ Completed in 2.1s.',
  ...Array.from(
    { length: all },
    (_, n) => `  ▶ /_astro/${n + 1}.B1x_z.avif (before: 120kB, after: 9kB) (+80ms) (${n + 1}/${all})`,
  ),
];
const said = (all: number): string[] => {
  const lines: string[] = [];
  const report = reportBuildProgress((line) => lines.push(line));
  for (const line of output(all)) report(line);
  return lines;
};

test('pages, then pictures in fifths', () =>
  expect(said(100)).toEqual([
    '2 pages are written. Now their 100 pictures…',
    '20 of 100 pictures…',
    '40 of 100 pictures…',
    '60 of 100 pictures…',
    '80 of 100 pictures…',
  ]));

test.each([20, 23, 654])('%i pictures make at most five lines, the numbers of which rise', (all) => {
  const [, ...lines] = said(all);
  const numbers = lines.map((line) => Number(/^(\d+) of/.exec(line)?.[1]));
  expect(lines.length).toBeLessThan(5);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('nothing is said where few pictures are new', () => expect(said(19)).toEqual([]));
