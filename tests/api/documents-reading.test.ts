/**
 * Reading invoices and credit notes (docs/behaviour.md, "Invoices and credit notes"): on the page, by the link of an email, as
 * a PDF, and for nobody else.
 */

import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, describe, expect } from 'vitest';
import { attempts, documents, outbox, refunds } from '#db/schema/index.ts';
import type { OrderEmail } from '#db/schema/outbox-email.ts';
import { documentLink } from '#functions/documents/document-link.ts';
import { refundCause } from '#functions/outbox/enqueue.ts';
import { type Client, times } from '../support/client.ts';
import { day, minute, runJobAt, setClock } from '../support/clock.ts';
import { attachTracking } from '../support/desk.ts';
import { creditNoteRow, type DocumentAnswer, invoiceOf, shippedOrder, stored } from '../support/documents.ts';
import { guestOrder, newGuest, outcome } from '../support/guests.ts';
import { hashOf } from '../support/rows.ts';
import { linkKey, type Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({
  simulators: true,
  flood: 10_000,
  writes: 10_000,
  vars: { ORDERS_PER_HOUR: '10000', ORDER_LINK_TRIES_PER_HOUR: '3' },
});

beforeEach(() => shop.db.write.delete(attempts));

/** Asks for a document. @param which an order, or the link of an email, and a number */
const read = (client: Client, which: { orderId?: string; link?: string; number?: string | undefined }) =>
  client.post<DocumentAnswer>('/api/order/document', which);
const linkOf = (id: string) => documentLink(linkKey, { id, linkVersion: 0 });

describe('reading', () => {
  let owner: Person;
  let orderId: string;
  beforeEach(async () => {
    owner = await shop.person();
    orderId = await shippedOrder(operator, owner);
  });

  test('is for the owner and operators; for everybody else it is not there', async () => {
    const plain = await shop.person('operator');
    await shop.db.write.run(sql`UPDATE sessions SET elevated = 0 WHERE token_hash = ${hashOf(plain.token)}`);
    const others = [await shop.person(), await newGuest(shop), plain];
    for (const [clients, status] of [
      [[owner, operator], 200],
      [others, 404],
      [[shop.client()], 401],
    ] as const)
      for (const client of clients) expect((await read(client, { orderId })).status).toBe(status);
  });

  test('as a guest, by the session, and by the link of the email for a year', async () => {
    const guest = await newGuest(shop);
    const { orderId: theirs } = await guestOrder(guest);
    await attachTracking(operator, theirs);
    expect((await read(guest, { orderId: theirs })).status).toBe(200);
    const link = linkOf(theirs);
    const { status, body } = await read(shop.client(), { link });
    expect([status, body.document.recipient.name]).toEqual([200, 'Asha Rao']);
    // Not the link of another order, nor one of another kind.
    const ofOther = `${orderId}.${link.split('.')[1]}`;
    expect(outcome(await read(shop.client(), { link: ofOther }))).toEqual([404, 'link_dead']);
    await setClock(shop, 366 * day);
    expect(outcome(await read(shop.client(), { link }))).toEqual([404, 'link_dead']);
  });

  test('wrong signatures are counted for the network', async () => {
    const client = shop.client();
    const statuses: number[] = [];
    for (const n of times(5, (count) => count))
      statuses.push((await read(client, { link: `${orderId}.${'x'.repeat(42)}${n}` })).status);
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
  });

  test('credit notes by their numbers, each with the list of all documents of the order', async () => {
    const at = Date.now();
    const notes = [creditNoteRow(orderId, 1, at + 1), creditNoteRow(orderId, 2, at + 2)];
    await shop.db.write.insert(documents).values(notes);
    const other = await shop.person();
    const otherId = await shippedOrder(operator, other);
    const number = 'HRC/20-21/2';
    const { body } = await read(owner, { orderId, number });
    const [invoice] = await stored(shop, orderId);
    expect(body.document).toMatchObject({ kind: 'credit_note', number: 'HRC/20-21/2', total: 59_900 });
    expect(body.documents).toEqual([
      { number: invoice?.number, kind: 'invoice', day: invoice?.data.day, total: 154_700 },
      { number: 'HRC/20-21/1', kind: 'credit_note', day: '2026-11-26', total: 59_900 },
      { number: 'HRC/20-21/2', kind: 'credit_note', day: '2026-11-26', total: 59_900 },
    ]);
    expect((await read(owner, { orderId })).body).toMatchObject({
      document: { kind: 'invoice', number: invoice?.number },
      documents: body.documents,
    });
    expect((await read(operator, { orderId, number: 'HRC/20-21/1' })).status).toBe(200);
    // A document of another person, or of another order of the same person.
    for (const id of [orderId, otherId])
      expect(outcome(await read(other, { orderId: id, number }))).toEqual([404, 'not_found']);
    const [listed] = (await owner.post('/api/order/userorders', {})).body.orders;
    expect(listed?.creditNotes).toEqual(['HRC/20-21/1', 'HRC/20-21/2']);

    const link = linkOf(orderId);
    const linked = await read(shop.client(), { link, number });
    expect([linked.status, linked.body.documents.length]).toEqual([200, 3]);
    expect((await read(shop.client(), { link, number: 'HRC/26-27/000009' })).status).toBe(404);
    // The link works for a year after the newest.
    await setClock(shop, 200 * day);
    await shop.db.write.insert(documents).values(creditNoteRow(orderId, 3, Date.now() + 200 * day));
    await setClock(shop, 400 * day);
    expect((await read(shop.client(), { link })).status).toBe(200);
  });

  test('emails about a refund and a return bring the credit note of the same batch', async () => {
    const at = Date.now() - 10_000;
    const refund = { orderId, amount: 100, reason: 'adjustment' as const, status: 'done' as const };
    function email(cause: string, createdAt: number, content: OrderEmail) {
      return { id: randomUUID(), cause, recipient: owner.email, content, nextTryAt: at, createdAt };
    }
    const [first, withoutNote] = [`first ${orderId}`, `without a note ${orderId}`];
    const refunded = { kind: 'order_refunded', orderId } as const;
    const { write } = shop.db;
    await write.batch([
      write.insert(documents).values([creditNoteRow(orderId, 11, at), creditNoteRow(orderId, 12, at + 1)]),
      write.insert(refunds).values({ ...refund, id: first, createdAt: at }),
      write.insert(refunds).values({ ...refund, id: withoutNote, createdAt: at + 2 }),
      write
        .insert(outbox)
        .values([
          email(refundCause(first), at + 5000, { ...refunded, amount: 100 }),
          email(`order_returned:${orderId}`, at + 1, { kind: 'order_returned', orderId }),
          email(`order_undelivered:${orderId}`, at + 1, { kind: 'order_undelivered', orderId }),
          email(refundCause(withoutNote), at + 1, { ...refunded, amount: 777 }),
        ]),
    ]);
    await shop.stack.scheduled();
    const brought = async (subject: RegExp) => {
      const { attachments, text } = await shop.simulators.mailbox.waitFor(
        (one) => one.to.includes(owner.email) && subject.test(one.subject),
      );
      const [, encoded = '', link = ''] = /\/invoice\?number=([^#\s]+)#([\w.-]+)/.exec(text ?? '') ?? [];
      const number = decodeURIComponent(encoded);
      if (number) expect((await read(shop.client(), { link, number })).status).toBe(200);
      return [(attachments ?? []).map(({ filename }) => filename), number];
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

    await runJobAt(shop, 2 * minute);
    const message = await shop.simulators.mailbox.waitFor(({ text }) => text?.includes(number) ?? false);
    expect(message.attachments).toEqual([
      {
        filename: `${number.replaceAll('/', '-')}.pdf`,
        content_type: 'application/pdf',
        content: file.toString('base64'),
      },
    ]);
    const [, link = ''] = /\/invoice#([\w.-]+)/.exec(message.text ?? '') ?? [];
    expect((await read(shop.client(), { link })).body.document.number).toBe(number);
  });
});
