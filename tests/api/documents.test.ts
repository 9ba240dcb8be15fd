/**
 * Invoices and credit notes (docs/behaviour.md, "Invoices and credit notes"): issued with the parcel, numbered without
 * gaps, never changed.
 */

import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import {
  attempts,
  documentCounters,
  documents,
  flags,
  orderLines,
  orders,
  products,
} from '#db/schema/index.ts';
import type { Detail } from '#desk/orders/orders.api.ts';
import { oneDay } from '#lib/dates.ts';
import { type Client, tally, times } from '../support/client.ts';
import { runJobAt, setClock } from '../support/clock.ts';
import { attachTracking } from '../support/desk.ts';
import { invoiceOf, placed, shippedOrder, stored } from '../support/documents.ts';
import { address, business, orderOf, serum } from '../support/orders.ts';
import { setStatus } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({
  simulators: true,
  flood: 10_000,
  writes: 10_000,
  vars: { ORDERS_PER_HOUR: '10000', ORDER_LINK_TRIES_PER_HOUR: '3' },
});

/** Of a line from before there were HSN codes. */
const noTaxData = { hsn: null, rate: null, unitCode: null };
const setLines = (orderId: string, change: Partial<typeof orderLines.$inferInsert>) =>
  shop.db.write.update(orderLines).set(change).where(eq(orderLines.orderId, orderId));
const move = (orderId: string, status: string, more: object = {}) =>
  operator.post('/api/order/move', { orderId, status, ...more });
/** All of the order comes back. */
const takeBack = (orderId: string) => move(orderId, 'Returned', { reason: 'Leaking', restock: false });
const documentOf = async (client: Client, orderId: string) =>
  (await invoiceOf(client, orderId)).body.document;
const detailOf = async (orderId: string) => (await operator.get<Detail>(`/api/desk/orders/${orderId}`)).body;
/** Moves the clock to a moment of India: `2026-12-02T10:00:00`. */
const itIs = (moment: string) => setClock(shop, Date.parse(`${moment}+05:30`) - Date.now());
/** Sessions end after days, those of operators after hours without use; these last. */
const keepSessions = () =>
  shop.db.write.run(sql`UPDATE sessions SET expires_at = ${Date.parse('2090-01-01')}`);

beforeEach(() => shop.db.write.delete(attempts));

