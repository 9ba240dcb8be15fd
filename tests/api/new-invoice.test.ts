/** Invoices that are replaced after the parcel has left (docs/behaviour.md, "Corrections"). */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { documentCounters, orderEvents, orders } from '#db/schema/index.ts';
import type { CreditNote } from '#domain/documents/credit-note.ts';
import type { NumberedInvoice } from '#domain/documents/invoice.ts';
import { times } from '../support/client.ts';
import { setClock } from '../support/clock.ts';
import { invoiceOf, placed, ship, stored } from '../support/documents.ts';
import { business, refillStock } from '../support/orders.ts';
import { useOperator } from '../support/people.ts';
import { reconcilePages } from '../support/reconciliation.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true, flood: 10_000, writes: 10_000, vars: { ORDERS_PER_HOUR: '10000' } });
const operator = useOperator(shop);

beforeEach(() => refillStock(shop.db));

const seenOf = async (orderId: string) =>
  (await operator.get<{ seen: number }>(`/api/desk/orders/${orderId}`)).body.seen;
const replace = async (orderId: string, change: object, by = operator) =>
  by.post(`/api/desk/orders/${orderId}/new-invoice`, { ...change, seen: await seenOf(orderId) });

async function shipped() {
  const person = await shop.person();
  const orderId = await placed(person);
  expect((await ship(operator, orderId)).status).toBe(200);
  return { person, orderId };
}

describe('a new invoice', () => {
  test('takes the place of the first one, which has a credit note of all of it; the shopper gets both', async () => {
    const { person, orderId } = await shipped();
    const [first] = await stored(shop, orderId);
    const [before] = (await person.post('/api/order/userorders', {})).body.orders;
    expect(before).toMatchObject({ replaceableUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    expect((await replace(orderId, { business })).status).toBe(200);

    const [, ...papers] = await stored(shop, orderId);
    const note = papers.find(({ kind }) => kind === 'credit_note');
    const second = papers.find(({ kind }) => kind === 'invoice');
    expect(papers).toHaveLength(2);
    expect(note?.data).toMatchObject({ invoice: { number: first?.number }, tax: first?.data.tax });
    expect(second).toMatchObject({
      replaces: first?.number,
      data: {
        total: first?.data.total,
        recipient: { name: business.businessName, gstin: business.gstin, code: '27' },
        deliveredTo: { name: 'Asha Rao', code: '29' },
        supply: 'inter',
        replaces: { number: first?.number },
      },
    });
    // The invoice of the order is the new one, the others stay.
    const { document, documents } = (await invoiceOf(person, orderId)).body;
    expect(document.number).toBe(second?.number);
    expect(documents.map(({ number }) => number).sort()).toEqual(
      [first, note, second].map((one) => one?.number).sort(),
    );
    const [after] = (await person.post('/api/order/userorders', {})).body.orders;
    expect(after).toMatchObject({ business, amount: before?.amount, creditNotes: [note?.number] });
    const events = await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
    expect(events.at(-1)).toMatchObject({
      actor: 'operator',
      kind: 'correction',
      reason: `GST details: a new invoice in the place of ${first?.number}`,
    });
    await shop.stack.scheduled();
    const email = await shop.simulators.mailbox.waitFor(
      (one) => one.to.includes(person.email) && /is corrected$/.test(one.subject),
    );
    expect(email.attachments?.map(({ filename }) => filename)).toEqual(
      [second, note].map((one) => `${one?.number.replaceAll('/', '-')}.pdf`),
    );
    const differences = await reconcilePages(operator, 'orders', 'period=day');
    expect(differences.flatMap((page) => page.differences).filter(({ about }) => about === orderId)).toEqual(
      [],
    );
  });

  test('is what later credit notes belong to', async () => {
    const { person, orderId } = await shipped();
    expect((await replace(orderId, { business })).status).toBe(200);
    const { number } = (await invoiceOf(person, orderId)).body.document as NumberedInvoice;
    const back = { orderId, status: 'Returned', reason: 'Leaking', restock: false };
    expect((await operator.post('/api/order/move', back)).status).toBe(200);
    const notes = (await stored(shop, orderId)).filter(({ kind }) => kind === 'credit_note');
    expect(notes.map(({ data }) => (data as CreditNote).invoice.number).at(-1)).toBe(number);
    expect(notes.at(-1)?.data.recipient.gstin).toBe(business.gstin);
    const differences = await reconcilePages(operator, 'orders', 'period=day');
    expect(differences.flatMap((page) => page.differences).filter(({ about }) => about === orderId)).toEqual(
      [],
    );
    expect((await replace(orderId, { business: null })).body.code).toBe('credited');
  });

  test('can be to another address, and is replaced again; of ten at once one is issued', async () => {
    const { orderId } = await shipped();
    const address = {
      firstName: 'Usha',
      lastName: 'Iyer',
      address: '9 Park Street',
      city: 'Kolkata',
      state: 'West Bengal',
      zipcode: '700016',
      phone: '9876543210',
    };
    const seen = await seenOf(orderId);
    const answers = await Promise.all(
      times(10, () => operator.post(`/api/desk/orders/${orderId}/new-invoice`, { address, seen })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...times(9, () => 409)]);
    expect((await replace(orderId, { business })).status).toBe(200);
    const papers = await stored(shop, orderId);
    expect(papers.map(({ kind }) => kind).toSorted()).toEqual([
      ...times(2, () => 'credit_note'),
      ...times(3, () => 'invoice'),
    ]);
    const [last] = papers
      .filter(({ number }) => !papers.some(({ replaces }) => replaces === number))
      .slice(-1);
    expect(last?.data).toMatchObject({ deliveredTo: { name: 'Usha Iyer', code: '19' } });
    const counters = await shop.db.read.select().from(documentCounters);
    const numbers = await shop.db.read.all<{ kind: string; last: number }>(
      sql`SELECT kind, count(*) AS last FROM documents GROUP BY kind`,
    );
    for (const { kind, last } of numbers) expect(counters.find((one) => one.kind === kind)?.last).toBe(last);
  });

  test('is refused before there is one, with nothing to change, for strangers and with a wrong address', async () => {
    const person = await shop.person();
    const orderId = await placed(person);
    expect((await replace(orderId, { business })).body.code).toBe('no_invoice');
    await ship(operator, orderId);
    const papers = await stored(shop, orderId);
    expect((await replace(orderId, { business: null })).body.message).toBe('Nothing was changed.');
    expect((await replace(orderId, { business: { ...business, registeredZipcode: '560001' } })).status).toBe(
      422,
    );
    expect((await replace(orderId, { business }, person as typeof operator)).status).toBe(403);
    expect(await stored(shop, orderId)).toEqual(papers);
    const [row] = await shop.db.read.select().from(orders).where(eq(orders.id, orderId));
    expect(row?.gstin).toBeNull();
  });
});

test('after the month of the invoice it is reported: nothing is issued, and the answer says what helps', async () => {
  const { orderId } = await shipped();
  const papers = await stored(shop, orderId);
  await shop.db.write.run(sql`UPDATE sessions SET expires_at = ${Date.parse('2090-01-01')}`);
  const day = papers[0]?.data.day ?? '';
  const next = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1));
  await setClock(shop, next.getTime() - Date.now());
  const { status, body } = await replace(orderId, { business });
  expect([status, body.code]).toEqual([409, 'reported']);
  expect(body.message).toMatch(/amend the return/);
  expect(await stored(shop, orderId)).toEqual(papers);
});
