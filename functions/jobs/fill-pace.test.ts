/** A fill gives way to shoppers (docs/operations.md, "Migrations without downtime"). */
import { expect, test } from 'vitest';
import { afterPiece, afterWait, firstPace, type Pace } from './fill-pace.ts';

/** Runs a fill of ten seconds. @param piece, @param wait what a piece and the small write take, ms */
function run(piece: (rows: number) => number, wait: (at: number) => number) {
  let pace: Pace = firstPace;
  let at = 0;
  let [held, rows, longest] = [0, 0, 0];
  while (at < 10_000) {
    const waited = wait(at);
    at += waited;
    const next = afterWait(pace, waited);
    pace = next.pace;
    if (next.goes) {
      const took = piece(pace.rows);
      rows += pace.rows;
      held += took;
      longest = Math.max(longest, took);
      at += took;
      pace = afterPiece(pace, took);
    }
    at += pace.rest;
  }
  return { held: held / at, rows, longest };
}

test('in a quiet shop it holds the lock for less than a quarter of the time, 25 ms at once', () => {
  const { held, rows, longest } = run(
    (count) => 2 + count * 0.5,
    () => 2,
  );
  expect(held).toBeLessThan(0.25);
  expect(longest).toBeLessThan(30);
  expect(rows).toBeGreaterThan(3_000);
});

test('rows that take long make small pieces', () =>
  expect(
    run(
      (count) => 1 + count * 20,
      () => 2,
    ).longest,
  ).toBeLessThan(60 * 20));

test('while others wait it nearly stops, and goes on at once afterwards', () => {
  const isBusy = (at: number) => at > 1_000 && at < 8_000;
  const rows: number[] = [];
  const quiet = run(
    (count) => 2 + count * 0.5,
    (at) => (isBusy(at) ? 400 : 2),
  );
  const free = run(
    (count) => 2 + count * 0.5,
    () => 2,
  );
  rows.push(quiet.rows, free.rows);
  expect(quiet.rows).toBeLessThan(free.rows * 0.5);
  expect(quiet.rows).toBeGreaterThan(free.rows * 0.1);
});

test('a shop that becomes busy and stays so gets its rows filled too, a few at a time', () => {
  const { rows, held } = run(
    (count) => 2 + count * 0.5,
    (at) => (at < 50 ? 2 : 300),
  );
  expect(rows).toBeGreaterThanOrEqual(60);
  expect(held).toBeLessThan(0.05);
});