describe('an invoice', () => {
  test('is issued when the parcel is handed over, once, and says what was ordered', async ({ shopper }) => {
    const orderId = await placed(shopper);
    expect(await invoiceOf(shopper, orderId)).toMatchObject({ status: 404, body: { code: 'not_issued' } });
    await move(orderId, 'Packing');
    expect(await stored(shop, orderId)).toEqual([]);

    expect((await attachTracking(operator, orderId)).status).toBe(200);
    const [first] = await stored(shop, orderId);
    // The number of a corrected parcel, and later moves, issue nothing more.
    expect((await attachTracking(operator, orderId)).status).toBe(200);
    await move(orderId, 'Out for Delivery');
    expect(await stored(shop, orderId)).toEqual([first]);

    const document = await documentOf(shopper, orderId);
    expect(document.number).toMatch(/^HRT\/\d\d-\d\d\/\d{6}$/);
    expect(document.number.length).toBe(16);
    expect(document).toMatchObject({
      supply: 'intra',
      recipient: { name: 'Asha Rao', gstin: null, code: '29' },
      placeOfSupply: { state: 'Karnataka', code: '29' },
      lines: [
        { description: 'Glow Serum', hsn: '330499', quantity: 2, rate: 1800, total: 119_800 },
        { hsn: '330499', quantity: 1, total: 34_900 },
      ],
      total: 154_700,
      inWords: 'Rupees One Thousand Five Hundred Forty-Seven Only',
    });
  });

  test('for a business in another state has its GSTIN and integrated tax; a kit names its parts', async ({
    shopper,
  }) => {
    const inPune = {
      ...address,
      email: shopper.email,
      state: 'Maharashtra',
      city: 'Pune',
      zipcode: '411001',
    };
    const orderId = await shippedOrder(operator, shopper, {
      ...(await orderOf(shopper, { 'morning-ritual-kit': 1 })),
      address: inPune,
      business: { ...business, gstin: '27aapfu0939f1zv', businessName: 'Asha Traders' },
    });
    expect(await documentOf(shopper, orderId)).toMatchObject({
      supply: 'inter',
      recipient: {
        name: 'Asha Traders',
        address: ['7 Hill Road', 'Mumbai 400050', 'Maharashtra, India'],
        gstin: '27AAPFU0939F1ZV',
        code: '27',
      },
      deliveredTo: {
        name: 'Asha Rao',
        address: ['1 MG Road', 'Pune 411001', 'Maharashtra, India'],
        code: '27',
      },
      lines: [{ parts: ['Purifying Cleanser, 150 ml', 'Glow Serum, 30 ml', 'Daily Veil, 50 ml'] }],
      tax: { cgst: 0, sgst: 0 },
    });
  });

  test('has the rate of its own day, not of the order; the gross amount stays, and its credit note follows it', async ({
    shopper,
  }) => {
    const orderId = await placed(shopper);
    // As if the rate had changed between the order and the parcel.
    await setLines(orderId, { rate: 1200 });
    expect((await attachTracking(operator, orderId)).status).toBe(200);
    const document = await documentOf(shopper, orderId);
    expect(document).toMatchObject({
      lines: [
        { rate: 1800, total: 119_800 },
        { rate: 1800, total: 34_900 },
      ],
      total: 154_700,
      tax: { cgst: 11_799, sgst: 11_799 },
    });
    await move(orderId, 'Delivered');
    expect((await takeBack(orderId)).status).toBe(200);
    const [note] = (await stored(shop, orderId)).filter(({ kind }) => kind === 'credit_note');
    const lines = [{ rate: 1800 }, { rate: 1800 }];
    expect(note?.data).toMatchObject({ total: 154_700, tax: document.tax, lines });
  });

  test('of an order from before there were HSN codes takes them from the catalogue, or from the category', async ({
    shopper,
  }) => {
    const milk = 'soft-milk-cleanser';
    const orderId = await placed(shopper, await orderOf(shopper, { [serum]: 1, [milk]: 1 }));
    await setLines(orderId, noTaxData);
    const setProduct = (id: string, hsn: string | null, unitCode: string | null) =>
      shop.db.write.update(products).set({ hsn, unitCode }).where(eq(products.id, id));
    await setProduct(serum, '340130', 'TUB');
    await setProduct(milk, null, null);
    expect((await attachTracking(operator, orderId)).status).toBe(200);
    expect((await documentOf(shopper, orderId)).lines).toMatchObject([
      { hsn: '340130', unit: 'TUB', rate: 1800 },
      // `defaults` of content/tax.yaml for cleansers.
      { hsn: '340130', unit: 'NOS', rate: 1800 },
    ]);
    await setProduct(serum, '330499', 'NOS');
    await setProduct(milk, '340130', 'NOS');
  });

  test('of a code without any rate has the code and the rate of the category', async ({ shopper, order }) => {
    await setLines(order._id, { hsn: '999999', rate: null });
    expect((await attachTracking(operator, order._id)).status).toBe(200);
    const line = { hsn: '330499', rate: 1800 };
    expect((await documentOf(shopper, order._id)).lines).toMatchObject([line, line]);
  });

  test('is missing of a parcel of before the shop wrote one: the page says whom to ask', async ({
    shopper,
    order,
  }) => {
    await setStatus(shop.db, order._id, 'Shipped');
    expect(await invoiceOf(shopper, order._id)).toMatchObject({ status: 404, body: { code: 'no_invoice' } });
    expect((await detailOf(order._id)).lacksInvoice).toBe(true);
  });

  test('follows an order that changes while it is made', async ({ order: { _id: orderId } }) => {
    const note = (n: number) =>
      operator.post(`/api/desk/orders/${orderId}/note`, { note: `Note ${n}`, seen: n + 1 });
    const [shipped] = await Promise.all([attachTracking(operator, orderId), ...times(5, note)]);
    expect(shipped.status).toBe(200);
    expect(await stored(shop, orderId)).toHaveLength(1);
  });
});

