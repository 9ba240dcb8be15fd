/** Past orders of an earlier shop (docs/moving-in.md, "What else you bring"): they are shown, and are in nothing else. */
import { sql } from 'drizzle-orm';
import { readRecords } from 'shop-import/read-records';
import { beforeEach, expect } from 'vitest';
import { attempts, pastOrders } from '#db/schema/index.ts';
import { planRecords, recordParts } from '#domain/import/plan-records.ts';
import type { RecordResult } from '#domain/import/record-forms.ts';
import { maxPastOrders } from '#domain/orders/past-order.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { oneDay } from '#lib/dates.ts';
import { contentRoot } from '#tools/lib/content.ts';
import { importRecords } from '#tools/shop-import/records.ts';
import { password, registerUser, verifiedUser } from '../support/accounts.ts';
import { times } from '../support/client.ts';
import { customerIdOf, customersPath } from '../support/customers.ts';
import type { DeskRefusal } from '../support/desk.ts';
import { guestOrder, newGuest } from '../support/guests.ts';
import { pastOrder } from '../support/orders.ts';
import { countRows, select, snapshot } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();
type Answer = DeskRefusal & { results: RecordResult[] };
type Mine = ResponseOf<typeof api.order.userorders.$post>;
type Page = ResponseOf<(typeof api.desk.customers)[':id']['$get']>;

/** The day before today, and days before it. */
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * oneDay).toISOString().slice(0, 10);
const head = 'Order,Date,Email,Status,Total,Currency,Item,Quantity,Price,SKU,Phone';
/** The rows of an order with two products, and of one in dollars. */
const fileOf = (email: string) => `${head}
A-2,${dayOf(30)},${email},completed,1747,INR,Rose Mist,2,624,RM,9876543210
A-2,${dayOf(30)},${email},completed,1747,INR,Neem Balm,1,499,NB,9876543210
A-1,${dayOf(60)},${email},refunded,12.50,USD,Rose Mist,1,12.50,RM,9876543210`;

const read = (file: string) => {
  const records = readRecords(new TextEncoder().encode(file));
  if (records?.kind !== 'orders') throw new Error('no orders');
  return records;
};
async function bring(file: string): Promise<RecordResult[]> {
  const plan = planRecords(read(file), { names: new Map(), keepMonths: 72, now: Date.now() });
  const [part] = recordParts(plan);
  const dry = await operator.post<Answer>('/api/desk/catalogue/records', { ...part, dry: true });
  const { status, body } = await operator.post<Answer>('/api/desk/catalogue/records', {
    ...part,
    dry: false,
    password,
  });
  expect([status, body.results]).toEqual([200, dry.body.results]);
  return body.results;
}
const mine = async (person: Pick<Person, 'post'>) => {
  const { status, body } = await person.post<Mine>('/api/order/userorders');
  expect(status).toBe(200);
  return body.earlier;
};

beforeEach(async () => {
  await shop.db.write.delete(pastOrders);
  await shop.db.write.delete(attempts);
});

test('come over once, by the desk and by the command, and change nothing else', async () => {
  const file = fileOf('asha@example.in');
  const before = await snapshot(shop.db, ['past_orders', 'audit', 'attempts']);
  expect(await bring(file)).toEqual(['added', 'added']);
  const rows = await snapshot(shop.db);
  expect(await bring(file)).toEqual(['in the shop', 'in the shop']);
  const { counts, personal } = await importRecords(read(file), contentRoot, false, () => ({
    url: shop.stack.databaseUrl,
  }));
  expect([counts.added, counts['in the shop'], personal]).toEqual([0, 2, [['Phone', 2]]]);
  expect(await snapshot(shop.db)).toEqual(rows);
  expect(await snapshot(shop.db, ['past_orders', 'audit', 'attempts'])).toEqual(before);
  expect(await select(shop.db, sql`SELECT number, total, imported FROM past_orders ORDER BY number`)).toEqual(
    [
      { number: 'A-1', total: '"USD 12.50"', imported: '{"from":"Orders","kept":{"SKU":"RM"}}' },
      { number: 'A-2', total: '174700', imported: '{"from":"Orders","kept":{"SKU":"RM | NB"}}' },
    ],
  );
  expect(await select(shop.db, sql`SELECT about, detail FROM audit ORDER BY rowid DESC LIMIT 1`)).toEqual([
    { about: 'orders', detail: '2 past orders, Orders' },
  ]);
});

