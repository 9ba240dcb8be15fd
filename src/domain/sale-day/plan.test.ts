import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readStore, root } from '#tools/lib/content.ts';
import { expectedForm, saleDayLimits } from './form.ts';
import { type Expected, saleLimitNames, saleLimits, usualLimits } from './limits.ts';
import { guards, planSale } from './plan.ts';

const usual = usualLimits(readStore(), { GUESTS_PER_HOUR: 60, ORDERS_PER_HOUR: 30 });
const expected: Expected = { visits: 100_000, ordering: 10, cash: 60, pieces: 12_000 };
const bindingOf = (sale: Expected, limits = usual) =>
  planSale(sale, limits)
    .limits.filter(({ binds }) => binds)
    .map(({ setting, name }) => setting ?? name);

test('a small day meets no limit', () => {
  expect(bindingOf({ visits: 500, ordering: 2, cash: 50, pieces: 500 })).toEqual([]);
});

test('ten thousand orders in an hour: what binds, and how much they need', () => {
  const { perHour, perMinute, perSecond, limits } = planSale(expected, usual);
  expect([perHour, perMinute, perSecond]).toEqual([10_000, 167, 10_000 / 1200]);
  expect(bindingOf(expected)).toEqual([
    'cashPerHour',
    'cash',
    'networkOrders',
    'networkPieces',
    'emailsPerHour',
    'Emails that Resend takes',
  ]);
  expect(limits.find(({ setting }) => setting === 'cashPerHour')).toMatchObject({ has: 25, needs: 50 });
});

/** Numbers that are the same in each run. */
function* numbers(count: number) {
  let state = 7;
  for (let n = 0; n < count; n++) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

describe('for any sale', () => {
  const drawn = [...numbers(2_000)];
  const sales = Array.from({ length: 500 }, (_, n): Expected => {
    const [a = 0, b = 0, c = 0, d = 0] = drawn.slice(4 * n);
    return {
      visits: 1 + Math.floor(a * 1_000_000),
      ordering: 0.1 + Math.round(b * 999) / 10,
      cash: Math.round(c * 100),
      pieces: 1 + Math.floor(d * 100_000),
    };
  });

  test('a sale that is larger needs no less of any limit', () => {
    for (const sale of sales) {
      const [small, large] = [sale, { ...sale, visits: sale.visits * 2 }].map((one) => planSale(one, usual));
      for (const [n, { needs }] of (small?.limits ?? []).entries())
        expect(large?.limits[n]?.needs).toBeGreaterThanOrEqual(needs);
    }
  });

  test('a limit that is set to what is needed does not bind, if it may be set so high', () => {
    for (const sale of sales) {
      const needed = planSale(sale, usual).limits;
      const set = { ...usual };
      for (const { setting, needs } of needed)
        if (setting && setting !== 'emailsPerHour') set[setting] = Math.max(usual[setting], needs);
      set.emailsPerHour = 5 * Math.max(...needed.map(({ needs }) => needs));
      expect(planSale(sale, set).limits.filter(({ setting, binds }) => setting && binds)).toEqual([]);
    }
  });
});

test('the bounds of what can be set are those of the schema, and hold what is usual', () => {
  for (const name of saleLimitNames) {
    const { least, most } = saleLimits[name];
    const isTaken = (value: number) => saleDayLimits.safeParse({ [name]: value }).success;
    expect([least - 1, least, most, most + 1].map(isTaken)).toEqual([false, true, true, false]);
    expect(isTaken(usual[name])).toBe(true);
  }
  expect(saleDayLimits.safeParse({ person: 5 }).success).toBe(false);
  expect(expectedForm.safeParse({ ...expected, visits: 0 }).success).toBe(false);
});

test('the limits of the outer guard are those of wrangler.toml', () => {
  const toml = readFileSync(join(root, 'wrangler.toml'), 'utf8');
  const written = (name: string) =>
    Number(
      new RegExp(`name = "${name}"\\nnamespace_id = "\\d+"\\nsimple = \\{ limit = ([\\d_]+)`)
        .exec(toml)?.[1]
        ?.replace('_', ''),
    );
  for (const [name, limit] of Object.entries(guards)) expect([name, written(name)]).toEqual([name, limit]);
});