describe('numbers', () => {
  test('have no gap and no repetition, with twelve parcels at once, some of them twice', async () => {
    const [{ last } = { last: 0 }] = await shop.db.read.select().from(documentCounters);
    const people = await shop.people(12);
    const ids = await Promise.all(people.map((person) => placed(person)));
    const answers = await Promise.all([...ids, ...ids.slice(0, 6)].map((id) => attachTracking(operator, id)));
    expect(tally(answers)).toEqual({ 200: 18 });
    const rows = await shop.db.read
      .select()
      .from(documents)
      .where(sql`serial > ${last}`)
      .orderBy(documents.serial);
    expect(rows.map(({ serial }) => serial)).toEqual(times(12, (n) => last + n + 1));
    expect(rows.map(({ orderId }) => orderId).toSorted()).toEqual(ids.toSorted());
  });

  test('are not used by a move that is refused', async ({ shopper, order: { _id: orderId } }) => {
    const before = await shop.db.read.select().from(documentCounters);
    expect((await attachTracking(shopper, orderId)).status).toBe(403);
    await shopper.post('/api/order/cancel', { orderId });
    expect((await attachTracking(operator, orderId)).status).toBe(409);
    expect(await shop.db.read.select().from(documentCounters)).toEqual(before);
    expect((await invoiceOf(shopper, orderId)).body.message).toMatch(/cancelled before it was sent/);
  });

  test('begin again at midnight in India on 1 April', async ({ shopper }) => {
    const [last, first] = [await placed(shopper), await placed(shopper)];
    await keepSessions();
    await itIs('2027-03-31T23:59:00');
    await attachTracking(operator, last);
    await itIs('2027-04-01T00:01:00');
    await attachTracking(operator, first);
    expect(await stored(shop, last)).toMatchObject([{ year: '26-27' }]);
    expect(await stored(shop, first)).toMatchObject([{ year: '27-28', serial: 1 }]);
  });
});

describe('documents', () => {
  test('of a return after 30 November of the next year no longer reduce the tax: the desk warns, and is told', async ({
    order: { _id: orderId },
  }) => {
    await keepSessions();
    await itIs('2027-03-31T12:00:00');
    await attachTracking(operator, orderId);
    await itIs('2027-11-30T23:00:00');
    expect((await detailOf(orderId)).lateSince).toBeNull();
    await itIs('2027-12-01T00:00:00');
    expect((await detailOf(orderId)).lateSince).toBe('2027-11-30');
    expect((await takeBack(orderId)).status).toBe(200);
    const [flag] = await shop.db.read.select().from(flags).where(eq(flags.about, orderId));
    expect(flag).toMatchObject({
      kind: 'late_credit_note',
      detail: expect.stringMatching(/^The credit note of ₹1,297\.00 came after 30 Nov 2027\./),
    });
    expect((await stored(shop, orderId)).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note']);
  });

  test('cannot be changed, nor deleted before their time; then the job deletes them', async ({ shopper }) => {
    const orderId = await shippedOrder(operator, shopper);
    const [document] = await stored(shop, orderId);
    if (!document) throw new Error('no document');
    expect(document.keepUntil).toBe(Date.parse('2033-04-01T00:00:00+05:30'));
    const change = shop.db.write.run(sql`UPDATE documents SET number = 'X' WHERE id = ${document.id}`);
    await expect(change).rejects.toThrow();
    await expect(shop.db.write.delete(documents).where(eq(documents.id, document.id))).rejects.toThrow();
    const old = { id: 'old', serial: 999_999, number: 'HRT/15-16/000001', orderId: 'an old order' };
    await shop.db.write.insert(documents).values({ ...document, ...old, keepUntil: Date.now() - oneDay });
    // The Worker's clock alone deletes nothing.
    await runJobAt(shop, 8 * 365 * oneDay);
    expect(await stored(shop, 'an old order')).toEqual([]);
    expect(await stored(shop, orderId)).toEqual([document]);
  });

  test('stay as they were when the account is deleted or the order changes', async ({ shopper }) => {
    const orderId = await shippedOrder(operator, shopper);
    const before = await stored(shop, orderId);
    const erased = { userId: null, address: sql`json_set(address, '$.firstName', '')` };
    await shop.db.write.update(orders).set(erased).where(eq(orders.id, orderId));
    expect(await stored(shop, orderId)).toEqual(before);
    expect((await invoiceOf(shopper, orderId)).status).toBe(404);
    expect((await documentOf(operator, orderId)).recipient.name).toBe('Asha Rao');
  });
});