test('the account that has proved the address sees them, and nobody else', async () => {
  const person = await verifiedUser(shop);
  const other = await verifiedUser(shop, 'Ravi');
  await bring(fileOf(person.email));
  expect(await mine(person)).toMatchObject([
    { number: 'A-2', total: '₹1,747.00', status: 'completed', items: ['Rose Mist × 2', 'Neem Balm'] },
    { number: 'A-1', total: 'USD 12.50', status: 'refunded', items: ['Rose Mist'] },
  ]);
  expect(await mine(other)).toBeUndefined();
  const stranger = await registerUser(shop);
  await bring(fileOf(stranger.email).replaceAll('A-', 'B-'));
  expect(await mine(stranger)).toBeUndefined();
  const guest = await newGuest(shop, { email: person.email });
  await guestOrder(guest);
  await shop.db.write.run(sql`UPDATE users SET verified_at = 1 WHERE guest = 1 AND email = ${person.email}`);
  expect(await mine(guest)).toBeUndefined();
});

test('the desk has them on the page of the customer, in no sum', async () => {
  const person = await verifiedUser(shop);
  await bring(fileOf(person.email));
  const { body } = await operator.get<Page>(`${customersPath}/${await customerIdOf(shop, person.email)}`);
  expect(body.pastOrders.map(({ number, total }) => [number, total])).toEqual([
    ['A-2', '₹1,747.00'],
    ['A-1', 'USD 12.50'],
  ]);
  expect([body.orders, body.paid]).toEqual([[], 0]);
});

test('a list has the newest, and so many', async () => {
  const person = await verifiedUser(shop);
  const rows = times(maxPastOrders + 5, (n) => `A-${n},${dayOf(n + 2)},${person.email},,5,INR,Soap,1,5,,`);
  await bring([head, ...rows].join('\n'));
  const numbers = (await mine(person))?.map(({ number }) => number);
  expect(numbers).toEqual(times(maxPastOrders, (n) => `A-${n}`));
});

test('an export has them in rupees, and they go with an account that has proved the address', async () => {
  const [person, stranger] = [await verifiedUser(shop), await registerUser(shop)];
  await bring(fileOf(person.email));
  await bring(fileOf(stranger.email).replaceAll('A-', 'B-'));
  type Exported = DeskRefusal & { data: Record<string, object[]> };
  const { body } = await person.post<Exported>('/api/user/export', { password });
  expect(body.data.ordersOfEarlierShop).toContainEqual(
    expect.objectContaining({
      number: 'A-2',
      total: 1747,
      lines: [
        { name: 'Rose Mist', quantity: 2, price: 624 },
        { name: 'Neem Balm', quantity: 1, price: 499 },
      ],
    }),
  );
  const theirs = await stranger.post<Exported>('/api/user/export', { password });
  expect(theirs.body.data.ordersOfEarlierShop).toEqual([]);
  for (const one of [person, stranger])
    expect((await one.post('/api/user/delete', { password })).status).toBe(200);
  expect(await countRows(shop.db, 'past_orders', sql`email = ${person.email}`)).toBe(0);
  expect(await countRows(shop.db, 'past_orders', sql`email = ${stranger.email}`)).toBe(2);
});

test('nothing changes them; they are deleted when orders would be', async () => {
  const at = (years: number) => Date.now() - years * 365 * oneDay;
  const rows = [1, 5, 9].map((years) => pastOrder('asha@example.in', `A-${years}`, at(years)));
  await shop.db.write.insert(pastOrders).values(rows);
  await expect(shop.db.write.run(sql`UPDATE past_orders SET total = '1'`)).rejects.toThrow();
  await shop.stack.scheduled();
  expect(await select(shop.db, sql`SELECT number FROM past_orders ORDER BY at`)).toEqual([
    { number: 'A-5' },
    { number: 'A-1' },
  ]);
});
