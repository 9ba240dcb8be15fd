/**
 * Bad input: each case of the table gets a 4xx with `success: false`, a message and a stable code, and changes no row
 * of any table.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, inBatches } from '../support/client.ts';
import { linksOf } from '../support/every-route.ts';
import { placed, refillStock, serum } from '../support/orders.ts';
import { kib, notFound } from '../support/routes/bad-input.ts';
import { type BadCase, badInput } from '../support/routes/index.ts';
import { type BadSender, fill, fillJson, type RouteData } from '../support/routes/route.ts';
import { snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ flood: 10_000, writes: 10_000 });
let senders: Record<Exclude<BadSender, 'nobody'>, Client>;
let data: RouteData;
const messages = new Map<string, string>();

beforeAll(async () => {
  await refillStock(shop.db);
  const [shopper, other, dead] = [await shop.person(), await shop.person(), await shop.person()];
  senders = { shopper, operator: await shop.person('operator'), dead, forged: shop.client('z'.repeat(43)) };
  const { _id: order } = await placed(other);
  data = { order, foreignOrder: order, ...linksOf(order) };
  await shopper.post('/api/cart/add', { itemId: serum, quantity: 3 });
  await shopper.post(`/api/reviews/${serum}`, { rating: 4, comment: 'Good' });
  await dead.post('/api/user/logout');
});

function send({ method, path, as, json, headers = {}, ...others }: BadCase) {
  const client = as === 'nobody' ? shop.client() : senders[as];
  return client.send(method, fill(path, data), { ...others, headers, json: fillJson(json, data) });
}

/** Requests of no route. */
const elsewhere: BadCase[] = [
  { what: 'the wrong method', method: 'GET', path: '/api/product/searched', status: 405, code: 'method' },
  { what: 'the wrong method', method: 'DELETE', path: '/api/order/place', status: 405, code: 'method' },
  { what: 'an unknown address', method: 'GET', path: '/api/admin', ...notFound },
  {
    what: 'a body of 10 MB to an unknown address',
    method: 'POST',
    path: '/api/nowhere',
    unfinished: { sent: 1000, announced: 10 * kib * kib },
    ...notFound,
  },
].map((one) => ({ ...one, name: `${one.method} ${one.path}`, as: 'shopper' }));

const cases = [...badInput, ...elsewhere];

const titleOf = ({ method, path, what }: BadCase) => `${method} ${path.slice(0, 60)}: ${what}`;

test('there are at least 400 cases, each with a title of its own', () => {
  expect(cases.length).toBeGreaterThanOrEqual(400);
  const titles = cases.map(titleOf);
  expect(titles.filter((title, n) => titles.indexOf(title) !== n)).toEqual([]);
});

const byArea = Map.groupBy(cases, ({ path }) => /\/api\/(desk\/)?[\w-]+/.exec(path)?.[0] ?? path);

test.each([...byArea])('%s refuses each case, and changes no row', async (_, cases) => {
  const before = await snapshot(shop.db);
  const found = await inBatches(cases, async (input) => {
    const title = titleOf(input);
    const { status, body, headers } = await send(input);
    expect(body, title).toMatchObject({ success: false, message: expect.stringMatching(/\S/) });
    expect(headers.get('content-type'), title).toMatch(/^application\/json/);
    expect(headers.get('cache-control'), title).toBe('no-store');
    if (status === 422) expect(Object.values(body.fields).join(''), title).not.toBe('');
    if (input.field) expect(body.fields, title).toEqual({ [input.field]: input.says || body.message });
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
  await placed(await shop.person());
});
