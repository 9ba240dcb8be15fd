/**
 * Reading invoices and credit notes (docs/behaviour.md, "Invoices and credit notes"): on the page, by the link of an email, as
 * a PDF, and for nobody else.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, describe, expect, test } from 'vitest';
import { attempts, documents, outbox, refunds } from '#db/schema/index.ts';
import type { OrderEmail } from '#db/schema/outbox-email.ts';
import { documentLink } from '#functions/documents/document-link.ts';
import { refundCause } from '#functions/outbox/enqueue.ts';
import { type Client, times } from '../support/client.ts';
import { day, minute, setClock } from '../support/clock.ts';
import { creditNoteRow, type DocumentAnswer, invoiceOf, placed, ship, stored } from '../support/documents.ts';
import { guestOrder, newGuest } from '../support/guests.ts';
import { refillStock } from '../support/orders.ts';
import { useOperator } from '../support/people.ts';
import { hashOf } from '../support/rows.ts';
import { linkKey, type Person, useShop } from '../support/shop.ts';

const shop = useShop({
  simulators: true,
  flood: 10_000,
  writes: 10_000,
  vars: { ORDERS_PER_HOUR: '10000', ORDER_LINK_TRIES_PER_HOUR: '3' },
});
const operator = useOperator(shop);

beforeEach(async () => {
  await shop.db.write.batch([shop.db.write.delete(attempts)]);
  await refillStock(shop.db);
});

describe('reading', () => {
  let owner: Person;
  let orderId: string;
  beforeEach(async () => {
    owner = await shop.person();
    orderId = await placed(owner);
    await ship(operator, orderId);
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
    await ship(operator, theirs);
    expect((await invoiceOf(guest, theirs)).status).toBe(200);
    const open = (link: string) => shop.client().post<DocumentAnswer>('/api/order/document', { link });
    const { status, body } = await open(documentLink(linkKey, { id: theirs, linkVersion: 0 }));
    expect([status, body.document.recipient.name]).toEqual([200, 'Asha Rao']);
    // Not the link of another order, nor one of another kind.
    const signature = documentLink(linkKey, { id: theirs, linkVersion: 0 }).split('.')[1];
    expect(await open(`${orderId}.${signature}`)).toMatchObject({ status: 404, body: { code: 'link_dead' } });
    await setClock(shop, 366 * day);
    expect(await open(documentLink(linkKey, { id: theirs, linkVersion: 0 }))).toMatchObject({
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
    await ship(operator, otherId);
    const read = (client: Client, number?: string, of: object = { orderId }) =>
      client.post<DocumentAnswer>('/api/order/document', { ...of, number });
    const { body } = await read(owner, 'HRC/20-21/2');
    const [invoice] = await stored(shop, orderId);
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
    // A document of another person, or of another order of the same person.
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

    const link = documentLink(linkKey, { id: orderId, linkVersion: 0 });
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
          email(`order_undelivered:${orderId}`, at + 1, { kind: 'order_undelivered', orderId }),
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
          .post<DocumentAnswer>('/api/order/document', { link, number: decodeURIComponent(number) });
        expect(opened.status).toBe(200);
      }
      return [(attachments ?? []).map(({ filename }) => filename), decodeURIComponent(number)];
    };
    expect(await brought(/^Your refund of ₹1\.00/)).toEqual([['HRC-20-21-11.pdf'], 'HRC/20-21/11']);
    expect(await brought(/^Your return/)).toEqual([['HRC-20-21-12.pdf'], 'HRC/20-21/12']);
    expect(await brought(/could not be delivered/)).toEqual([['HRC-20-21-12.pdf'], 'HRC/20-21/12']);
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
    expect(
      (await shop.client().post<DocumentAnswer>('/api/order/document', { link })).body.document.number,
    ).toBe(number);
  });
});
