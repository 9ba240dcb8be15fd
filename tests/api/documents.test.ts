/**
 * Invoices and credit notes (docs/behaviour.md, "Invoices and credit notes"): issued with the parcel, numbered without
 * gaps, never changed.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  attempts,
  documentCounters,
  documents,
  flags,
  orderLines,
  orders,
  products,
} from '#db/schema/index.ts';
import { tally, times } from '../support/client.ts';
import { day, setClock } from '../support/clock.ts';
import { invoiceOf, placed, ship, stored } from '../support/documents.ts';
import { address, business, itemsOf, orderOf, refillStock, serum } from '../support/orders.ts';
import { useOperator } from '../support/people.ts';
import { setStatus } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({
  simulators: true,
  flood: 10_000,
  writes: 10_000,
  vars: { ORDERS_PER_HOUR: '10000', ORDER_LINK_TRIES_PER_HOUR: '3' },
});
const operator = useOperator(shop);

/** Of a line from before there were HSN codes. */
const noTaxData = { hsn: null, rate: null, unitCode: null };
const setLines = (orderId: string, change: { hsn?: string | null; rate?: number | null; unitCode?: null }) =>
  shop.db.write.update(orderLines).set(change).where(eq(orderLines.orderId, orderId));

beforeEach(async () => {
  await shop.db.write.batch([shop.db.write.delete(attempts)]);
  await refillStock(shop.db);
});

