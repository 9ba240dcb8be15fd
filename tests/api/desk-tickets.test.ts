/**
 * Tickets at the desk: reading them beside the customer's orders, answering by email, closing and reopening, also by two
 * operators at once.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { outbox, tickets } from '#db/schema/index.ts';
import type { DeskTicket } from '#functions/desk/tickets.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { tally, times } from '../support/client.ts';
import type { DeskRefusal } from '../support/desk.ts';
import { address, placed, serum } from '../support/orders.ts';
import { expectWrongFields } from '../support/refusals.ts';
import { countRows, select, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true, proxy: true });

type Answer = DeskRefusal & { ticket: DeskTicket };

const path = '/api/desk/tickets';
const list = async (query = '') =>
  (await operator.get<ResponseOf<typeof api.desk.tickets.$get>>(path + query)).body;
const one = async (id: string) =>
  (await operator.get<ResponseOf<(typeof api.desk.tickets)[':id']['$get']>>(`${path}/${id}`)).body;
const untouched = { status: 'open', answers: 0 };
const act = (id: string, what: 'answer' | 'close' | 'open', json: object = {}, who = operator) =>
  who.post<Answer>(`${path}/${id}/${what}`, { seen: untouched, ...json });
const message = 'A new bottle leaves tomorrow.\nIts way: https://courier.example/42';

/** A ticket as a shopper opens it. @returns its id */
async function opened(more: object = {}): Promise<string> {
  const json = {
    email: address.email,
    subject: 'A broken pump',
    message: 'No spring.',
    name: 'Asha',
    ...more,
  };
  await shop.client().post('/api/contact/submit', json);
  const [row] = await select<{ id: string }>(
    shop.db,
    sql`SELECT id FROM tickets ORDER BY rowid DESC LIMIT 1`,
  );
  return row?.id ?? '';
}
const inAudit = (about: string) =>
  select<{ action: string }>(shop.db, sql`SELECT action FROM audit WHERE about = ${about} ORDER BY rowid`);

beforeEach(async () => {
  await shop.db.write.batch([shop.db.write.delete(tickets), shop.db.write.delete(outbox)]);
  shop.simulators.mailbox.clear();
});

describe('a ticket', () => {
  test('comes with the orders of its email address, in any letter case', async ({ shopper }) => {
    const mine = await placed(shopper, { [serum]: 1 }, { email: 'Meera@Example.in' });
    await placed(await shop.person(), { [serum]: 1 });
    const id = await opened({ email: 'meera@example.in' });
    const { ticket, orders } = await one(id);
    expect(ticket).toMatchObject({
      reference: `T-${id.slice(0, 8).toUpperCase()}`,
      subject: 'A broken pump',
      message: 'No spring.',
      email: 'meera@example.in',
      status: 'open',
      answers: [],
    });
    expect(orders).toEqual([
      {
        id: mine._id,
        reference: mine.reference,
        status: 'Order Placed',
        total: 59_900,
        createdAt: Date.parse(mine.date),
        toConfirm: 0,
      },
    ]);
  });

  test('with an unknown id is a 404, read or written', async () => {
    for (const id of [randomUUID(), "x'%20OR%201=1"]) {
      expect((await operator.get(`${path}/${id}`)).status).toBe(404);
      expect((await act(id, 'answer', { message })).status).toBe(404);
      expect((await act(id, 'close')).status).toBe(404);
    }
  });
});

