/** Limits for the time of a sale (docs/desk.md, "A sale day"): set at the desk, counted in orders and emails, ended by themselves. */
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect } from 'vitest';
import { outbox, saleDays } from '#db/schema/index.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { password } from '../support/accounts.ts';
import { type ApiResponse, times } from '../support/client.ts';
import { day, hour, setClock } from '../support/clock.ts';
import type { DeskRefusal } from '../support/desk.ts';
import { orderOf, refillStock, serum } from '../support/orders.ts';
import { expectWrongFields } from '../support/refusals.ts';
import { select, setStock } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ proxy: true, simulators: true });

const path = '/api/desk/sale-day';
type Read = ResponseOf<(typeof api.desk)['sale-day']['$get']>;
type Answer = DeskRefusal;

const expected = { visits: 100_000, ordering: 10, cash: 60, pieces: 12_000 };
const wanted = () => ({
  startsAt: Date.now(),
  endsAt: Date.now() + hour,
  limits: { cashPerHour: 80, cash: 80 },
  expected,
  password,
});
const read = async () => (await operator.get<Read>(path)).body;
const set = (json: object = {}, who = operator) => who.post<Answer>(path, { ...wanted(), ...json });
const end = (id: string) => operator.post<Answer>(`${path}/${id}/end`);
const audited = () =>
  select<{ action: string; detail: string | null }>(
    shop.db,
    sql`SELECT action, detail FROM audit WHERE action LIKE 'sale_day%' ORDER BY rowid`,
  );

afterEach(async () => {
  await shop.db.write.delete(saleDays);
  await refillStock(shop.db);
});

/** A cash order of somebody who has proved nothing. @returns the status, or the code of the refusal */
async function orderInCash(pieces: number): Promise<string | number> {
  const buyer = await shop.person();
  const { status, body } = await buyer.post('/api/order/place', await orderOf(buyer, { [serum]: pieces }));
  return status === 200 ? status : body.code;
}

describe('the limits of a sale day', () => {
  test('count from the next order on, until they end', async () => {
    // A quarter of twenty pieces may be held in cash in an hour.
    await setStock(shop.db, serum, 20);
    expect([await orderInCash(5), await orderInCash(1)]).toEqual([200, 'pay_online']);
    const { body } = await set();
    expect(body.message).toBe('The limits are set. They end by themselves.');
    expect(await orderInCash(5)).toBe(200);
    await setClock(shop, 2 * hour);
    // The hour is over for the other pieces too: half of them may be held, and half are.
    expect(await orderInCash(5)).toBe('pay_online');
  });

  test('begin at their moment', async () => {
    await setStock(shop.db, serum, 20);
    await set({ startsAt: Date.now() + 2 * hour, endsAt: Date.now() + 4 * hour });
    expect([await orderInCash(5), await orderInCash(3)]).toEqual([200, 'pay_online']);
    expect((await read()).rows[0]?.state).toBe('planned');
    await setClock(shop, 2 * hour + 1_000);
    expect((await read()).rows[0]?.state).toBe('running');
    expect(await orderInCash(5)).toBe(200);
  });

  test('are ended with one press, and then never begin again', async () => {
    await setStock(shop.db, serum, 20);
    await set();
    const [row] = (await read()).rows;
    const { status, body } = await end(row?.id ?? '');
    expect([status, body.message]).toEqual([200, 'The usual limits count again.']);
    expect([await orderInCash(5), await orderInCash(1)]).toEqual([200, 'pay_online']);
    expect((await read()).rows.map(({ state }) => state)).toEqual(['over']);
    expect((await audited()).slice(-2).map(({ action }) => action)).toEqual([
      'sale_day_set',
      'sale_day_ended',
    ]);
  });

  test('orders of an account', async () => {
    const buyer = await shop.person();
    const order = async (n: number) => {
      const json = { ...(await orderOf(buyer, { [serum]: n })), again: true };
      return (await buyer.post('/api/order/stripe', json)).status;
    };
    await set({ limits: { accountOrders: 5 } });
    const statuses = [];
    for (const n of [1, 2, 3, 4, 5, 6]) statuses.push(await order(n));
    expect(statuses.map((status) => status === 429)).toEqual([false, false, false, false, false, true]);
  });

  test('of emails to addresses that nobody has confirmed', async () => {
    await shop.db.write.delete(outbox);
    await set({ limits: { emailsPerHour: 50 } });
    // Subscriptions have 15% of it: eight, rounded up.
    for (const n of times(9, (n) => n))
      await shop.client().post('/api/subscribe', { email: `reader-${n}@example.in` });
    const held = () =>
      select<{ n: number }>(shop.db, sql`SELECT count(*) AS n FROM outbox WHERE status = 'held'`);
    expect((await held())[0]?.n).toBe(1);
  });

  test('cost a shop without a sale no row and no statement of their own; nor do those that are over', async () => {
    /** The rows of the statement that reads the buyer, which has one of the limits in it. */
    const rowsOfBuyer = async () => {
      shop.proxy.reset();
      await orderInCash(1);
      const limited = shop.proxy.rowsRead.filter(({ statement }) => statement.includes('"sale_days"'));
      expect(limited.filter(({ statement }) => /^\W*select \S+ from "sale_days"/i.test(statement))).toEqual(
        [],
      );
      return limited.find(({ statement }) => /from "sessions"/.test(statement))?.rows;
    };
    const usual = await rowsOfBuyer();
    expect(usual).toBeGreaterThan(0);
    for (const n of times(50, (n) => n))
      await shop.db.write.run(sql`INSERT INTO sale_days SELECT ${`old-${n}`}, 0, 1, '{"cash":90}', '{}', 0`);
    expect(await rowsOfBuyer()).toBe(usual);
  });
});

describe('setting them', () => {
  test('asks for the password, keeps the bounds, and writes nothing otherwise', async () => {
    await expectWrongFields(shop, (json) => set(json) as Promise<ApiResponse<never>>, [
      ['above a bound', { limits: { cashPerHour: 91 } }, 'limits.cashPerHour'],
      ['no limit', { limits: {} }, 'limits'],
      ['over already', { endsAt: Date.now() - 1 }, 'endsAt'],
      ['too long', { endsAt: Date.now() + 8 * day }, 'endsAt'],
    ]);
    expect((await set({ password: 'wrong password' })).body.fields).toHaveProperty('password');
    expect((await read()).rows).toEqual([]);
  });

  test('two for one time: the second is refused, also when both come at once', async () => {
    const other = await shop.person('operator');
    const answers = await Promise.all([set(), set({}, other)]);
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'overlaps']);
    expect((await read()).rows).toHaveLength(1);
    const later = { startsAt: Date.now() + 2 * hour, endsAt: Date.now() + 3 * hour };
    expect((await set(later)).status).toBe(200);
  });

  test('is in the audit list, with what was set', async () => {
    await set();
    expect((await audited()).at(-1)).toMatchObject({
      action: 'sale_day_set',
      detail: expect.stringMatching(
        /^from .* until .*\. Held in cash orders of a product within an hour: 80\. /,
      ),
    });
  });
});

test('the page reads the sales that run or come, with their pieces, and the usual limits', async () => {
  const { usual, busiest, sales } = await read();
  expect(usual).toMatchObject({ cashPerHour: 25, cash: 50, networkOrders: 100, guests: 600 });
  expect(busiest.days).toBe(30);
  for (const { from, until, products, pieces } of sales) {
    expect(until).toBeGreaterThan(Math.max(from, Date.now()));
    expect([products > 0, pieces > 0]).toEqual([true, true]);
  }
});