describe('an invoice', () => {
  test('is issued when the parcel is handed over, once, and says what was ordered', async () => {
    const person = await shop.person();
    const orderId = await placed(person);
    expect(await invoiceOf(person, orderId)).toMatchObject({ status: 404, body: { code: 'not_issued' } });
    await operator.post('/api/order/move', { orderId, status: 'Packing' });
    expect(await stored(shop, orderId)).toEqual([]);

    expect((await ship(operator, orderId)).status).toBe(200);
    const [first] = await stored(shop, orderId);
    // The number of a corrected parcel, and later moves, issue nothing more.
    expect((await ship(operator, orderId)).status).toBe(200);
    await operator.post('/api/order/move', { orderId, status: 'Out for Delivery' });
    expect(await stored(shop, orderId)).toEqual([first]);

    const { status, body } = await invoiceOf(person, orderId);
    expect(status).toBe(200);
    expect(body.document.number).toMatch(/^HRT\/\d\d-\d\d\/\d{6}$/);
    expect(body.document.number.length).toBe(16);
    expect(body.document).toMatchObject({
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

  test('for a business in another state has its GSTIN and integrated tax; a kit names its parts', async () => {
    const person = await shop.person();
    const kit = 'morning-ritual-kit';
    const { body: quoted } = await person.post('/api/order/quote', { items: itemsOf({ [kit]: 1 }) });
    const orderId = await placed(person, {
      items: itemsOf({ [kit]: 1 }),
      amount: quoted.quote.amount,
      address: { ...address, email: person.email, state: 'Maharashtra', city: 'Pune', zipcode: '411001' },
      business: { ...business, gstin: '27aapfu0939f1zv', businessName: 'Asha Traders' },
    });
    await ship(operator, orderId);
    expect((await invoiceOf(person, orderId)).body.document).toMatchObject({
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

  test('has the rate of its own day, not of the order; the gross amount stays, and its credit note follows it', async () => {
    const person = await shop.person();
    const orderId = await placed(person);
    // As if the rate had changed between the order and the parcel.
    await setLines(orderId, { rate: 1200 });
    expect((await ship(operator, orderId)).status).toBe(200);
    const { document } = (await invoiceOf(person, orderId)).body;
    expect(document).toMatchObject({
      lines: [
        { rate: 1800, total: 119_800 },
        { rate: 1800, total: 34_900 },
      ],
      total: 154_700,
      tax: { cgst: 11_799, sgst: 11_799 },
    });
    await operator.post('/api/order/move', { orderId, status: 'Delivered' });
    const back = { orderId, status: 'Returned', reason: 'Leaking', restock: false };
    expect((await operator.post('/api/order/move', back)).status).toBe(200);
    const [note] = (await stored(shop, orderId)).filter(({ kind }) => kind === 'credit_note');
    expect(note?.data).toMatchObject({
      total: 154_700,
      tax: document.tax,
      lines: [{ rate: 1800 }, { rate: 1800 }],
    });
  });

  test('of an order from before there were HSN codes takes them from the catalogue, or from the category', async () => {
    const person = await shop.person();
    const milk = 'soft-milk-cleanser';
    const order = await orderOf(person, { [serum]: 1, [milk]: 1 });
    const orderId = await placed(person, order);
    await setLines(orderId, noTaxData);
    const setProduct = (id: string, hsn: string | null, unitCode: string | null) =>
      shop.db.write.update(products).set({ hsn, unitCode }).where(eq(products.id, id));
    await setProduct(serum, '340130', 'TUB');
    await setProduct(milk, null, null);
    expect((await ship(operator, orderId)).status).toBe(200);
    expect((await invoiceOf(person, orderId)).body.document.lines).toMatchObject([
      { hsn: '340130', unit: 'TUB', rate: 1800 },
      // `defaults` of content/tax.yaml for cleansers.
      { hsn: '340130', unit: 'NOS', rate: 1800 },
    ]);
    await setProduct(serum, '330499', 'NOS');
    await setProduct(milk, '340130', 'NOS');
  });

  test('of a code without any rate is issued with the code and the rate of the category', async () => {
    const person = await shop.person();
    const orderId = await placed(person);
    await setLines(orderId, { hsn: '999999', rate: null });
    expect((await ship(operator, orderId)).status).toBe(200);
    expect((await invoiceOf(person, orderId)).body.document.lines).toMatchObject([
      { hsn: '330499', rate: 1800 },
      { hsn: '330499', rate: 1800 },
    ]);
  });

  test('is missing where a parcel left before the shop could write one: the page says whom to ask', async () => {
    const person = await shop.person();
    const orderId = await placed(person);
    await setStatus(shop.db, orderId, 'Shipped');
    expect(await invoiceOf(person, orderId)).toMatchObject({ status: 404, body: { code: 'no_invoice' } });
    const detail = await operator.get<{ lacksInvoice: boolean }>(`/api/desk/orders/${orderId}`);
    expect(detail.body.lacksInvoice).toBe(true);
  });

  test('follows an order that changes while it is made', async () => {
    const person = await shop.person();
    const orderId = await placed(person);
    const note = (n: number) =>
      operator.post(`/api/desk/orders/${orderId}/note`, { note: `Note ${n}`, seen: n + 1 });
    const [shipped] = await Promise.all([ship(operator, orderId), ...times(5, note)]);
    expect(shipped.status).toBe(200);
    expect(await stored(shop, orderId)).toHaveLength(1);
  });
});

describe('numbers', () => {
  test('have no gap and no repetition, with twelve parcels at once, some of them twice', async () => {
    const [{ last } = { last: 0 }] = await shop.db.read.select().from(documentCounters);
    const people = await shop.people(12);
    const ids = await Promise.all(people.map((person) => placed(person)));
    const answers = await Promise.all([...ids, ...ids.slice(0, 6)].map((id) => ship(operator, id)));
    expect(tally(answers)).toEqual({ 200: 18 });
    const rows = await shop.db.read
      .select({ serial: documents.serial, orderId: documents.orderId })
      .from(documents)
      .where(sql`serial > ${last}`);
    expect(rows.map(({ serial }) => serial).toSorted((a, b) => a - b)).toEqual(
      times(12, (n) => last + n + 1),
    );
    expect(rows.map(({ orderId }) => orderId).toSorted()).toEqual(ids.toSorted());
  });

  test('are not used by a move that is refused', async () => {
    const before = await shop.db.read.select().from(documentCounters);
    const person = await shop.person();
    const orderId = await placed(person);
    expect((await ship(person, orderId)).status).toBe(403);
    await person.post('/api/order/cancel', { orderId });
    expect((await ship(operator, orderId)).status).toBe(409);
    expect(await shop.db.read.select().from(documentCounters)).toEqual(before);
    expect((await invoiceOf(person, orderId)).body.message).toMatch(/cancelled before it was sent/);
  });

  test('begin again at midnight in India on 1 April', async () => {
    const person = await shop.person();
    const [last, first] = [await placed(person), await placed(person)];
    const newYear = Date.parse('2027-04-01T00:00:00+05:30');
    // Operators' sessions end after hours without use; these are made to last.
    await shop.db.write.run(sql`UPDATE sessions SET expires_at = ${newYear * 2}`);
    await setClock(shop, newYear - 60_000 - Date.now());
    await ship(operator, last);
    await setClock(shop, newYear + 60_000 - Date.now());
    await ship(operator, first);
    const numbers = [...(await stored(shop, last)), ...(await stored(shop, first))].map(
      ({ year, serial }) => [year, serial],
    );
    expect(numbers).toEqual([
      ['26-27', expect.any(Number)],
      ['27-28', 1],
    ]);
  });
});

describe('documents', () => {
  test('of a return after 30 November of the next year no longer reduce the tax: the desk warns, and is told', async () => {
    const person = await shop.person();
    const orderId = await placed(person);
    await shop.db.write.run(sql`UPDATE sessions SET expires_at = ${Date.parse('2090-01-01')}`);
    await setClock(shop, Date.parse('2027-03-31T12:00:00+05:30') - Date.now());
    await ship(operator, orderId);
    const lateSince = async () =>
      (await operator.get<{ lateSince: string | null }>(`/api/desk/orders/${orderId}`)).body.lateSince;
    await setClock(shop, Date.parse('2027-11-30T23:00:00+05:30') - Date.now());
    expect(await lateSince()).toBeNull();
    await setClock(shop, Date.parse('2027-12-01T00:00:00+05:30') - Date.now());
    expect(await lateSince()).toBe('2027-11-30');
    const back = { orderId, status: 'Returned', reason: 'Leaking', restock: false };
    expect((await operator.post('/api/order/move', back)).status).toBe(200);
    const [flag] = await shop.db.read.select().from(flags).where(eq(flags.about, orderId));
    expect(flag).toMatchObject({
      kind: 'late_credit_note',
      detail: expect.stringMatching(/^The credit note of ₹1,547\.00 came after 30 Nov 2027\./),
    });
    expect((await stored(shop, orderId)).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note']);
  });

  test('cannot be changed, nor deleted before their time; then the job deletes them', async () => {
    const person = await shop.person();
    const orderId = await placed(person);
    await ship(operator, orderId);
    const [document] = await stored(shop, orderId);
    if (!document) throw new Error('no document');
    expect(document.keepUntil).toBe(Date.parse('2033-04-01T00:00:00+05:30'));
    const change = shop.db.write.run(sql`UPDATE documents SET number = 'X' WHERE id = ${document.id}`);
    await expect(change).rejects.toThrow();
    await expect(shop.db.write.delete(documents).where(eq(documents.id, document.id))).rejects.toThrow();
    const old = {
      ...document,
      id: 'old',
      serial: 999_999,
      number: 'HRT/15-16/000001',
      orderId: 'an old order',
    };
    await shop.db.write.insert(documents).values({ ...old, keepUntil: Date.now() - day });
    // The Worker's clock alone deletes nothing.
    await setClock(shop, 8 * 365 * day);
    await shop.stack.scheduled();
    expect(await stored(shop, 'an old order')).toEqual([]);
    expect(await stored(shop, orderId)).toEqual([document]);
  });

  test('stay as they were when the account is deleted or the order changes', async () => {
    const person = await shop.person();
    const orderId = await placed(person);
    await ship(operator, orderId);
    const before = await stored(shop, orderId);
    await shop.db.write
      .update(orders)
      .set({ userId: null, address: sql`json_set(address, '$.firstName', '')` })
      .where(eq(orders.id, orderId));
    expect(await stored(shop, orderId)).toEqual(before);
    expect((await invoiceOf(person, orderId)).status).toBe(404);
    expect((await invoiceOf(operator, orderId)).body.document.recipient.name).toBe('Asha Rao');
  });
});