describe('answering', () => {
  test('sends an email with the reference in its subject, and stores the answer', async () => {
    const id = await opened();
    const { status, body } = await act(id, 'answer', { message, keepOpen: true });
    expect([status, body.message]).toEqual([200, `The answer is on its way to ${address.email}.`]);
    expect(body.ticket).toMatchObject({ status: 'open', answers: [{ message, actor: operator.name }] });
    const { reference } = body.ticket;
    const mail = await shop.simulators.mailbox.waitFor(
      ({ subject }) => subject.startsWith('Re:') && subject.includes(reference),
    );
    expect([mail.to, mail.subject]).toEqual([[address.email], `Re: A broken pump [${reference}]`]);
    for (const part of [mail.text, mail.html])
      for (const words of ['A new bottle leaves tomorrow.', 'https://courier.example/42', 'No spring.'])
        expect(part).toContain(words);
    await expect
      .poll(() => countRows(shop.db, 'outbox', sql`cause LIKE 'ticket_answer:%' AND letter IS NULL`))
      .toBe(1);
    expect(await inAudit(reference)).toEqual([{ action: 'ticket_answered' }]);
  });

  test('closes the ticket unless it is kept open', async () => {
    const id = await opened();
    const { body } = await act(id, 'answer', { message });
    expect(body.ticket.status).toBe('closed');
    expect((await list()).rows).toEqual([]);
    const [closed] = (await list('?show=closed')).rows;
    expect(closed).toMatchObject({ id, answers: 1 });
    expect(closed).not.toHaveProperty('message');
    expect(await inAudit(body.ticket.reference)).toEqual([
      { action: 'ticket_answered' },
      { action: 'ticket_closed' },
    ]);
  });

  test('by four operators at once: one email is sent, and the others get the answer', async () => {
    const id = await opened();
    const others = await Promise.all(times(4, () => shop.person('operator')));
    shop.proxy.meet(4);
    const answers = await Promise.all(
      others.map((who, n) => act(id, 'answer', { message: `Answer ${n}`, keepOpen: true }, who)),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 3 });
    const [kept] = (await one(id)).ticket.answers;
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body.code).toBe('changed');
      expect(body.message).toBe(`Asha Rao has already answered: “${kept?.message}”`);
      expect(body.ticket.answers).toEqual([kept]);
    }
    expect(await countRows(shop.db, 'outbox', sql`cause LIKE 'ticket_answer:%'`)).toBe(1);
    expect(await inAudit((await one(id)).ticket.reference)).toHaveLength(1);
  });

  test('again is possible after seeing the first answer', async () => {
    const id = await opened();
    await act(id, 'answer', { message: 'First', keepOpen: true });
    const seen = { status: 'open', answers: 1 };
    expect((await act(id, 'answer', { message: 'Second', keepOpen: true, seen })).status).toBe(200);
    expect((await one(id)).ticket.answers.map(({ message }) => message)).toEqual(['First', 'Second']);
  });

  test('wrong fields are refused and change no row', async () => {
    const id = await opened();
    await shop.stack.scheduled();
    await expectWrongFields(
      shop,
      (json) => act(id, 'answer', json),
      [
        ['no words', {}, 'message'],
        ['blank words', { message: ' \n ' }, 'message'],
        ['4,001 characters', { message: 'x'.repeat(4001) }, 'message'],
        ['an escape sequence', { message: 'a \u001b[31m' }, 'message'],
        ['words that turn around', { message: 'a \u202e b' }, 'message'],
        ['nothing seen', { message, seen: undefined }, 'seen'],
        ['a strange state', { message, seen: { status: 'lost', answers: 0 } }, 'seen.status'],
        ['a word for yes', { message, keepOpen: 'yes' }, 'keepOpen'],
      ],
      ['outbox', 'jobs'],
    );
  });
});

describe('closing', () => {
  test('and reopening move a ticket from list to list', async () => {
    const id = await opened();
    expect((await act(id, 'close')).body.ticket.status).toBe('closed');
    expect((await list()).rows).toEqual([]);
    const { body } = await act(id, 'open', { seen: { status: 'closed', answers: 0 } });
    expect(body.ticket.status).toBe('open');
    expect((await list()).rows).toMatchObject([{ id }]);
    expect(await inAudit(body.ticket.reference)).toEqual([
      { action: 'ticket_closed' },
      { action: 'ticket_opened' },
    ]);
  });

  test.for(['close', 'answer'] as const)('a closed ticket is refused: %s', async (what) => {
    const id = await opened();
    await act(id, 'close');
    const rows = await snapshot(shop.db, ['outbox']);
    const { status, body } = await act(id, what, { message });
    const refused = [409, 'changed', 'Another operator has closed the ticket.'];
    expect([status, body.code, body.message]).toEqual(refused);
    expect(await snapshot(shop.db, ['outbox'])).toEqual(rows);
  });

  test('a ticket that was answered meanwhile is refused with the answer', async () => {
    const id = await opened();
    await act(id, 'answer', { message: 'On its way' });
    const { status, body } = await act(id, 'close');
    expect([status, body.message]).toEqual([409, `${operator.name} has already answered: “On its way”`]);
  });

  test('opening an open ticket is refused', async () => {
    const id = await opened();
    const { status, body } = await act(id, 'open');
    expect([status, body.message]).toEqual([409, 'The ticket is open again.']);
  });
});
