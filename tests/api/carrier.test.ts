/**
 * The outer guard (wrangler.toml) for people behind one address of a carrier: each session has its own count, networks a far
 * higher one, and a flood is stopped. The limits are a fraction of the real ones, and so are the people.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiResponse, inBatches, newClient, tally, times } from '../support/client.ts';
import { guestOrder, newGuest } from '../support/guests.ts';
import { itemsOf, refillStock, serum } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ flood: 120, writes: 60, network: { flood: 600, writes: 600 } });
beforeAll(() => refillStock(shop.db));
beforeEach(() => shop.db.write.run(sql`DELETE FROM attempts`));

const live = `/api/product/live?ids=${serum}`;
const at = (address: string, token?: string) => newClient(shop.stack.url, token, address);

test('sixty people behind one address go from the home page to an order at the same time', async () => {
  const carrier = '203.0.113.80';
  const statuses: number[] = [];
  const note = ({ status }: ApiResponse) => statuses.push(status);
  await inBatches(
    times(60, (n) => n),
    async (n) => {
      const visitor = at(carrier);
      for (const path of ['/api/store', live, `/api/product/${serum}`]) note(await visitor.get(path));
      note(await visitor.post('/api/order/quote', { items: itemsOf({ [serum]: 1 }) }));
      const guest = await newGuest(shop, {}, carrier);
      // They count for the network: a quote does not check the session, so it is not known to be alive before the order.
      for (const _ of times(3, () => 0))
        note(await guest.post('/api/order/quote', { items: itemsOf({ [serum]: 1 }) }));
      // Of a product strangers may hold a part only.
      if (n < 12) await guestOrder(guest);
    },
  );
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

/** Answers until one is refused. @param most requests */
async function flood(most: number, ask: (n: number) => Promise<ApiResponse>): Promise<ApiResponse[]> {
  const answers: ApiResponse[] = [];
  for (let n = 0; n < most && answers.at(-1)?.status !== 429; n += 40)
    answers.push(...(await Promise.all(times(40, (m) => ask(n + m)))));
  return answers;
}

test('one session is stopped, from any number of addresses, and stops nobody else', async () => {
  const person = await shop.person();
  // More than the limit of two minutes, since a new minute may start meanwhile.
  const answers = await flood(400, () => at(shop.client().address, person.token).get('/api/user/me'));
  expect(answers.at(-1)?.status).toBe(429);
  expect((await at(person.address).get('/api/store')).status).toBe(200);
});

test('made-up tokens and ETags count for their network, and what an ETag answers does not', async () => {
  const address = '203.0.113.81';
  const { headers } = await at(address).get(live);
  const etag = headers.get('etag') ?? '';
  const known = await Promise.all(times(300, () => at(address).get(live, { 'If-None-Match': etag })));
  expect(tally(known)).toEqual({ 304: 300 });
  const answers = await flood(1_400, (n) =>
    at(address, randomBytes(32).toString('base64url')).get(live, n % 2 ? { 'If-None-Match': '"x"' } : {}),
  );
  expect(answers.at(-1)?.status).toBe(429);
  expect((await at('203.0.113.82').get('/api/store')).status).toBe(200);
});
