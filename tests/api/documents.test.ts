/**
 * Invoices and credit notes (docs/behaviour.md, "Invoices and credit notes"): issued with the parcel, numbered without
 * gaps, never changed, shown to their owner.
 *
 * rule: long - every rule of documents, with one shop
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  attempts,
  documentCounters,
  documents,
  flags,
  orderLines,
  orders,
  outbox,
  products,
  refunds,
} from '#db/schema/index.ts';
import type { OrderEmail } from '#db/schema/outbox-email.ts';
import type { ListedDocument } from '#domain/documents/document.ts';
import type { NumberedInvoice } from '#domain/documents/invoice.ts';
import { documentLink } from '#functions/documents/document-link.ts';
import { refundCause } from '#functions/outbox/enqueue.ts';
import { type Client, tally, times } from '../support/client.ts';
import { day, minute, setClock } from '../support/clock.ts';
import { creditNoteRow } from '../support/documents.ts';
import { guestOrder, newGuest } from '../support/guests.ts';
import { address, itemsOf, orderOf, placeOrder, refillStock, serum, toner } from '../support/orders.ts';
import { useOperator } from '../support/people.ts';
import { hashOf, setStatus } from '../support/rows.ts';
import { linkKey, type Person, useShop } from '../support/shop.ts';

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

type Answer = { code?: string; message?: string; document: NumberedInvoice; documents: ListedDocument[] };
const invoiceOf = (client: Client, orderId: string) =>
  client.post<Answer>('/api/order/document', { orderId });
const ship = (orderId: string, by: Client = operator) =>
  by.post('/api/order/update-tracking', { orderId, trackingId: `AWB ${orderId}`, courierPartner: 'DTDC' });
const stored = (orderId: string) =>
  shop.db.read.select().from(documents).where(eq(documents.orderId, orderId));

async function placed(person: Client, change: object = {}): Promise<string> {
  const order = await orderOf(person, { [serum]: 2, [toner]: 1 });
  const { status, body } = await placeOrder(person, { ...order, ...change });
  expect(status, body.message).toBe(200);
  return body.order._id;
}

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
    expect(await stored(orderId)).toEqual([]);

    expect((await ship(orderId)).status).toBe(200);
    const [first] = await stored(orderId);
    // The number of a corrected parcel, and later moves, issue nothing more.
    expect((await ship(orderId)).status).toBe(200);
    await operator.post('/api/order/move', { orderId, status: 'Out for Delivery' });
    expect(await stored(orderId)).toEqual([first]);

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
      business: { gstin: '27aapfu0939f1zv', businessName: 'Asha Traders' },
    });
    await ship(orderId);
    expect((await invoiceOf(person, orderId)).body.document).toMatchObject({
      supply: 'inter',
      recipient: { name: 'Asha Traders', gstin: '27AAPFU0939F1ZV', code: '27' },
      lines: [{ parts: ['Purifying Cleanser, 150 ml', 'Glow Serum, 30 ml', 'Daily Veil, 50 ml'] }],
      tax: { cgst: 0, sgst: 0 },
    });
  });

  test('has the rate of its own day, not of the order; the gross amount stays, and its credit note follows it', async () => {
    const person = await shop.person();
    const orderId = await placed(person);
    // As if the rate had changed between the order and the parcel.
    await setLines(orderId, { rate: 1200 });
    expect((await ship(orderId)).status).toBe(200);
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
    const [note] = (await stored(orderId)).filter(({ kind }) => kind === 'credit_note');
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
    expect((await ship(orderId)).status).toBe(200);
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
    expect((await ship(orderId)).status).toBe(200);
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
    const [shipped] = await Promise.all([ship(orderId), ...times(5, note)]);
    expect(shipped.status).toBe(200);
    expect(await stored(orderId)).toHaveLength(1);
  });
});

describe('numbers', () => {
  test('have no gap and no repetition, with twelve parcels at once, some of them twice', async () => {
    const [{ last } = { last: 0 }] = await shop.db.read.select().from(documentCounters);
    const people = await shop.people(12);
    const ids = await Promise.all(people.map((person) => placed(person)));
    const answers = await Promise.all([...ids, ...ids.slice(0, 6)].map((id) => ship(id)));
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
    expect((await ship(orderId, person)).status).toBe(403);
    await person.post('/api/order/cancel', { orderId });
    expect((await ship(orderId)).status).toBe(409);
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
    await ship(last);
    await setClock(shop, newYear + 60_000 - Date.now());
    await ship(first);
    const numbers = [...(await stored(last)), ...(await stored(first))].map(({ year, serial }) => [
      year,
      serial,
    ]);
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
    await ship(orderId);
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
    expect((await stored(orderId)).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note']);
  });

  test('cannot be changed, nor deleted before their time; then the job deletes them', async () => {
    const person = await shop.person();
    const orderId = await placed(person);
    await ship(orderId);
    const [document] = await stored(orderId);
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
    expect(await stored('an old order')).toEqual([]);
    expect(await stored(orderId)).toEqual([document]);
  });

  test('stay as they were when the account is deleted or the order changes', async () => {
    const person = await shop.person();
    const orderId = await placed(person);
    await ship(orderId);
    const before = await stored(orderId);
    await shop.db.write
      .update(orders)
      .set({ userId: null, address: sql`json_set(address, '$.firstName', '')` })
      .where(eq(orders.id, orderId));
    expect(await stored(orderId)).toEqual(before);
    expect((await invoiceOf(person, orderId)).status).toBe(404);
    expect((await invoiceOf(operator, orderId)).body.document.recipient.name).toBe('Asha Rao');
  });
});

describe('reading', () => {
  let owner: Person;
  let orderId: string;
  beforeEach(async () => {
    owner = await shop.person();
    orderId = await placed(owner);
    await ship(orderId);
  });

  test('is for the owner and operators; for everybody else it is not there', async () => {
    const read = async (client: Client) => (await invoiceOf(client, orderId)).status;
    const plain = await shop.person('operator');
    await shop.db.write.run(sql`UPDATE sessions SET elevated = 0 WHERE token_hash = ${hashOf(plain.token)}`);
    const guest = await newGuest(shop);
    expect(await read(owner)).toBe(200);
    expect(await read(operator)).toBe(200);
    for (const other of [await shop.person(), guest, plain]) expect(await read(other)).toBe(404);
    expect(await read(shop.client())).toBe(401);
  });

  test('as a guest, by the session, and by the link of the email for a year', async () => {
    const guest = await newGuest(shop);
    const { orderId: theirs } = await guestOrder(guest);
    await ship(theirs);
    expect((await invoiceOf(guest, theirs)).status).toBe(200);
    const open = (link: string) => shop.client().post<Answer>('/api/order/document', { link });
    const { status, body } = await open(documentLink(linkKey, theirs));
    expect([status, body.document.recipient.name]).toEqual([200, 'Asha Rao']);
    // Not the link of another order, nor one of another kind.
    const signature = documentLink(linkKey, theirs).split('.')[1];
    expect(await open(`${orderId}.${signature}`)).toMatchObject({ status: 404, body: { code: 'link_dead' } });
    await setClock(shop, 366 * day);
    expect(await open(documentLink(linkKey, theirs))).toMatchObject({
      status: 404,
      body: { code: 'link_dead' },
    });
  });

  test('wrong signatures are counted for the network', async () => {
    const client = shop.client();
    const statuses: number[] = [];
    for (const n of times(5, (count) => count))
      statuses.push(
        (await client.post('/api/order/document', { link: `${orderId}.${'x'.repeat(42)}${n}` })).status,
      );
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
  });

  test('credit notes by their numbers, each with the list of all documents of the order', async () => {
    const at = Date.now();
    await shop.db.write
      .insert(documents)
      .values([creditNoteRow(orderId, 1, at + 1), creditNoteRow(orderId, 2, at + 2)]);
    const other = await shop.person();
    const otherId = await placed(other);
    await ship(otherId);
    const read = (client: Client, number?: string, of: object = { orderId }) =>
      client.post<Answer>('/api/order/document', { ...of, number });
    const { body } = await read(owner, 'HRC/20-21/2');
    const [invoice] = await stored(orderId);
    expect(body.document).toMatchObject({ kind: 'credit_note', number: 'HRC/20-21/2', total: 59_900 });
    expect(body.documents).toEqual([
      { number: invoice?.number, kind: 'invoice', day: invoice?.data.day, total: 154_700 },
      { number: 'HRC/20-21/1', kind: 'credit_note', day: '2026-11-26', total: 59_900 },
      { number: 'HRC/20-21/2', kind: 'credit_note', day: '2026-11-26', total: 59_900 },
    ]);
    expect((await read(owner)).body).toMatchObject({
      document: { kind: 'invoice', number: invoice?.number },
      documents: body.documents,
    });
    expect((await read(operator, 'HRC/20-21/1')).status).toBe(200);
    // Of another person, or of another order of one's own.
    for (const [client, of] of [
      [other, { orderId }],
      [other, { orderId: otherId }],
    ] as const)
      expect(await read(client, 'HRC/20-21/2', of)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    const { orders: list } = (
      await owner.post<{ orders: { creditNotes: string[] }[] }>('/api/order/userorders', {})
    ).body;
    expect(list[0]?.creditNotes).toEqual(['HRC/20-21/1', 'HRC/20-21/2']);

    const link = documentLink(linkKey, orderId);
    const linked = await read(shop.client(), 'HRC/20-21/2', { link });
    expect([linked.status, linked.body.documents.length]).toEqual([200, 3]);
    expect(await read(shop.client(), 'HRC/26-27/000009', { link })).toMatchObject({ status: 404 });
    // The link works for a year after the newest.
    await setClock(shop, 200 * day);
    await shop.db.write.insert(documents).values(creditNoteRow(orderId, 3, Date.now() + 200 * day));
    await setClock(shop, 400 * day);
    expect((await read(shop.client(), undefined, { link })).status).toBe(200);
  });

  test('emails about a refund and a return bring the credit note of the same batch', async () => {
    const at = Date.now() - 10_000;
    const refund = { orderId, amount: 100, reason: 'adjustment' as const, status: 'done' as const };
    const email = (cause: string, createdAt: number, letter: OrderEmail) => ({
      id: randomUUID(),
      cause,
      recipient: owner.email,
      letter,
      nextTryAt: at,
      createdAt,
    });
    await shop.db.write.batch([
      shop.db.write
        .insert(documents)
        .values([creditNoteRow(orderId, 11, at), creditNoteRow(orderId, 12, at + 1)]),
      shop.db.write.insert(refunds).values([
        { ...refund, id: `first ${orderId}`, createdAt: at },
        { ...refund, id: `without a note ${orderId}`, createdAt: at + 2 },
      ]),
      shop.db.write
        .insert(outbox)
        .values([
          email(refundCause(`first ${orderId}`), at + 5000, { kind: 'order_refunded', orderId, amount: 100 }),
          email(`order_returned:${orderId}`, at + 1, { kind: 'order_returned', orderId }),
          email(refundCause(`without a note ${orderId}`), at + 1, {
            kind: 'order_refunded',
            orderId,
            amount: 777,
          }),
        ]),
    ]);
    await shop.stack.scheduled();
    const brought = async (subject: RegExp) => {
      const { attachments, text } = await shop.simulators.mailbox.waitFor(
        (one) => one.to.includes(owner.email) && subject.test(one.subject),
      );
      const [, number = '', link = ''] = /\/invoice\?number=([^#\s]+)#([\w.-]+)/.exec(text ?? '') ?? [];
      if (number) {
        const opened = await shop
          .client()
          .post<Answer>('/api/order/document', { link, number: decodeURIComponent(number) });
        expect(opened.status).toBe(200);
      }
      return [(attachments ?? []).map(({ filename }) => filename), decodeURIComponent(number)];
    };
    expect(await brought(/^Your refund of ₹1\.00/)).toEqual([['HRC-20-21-11.pdf'], 'HRC/20-21/11']);
    expect(await brought(/^Your return/)).toEqual([['HRC-20-21-12.pdf'], 'HRC/20-21/12']);
    expect(await brought(/^Your refund of ₹7\.77/)).toEqual([[], '']);
  });

  test('as a PDF: the same bytes each time, and the same as the email brings', async () => {
    const pdf = async () => {
      const response = await fetch(`${shop.stack.url}/api/order/document.pdf`, {
        method: 'POST',
        headers: { token: owner.token, 'Content-Type': 'application/json' },
        body: JSON.stringify({ orderId }),
      });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(response.headers.get('cache-control')).toBe('no-store');
      return Buffer.from(await response.arrayBuffer());
    };
    const file = await pdf();
    expect(file.equals(await pdf())).toBe(true);
    expect(file.length).toBeLessThan(60 * 1024);
    const { number } = (await invoiceOf(owner, orderId)).body.document;
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true });
    expect(text).toContain(number);

    await setClock(shop, 2 * minute);
    await shop.stack.scheduled();
    const message = await shop.simulators.mailbox.waitFor(({ text }) => text?.includes(number) ?? false);
    expect(message.attachments).toEqual([
      {
        filename: `${number.replaceAll('/', '-')}.pdf`,
        content_type: 'application/pdf',
        content: file.toString('base64'),
      },
    ]);
    const [, link = ''] = /\/invoice#([\w.-]+)/.exec(message.text ?? '') ?? [];
    expect((await shop.client().post<Answer>('/api/order/document', { link })).body.document.number).toBe(
      number,
    );
  });
});
