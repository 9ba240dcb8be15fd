import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Reservations, type Sql } from './reservations.ts';

/** The storage of an object: the same rows are there for the next one. */
function storage(): Sql {
  const database = new DatabaseSync(':memory:');
  return {
    exec: (query, ...values) => {
      const rows = database.prepare(query).all(...values);
      return { toArray: () => rows };
    },
  };
}

const ask = (key: string, quantity = 1, until = 30) => ({
  key,
  session: `session of ${key}`,
  quantity,
  until,
});

function withPieces(pieces: number) {
  const sql = storage();
  const reservations = new Reservations(sql);
  reservations.setPieces(pieces);
  return { sql, reservations };
}

test('a piece is reserved once, for those who ask first', () => {
  const { reservations } = withPieces(3);
  expect(['a', 'b', 'c', 'd'].map((key) => reservations.reserve(ask(key)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(reservations.free).toBe(0);
});

test('who asks for more than is left gets nothing, and the next one may', () => {
  const { reservations } = withPieces(3);
  expect([reservations.reserve(ask('a', 2)), reservations.reserve(ask('b', 2))]).toEqual([true, false]);
  expect(reservations.reserve(ask('c'))).toBe(true);
});

test('what is ordered or lost stays taken; what is released is free', () => {
  const { reservations } = withPieces(3);
  for (const key of ['a', 'b', 'c']) reservations.reserve(ask(key));
  reservations.settle('a', 'ordered');
  reservations.settle('b', 'lost');
  expect(reservations.free).toBe(0);
  reservations.settle('c', 'released');
  expect([reservations.free, reservations.hasOpen]).toEqual([1, false]);
});

test('a reservation ends with its time, and its key is remembered', () => {
  const { reservations } = withPieces(1);
  reservations.reserve(ask('a', 1, 30));
  reservations.expire(29);
  expect([reservations.free, reservations.nextEnd, reservations.stateOf('a')]).toEqual([0, 30, 'open']);
  reservations.expire(30);
  expect([reservations.free, reservations.nextEnd, reservations.stateOf('a')]).toEqual([
    1,
    undefined,
    'over',
  ]);
});

test('an order whose end is told late has taken its piece', () => {
  const { reservations } = withPieces(1);
  reservations.reserve(ask('a', 1, 30));
  reservations.expire(30);
  reservations.settle('a', 'ordered');
  expect(reservations.free).toBe(0);
});

test('an object that comes back has the reservations of the one before', () => {
  const { sql, reservations } = withPieces(2);
  reservations.reserve(ask('a'));
  const next = new Reservations(sql);
  expect([next.free, next.stateOf('a'), next.isBuying('session of a')]).toEqual([1, 'open', true]);
});

test('a new number of pieces counts without the orders before it', () => {
  const { reservations } = withPieces(1);
  reservations.reserve(ask('a'));
  reservations.settle('a', 'ordered');
  reservations.setPieces(4);
  expect([reservations.free, reservations.stateOf('a')]).toEqual([4, 'ordered']);
});

test('before the database was read there is no number', () =>
  expect(new Reservations(storage()).free).toBeUndefined());
