/**
 * Bad input: each case of the table gets a 4xx with `success: false`, a message and a stable code, and changes no row
 * of any table.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BadInput, Caller } from '../support/bad-input/cases.ts';
import { badInput } from '../support/bad-input/index.ts';
import { type Client, inBatches, times } from '../support/client.ts';
import { orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { anotherSession, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
let askers: Record<Exclude<Caller, 'nobody' | 'shopper'>, Client>;
/** Several sessions of one shopper, used in rotation: there are more cases than one session may send in a minute. */
let shoppers: Client[];
let turns = 0;
let orders: Record<'{foreign}' | '{unknown}', string>;
const messages = new Map<string, string>();

beforeAll(async () => {
  await refillStock(shop.db);
  const [shopper, other, dead] = [await shop.person(), await shop.person(), await shop.person()];
  askers = { operator: await shop.person('operator'), dead, forged: shop.client('z'.repeat(43)) };
  const { body } = await placeOrder(other, await orderOf(other, { [serum]: 1 }));
  orders = { '{foreign}': body.order._id, '{unknown}': randomUUID() };
  await shopper.post('/api/cart/add', { itemId: serum, quantity: 3 });
  await dead.post('/api/user/logout');
  const tokens = await Promise.all(times(8, () => anotherSession(shop.db, shopper)));
  shoppers = tokens.map((token) => shop.client(token));
});

function askerOf(as: Caller): Client {
  if (as === 'nobody') return shop.client();
  if (as !== 'shopper') return askers[as];
  turns += 1;
  return shoppers[turns % shoppers.length] as Client;
}

const fill = (text: string) =>
  text.replaceAll(/\{foreign\}|\{unknown\}/g, (name) => orders[name as '{foreign}']);

/** Routes that require a token get a valid one, so that the token is not the error. */
const usualAsker = (to: string): Caller => (/ \/api\/(cart|order|reviews)\//.test(to) ? 'shopper' : 'nobody');

function send({ to, as = usualAsker(to), json, raw, unfinished, headers = {} }: BadInput) {
  const [method = '', path = ''] = fill(to).split(' ');
  return askerOf(as).send(method, path, {
    headers,
    ...(json !== undefined && { json: JSON.parse(fill(JSON.stringify(json))) }),
    ...(raw !== undefined && { raw }),
    ...(unfinished && { unfinished }),
  });
}

const titleOf = ({ to, what }: BadInput) => `${to.slice(0, 60)}: ${what}`;

test('the table has at least 400 cases, each with a title of its own', () => {
  expect(badInput.length).toBeGreaterThanOrEqual(400);
  expect(new Set(badInput.map(titleOf)).size).toBe(badInput.length);
});

const byArea = Map.groupBy(badInput, ({ to }) => /\/api\/(desk\/)?[\w-]+/.exec(to)?.[0] ?? to);

test.each([...byArea])('%s refuses each case, and changes no row', async (_, cases) => {
  const before = await snapshot(shop.db);
  const found = await inBatches(cases, async (input) => {
    const title = titleOf(input);
    const { status, body, headers } = await send(input);
    expect(body, title).toMatchObject({ success: false, message: expect.stringMatching(/\S/) });
    expect(headers.get('content-type'), title).toMatch(/^application\/json/);
    expect(headers.get('cache-control'), title).toBe('no-store');
    if (status === 422) expect(Object.values(body.fields).join(''), title).not.toBe('');
    messages.set(title, body.message);
    return [title, `${status} ${body.code}`] as const;
  });
  const expected = cases.map((input) => [titleOf(input), `${input.status} ${input.code}`]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  expect(await snapshot(shop.db)).toEqual(before);
});

test('every message is written for shoppers, none by the validator', () => {
  const technical =
    /invalid (input|string|uuid)|expected|received|too (big|small)|undefined|null\b|json|zod/i;
  // Shoppers never see the messages about requests without JSON.
  const wrongs = [...messages].filter(([, message]) => technical.test(message) && !/JSON/.test(message));
  expect(Object.fromEntries(wrongs)).toEqual({});
});

afterAll(async () => {
  // The shop still accepts an order.
  const person = await shop.person();
  expect((await placeOrder(person, await orderOf(person, { [serum]: 1 }))).status).toBe(200);
});
