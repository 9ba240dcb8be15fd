/** Invoices that are replaced after the parcel has left (docs/behaviour.md, "Corrections"). */
import { eq, sql } from 'drizzle-orm';
import type { CreditNote } from 'gst/credit-note';
import { describe, expect } from 'vitest';
import { documentCounters, orderEvents } from '#db/schema/index.ts';
import { times } from '../support/client.ts';
import { setClock } from '../support/clock.ts';
import { attachTracking, detailOf } from '../support/desk.ts';
import { invoiceOf, stored } from '../support/documents.ts';
import { move } from '../support/moves.ts';
import { business, placed } from '../support/orders.ts';
import { differencesOf } from '../support/reconciliation.ts';
import { storedOrder } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test: plain } = shopTest({ simulators: true });
/** `orderId`: of an order that was shipped. */
const test = plain.extend('orderId', async ({ order: { _id } }) => {
  expect((await attachTracking(operator, _id)).status).toBe(200);
  return _id;
});

const replace = async (orderId: string, change: object) =>
  operator.post(`/api/desk/orders/${orderId}/new-invoice`, {
    ...change,
    seen: (await detailOf(operator, orderId)).seen,
  });
const differences = async (orderId: string) =>
  (await differencesOf(operator, 'orders')).filter(({ about }) => about === orderId);

describe('a new invoice', () => {
  test('takes the place of the first one, which has a credit note of all of it; the shopper gets both', async ({
    shopper,
    orderId,
  }) => {
    const [first] = await stored(shop, orderId);
    const [before] = (await shopper.post('/api/order/userorders')).body.orders;
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
    const { document, documents } = (await invoiceOf(shopper, orderId)).body;
    expect(document.number).toBe(second?.number);
    expect(documents.map(({ number }) => number).sort()).toEqual(
      [first, note, second].map((one) => one?.number).sort(),
    );
    const [after] = (await shopper.post('/api/order/userorders')).body.orders;
    expect(after).toMatchObject({ business, amount: before?.amount, creditNotes: [note?.number] });
    const events = await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
    expect(events.at(-1)).toMatchObject({
      actor: 'operator',
      kind: 'correction',
      reason: `GST details: a new invoice in the place of ${first?.number}`,
    });
    await shop.stack.scheduled();
    const email = await shop.simulators.mailbox.waitFor(
      (one) => one.to.includes(shopper.email) && /is corrected$/.test(one.subject),
    );
    expect(email.attachments?.map(({ filename }) => filename)).toEqual(
      [second, note].map((one) => `${one?.number.replaceAll('/', '-')}.pdf`),
    );
    expect(await differences(orderId)).toEqual([]);
  });

  test('is what later credit notes belong to', async ({ shopper, orderId }) => {
    expect((await replace(orderId, { business })).status).toBe(200);
    const { number } = (await invoiceOf(shopper, orderId)).body.document;
    expect((await move(operator, orderId, 'Returned')).status).toBe(200);
    const notes = (await stored(shop, orderId)).filter(({ kind }) => kind === 'credit_note');
    expect(notes.map(({ data }) => (data as CreditNote).invoice.number).at(-1)).toBe(number);
    expect(notes.at(-1)?.data.recipient.gstin).toBe(business.gstin);
    expect(await differences(orderId)).toEqual([]);
    expect((await replace(orderId, { business: null })).body.code).toBe('credited');
  });

  test('can be to another address, and is replaced again', async ({ orderId }) => {
    const address = {
      firstName: 'Usha',
      lastName: 'Iyer',
      address: '9 Park Street',
      city: 'Kolkata',
      state: 'West Bengal',
      zipcode: '700016',
      phone: '9876543210',
    };
    expect((await replace(orderId, { address })).status).toBe(200);
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

  test('is refused before there is one, with nothing to change, and with a wrong address', async ({
    shopper,
    orderId,
  }) => {
    const { _id: unshipped } = await placed(shopper);
    expect((await replace(unshipped, { business })).body.code).toBe('no_invoice');
    const papers = await stored(shop, orderId);
    expect((await replace(orderId, { business: null })).body.message).toBe('Nothing was changed.');
    expect((await replace(orderId, { business: { ...business, registeredZipcode: '560001' } })).status).toBe(
      422,
    );
    expect(await stored(shop, orderId)).toEqual(papers);
    expect((await storedOrder(shop.db, orderId)).gstin).toBeNull();
  });
});

test('after the month of the invoice it is reported: nothing is issued, and the answer says what helps', async ({
  orderId,
}) => {
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
