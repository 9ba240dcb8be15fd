/**
 * Orders with the database in another building, or on another continent: 40 buyers at once are served, since an isolate
 * sends more writes at a time the longer they are on their way (src/lib/concurrency-limit.ts).
 */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { orderOf, refillStock, serum } from '../support/orders.ts';
import { makeKnown, setStock, stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true });
const buyers = 40;
/** Orders of each. */
const each = 3;

beforeAll(() => refillStock(shop.db));
afterEach(() => shop.proxy.moveAway(0));

/** On another continent the first orders wait until more writes run at a time: on a busy machine some of them too long. */
describe.each([
  [20, 1],
  [50, 1],
  [200, 10],
])('%i ms away', (distance, percent) => {
  test(`at most ${percent} orders in a hundred are refused, and each that is taken is stored once`, async () => {
    await setStock(shop.db, serum, 1000);
    const people = await shop.people(buyers);
    await makeKnown(shop.db, people);
    const orders = await Promise.all(people.map((person) => orderOf(person, { [serum]: 1 })));
    shop.proxy.moveAway(distance);
    const answers = await Promise.all(
      people.map(async (person, index) => {
        const statuses: number[] = [];
        for (let n = 0; n < each; n++)
          statuses.push(
            (
              await person.post(
                '/api/order/place',
                { ...orders[index], again: true },
                { 'Idempotency-Key': `order-${n}-of-${person.id}` },
              )
            ).status,
          );
        return statuses;
      }),
    );
    const statuses = answers.flat();
    const placed = statuses.filter((status) => status === 200).length;
    expect(new Set(statuses.filter((status) => status !== 503))).toEqual(new Set([200]));
    expect(statuses.length - placed).toBeLessThanOrEqual((statuses.length * percent) / 100);
    expect(await stockOf(shop.db, serum)).toBe(1000 - placed);
  });
});
