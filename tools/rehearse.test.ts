import { describe, expect, test } from 'vitest';
import { arrivalOf, type Bought } from '#tools/lib/rehearsal.ts';
import { reportOf } from '#tools/lib/rehearsal-report.ts';
import { copyOrigin, readParameters } from '#tools/rehearse.ts';

const shop = 'https://www.harita.example';

describe('where a rehearsal may run', () => {
  test.each([
    'http://localhost:8787',
    'http://127.0.0.1:8787/',
    'https://change-12-shop-preview.name.workers.dev',
  ])('%s: a copy', (url) => {
    expect(copyOrigin(url, shop)).toBe(new URL(url).origin);
  });

  test.each([
    shop,
    'https://harita.example',
    'https://shop.name.workers.dev',
    'http://change-12-shop-preview.name.workers.dev',
    'https://change-12-shop-preview.name.workers.dev.evil.example',
    'https://evil.example/-preview.name.workers.dev',
    'not an address',
  ])('%s: refused, since orders are placed', (url) => {
    expect(() => copyOrigin(url, shop)).toThrow('is no preview');
  });

  test('not at the shop itself, even if its name is that of a preview', () => {
    const url = 'https://shop-preview.name.workers.dev';
    expect(() => copyOrigin(url, url)).toThrow('is no preview');
  });
});

test('the parameters: as many pieces as buyers, and a time that fits', () => {
  expect(readParameters(['--orders', '10000'])).toMatchObject({
    orders: 10_000,
    minutes: 2,
    cash: 60,
    pieces: 10_000,
  });
  for (const wrong of [
    ['--orders', '0'],
    ['--orders', 'many'],
    ['--minutes', '0'],
    ['--cash', '101'],
    ['--buyers', '5'],
  ])
    expect(() => readParameters(wrong)).toThrow('Usage: npm run rehearse');
});

test('buyers come in their order, within the time, and more of them after the ramp', () => {
  const at = Array.from({ length: 1_000 }, (_, n) => arrivalOf(n / 1_000, 60));
  expect(at).toEqual(at.toSorted((a, b) => a - b));
  expect([at[0], (at.at(-1) ?? 0) < 60]).toEqual([0, true]);
  expect(at.filter((second) => second < 20)).toHaveLength(200);
});

const buyer = (outcome: string, status: number, at: number): Bought => ({
  outcome,
  at,
  tried: [
    { step: 'page', status: 200, ms: 10, at },
    { step: 'order', status, code: status === 200 ? undefined : outcome, ms: 100, at: at + 10 },
  ],
});

test('the report: numbers, who had no order and why, and what broke first', () => {
  const report = reportOf([
    buyer('placed', 200, 0),
    buyer('placed', 200, 100),
    buyer('pay_online', 409, 900),
    buyer('unavailable', 503, 500),
  ]);
  expect(report.rows).toMatchObject({
    buyers: '4',
    'orders placed': '2 (50.0%)',
    'answer to an order': 'p50 0.10 s, p99 0.10 s',
    requests: '8, 12.5% of them 503',
    'buyers without an order': 'pay_online ×1 (unpaid limits), unavailable ×1 (the database)',
  });
  expect(report.first).toBe('First refusal after 0.51 s, at the order: 503 unavailable (the database).');
  expect(report.advice).toHaveLength(2);
  expect(reportOf([buyer('placed', 200, 0)])).toMatchObject({ first: 'Nothing broke.', advice: [] });
});
