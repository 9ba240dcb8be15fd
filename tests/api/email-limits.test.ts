/**
 * Limits of emails that strangers can cause to an address: three an hour and eight a day (content/store.yaml,
 * `limits`), and twenty of each kind of receipt a day. Further ones are held until the address may get another one, and the
 * desk lists them. A verified address gets all emails about its own account's orders.
 */
import { desc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { outbox } from '#db/schema/index.ts';
import { mailboxSql } from '#db/schema/mailbox.ts';
import { heldReasons } from '#functions/outbox/enqueue.ts';
import { mailboxOf } from '#lib/mailbox.ts';
import { readStore } from '#tools/lib/content.ts';
import { emailedToken, newEmail, registerUser } from '../support/accounts.ts';
import { type Client, times } from '../support/client.ts';
import { hour, setClock } from '../support/clock.ts';
import { subscribe } from '../support/newsletter.ts';
import { orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { countRows, select } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ writes: 10_000, flood: 10_000, vars: { ORDERS_PER_HOUR: '1000' } });

type Held = { id: string; recipient: string; kind: string; sendable: boolean; sentByItself: boolean };
type List = { rows: Held[]; next: string | null };

const contact = (email: string, client = shop.client()) =>
  client.post('/api/contact/submit', { email, subject: 'Hello', message: 'A question' });
/** The number of emails to a recipient by status. */
async function statusesTo(recipient: string): Promise<Record<string, number>> {
  const rows = await select<{ status: string; n: number }>(
    shop.db,
    sql`SELECT status, count(*) AS n FROM outbox WHERE recipient = ${recipient} GROUP BY status`,
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
}

async function placeFor(client: Client, email: string) {
  const order = await orderOf(client, { [serum]: 1 });
  const placed = await placeOrder(client, { ...order, address: { ...order.address, email } });
  expect(placed.status).toBe(200);
  return placed.body.order;
}

/** Places an order with an email address, a receipt, and cancels it, which is a notice. */
async function orderAndCancel(client: Client, email: string): Promise<void> {
  const { _id: orderId } = await placeFor(client, email);
  expect((await client.post('/api/order/cancel', { orderId })).status).toBe(200);
}

/** Causes notices to an address by a stranger's orders: three are its limit. */
async function fill(email: string, count = 3): Promise<void> {
  const stranger = await shop.person();
  for (const _ of times(count, () => 0)) await orderAndCancel(stranger, email);
}

/** The kinds of the emails to a recipient that have this status, sorted. */
async function kindsTo(recipient: string, status: string): Promise<string[]> {
  const rows = await select<{ kind: string }>(
    shop.db,
    sql`SELECT substr(cause, 1, instr(cause, ':') - 1) AS kind FROM outbox WHERE recipient = ${recipient} AND status = ${status}`,
  );
  return rows.map(({ kind }) => kind).sort();
}

const forgetEmails = () =>
  shop.db.write.batch([
    shop.db.write.delete(outbox),
    shop.db.write.run(sql`DELETE FROM attempts`),
    shop.db.write.run(sql`DELETE FROM subscribers`),
  ]);
const of = (kind: string, count: number): string[] => times(count, () => kind);

beforeEach(async () => {
  await shop.db.write.batch([shop.db.write.delete(outbox), shop.db.write.run(sql`DELETE FROM attempts`)]);
  await refillStock(shop.db);
});

describe('an unverified address', () => {
  test('gets three emails in an hour and eight in a day from the orders of strangers', async () => {
    const victim = newEmail();
    const stranger = await shop.person();
    for (const _ of times(5, () => 0)) await orderAndCancel(stranger, victim);
    expect(await kindsTo(victim, 'waiting')).toEqual([...of('order_cancelled', 3), ...of('order_placed', 5)]);
    expect(await kindsTo(victim, 'held')).toEqual(of('order_cancelled', 2));
    const operator = await shop.person('operator');
    type Held = { rows: { recipient: string; reason: string }[] };
    const reasons = async () => {
      const { rows } = (await operator.get<Held>('/api/desk/held')).body;
      return new Set(rows.filter(({ recipient }) => recipient === victim).map(({ reason }) => reason));
    };
    expect([...(await reasons())]).toEqual([heldReasons.recipient]);
    await shop.db.write.run(
      sql`UPDATE outbox SET error = 'It had waited for more than three days.' WHERE status = 'held'`,
    );
    expect([...(await reasons())]).toEqual(['It had waited for more than three days.']);
    for (const hours of [2, 4]) {
      await setClock(shop, hours * hour);
      for (const _ of times(9, () => 0)) await orderAndCancel(stranger, victim);
    }
    expect(await kindsTo(victim, 'waiting')).toEqual([
      ...of('order_cancelled', 8),
      ...of('order_placed', 16),
    ]);
    expect(await kindsTo(victim, 'held')).toEqual([...of('order_cancelled', 15), ...of('order_placed', 7)]);
    await setClock(shop, 25 * hour);
    await orderAndCancel(stranger, victim);
    expect(await statusesTo(victim)).toEqual({ waiting: 26, held: 22 });
  });

  test('whatever strangers cause, in any order and spelling, it gets the sum of a day; a reset still goes', async () => {
    const { mailboxPerDay } = readStore().limits.emails;
    for (const round of [0, 1]) {
      await forgetEmails();
      const name = newEmail().split('@')[0] ?? '';
      const person = await registerUser(shop, `${name}@googlemail.com`);
      await forgetEmails();
      const spellings = [`${name}@gmail.com`, `${name}+a@gmail.com`, `${[...name].join('.')}@gmail.com`];
      const strangers = [await shop.person(), await shop.person()];
      const causes: ((email: string) => Promise<unknown>)[] = [
        (email) => orderAndCancel(strangers[0] as Person, email),
        (email) => orderAndCancel(strangers[1] as Person, email),
        (email) => contact(email),
        (email) => shop.client().post('/api/subscribe', { email }),
      ];
      for (const hours of [0, 2, 4]) {
        await setClock(shop, hours * hour);
        for (const n of times(16, (n) => n)) {
          const spelling = spellings[(n * 5 + round) % spellings.length] ?? '';
          await causes[(n * 7 + round * 3 + Math.floor(n / 4)) % causes.length]?.(spelling);
        }
        await shop.stack.scheduled();
      }
      const sent = () => countRows(shop.db, 'outbox', sql`status <> 'held' AND recipient LIKE '%mail.com'`);
      expect(await sent()).toBeLessThanOrEqual(mailboxPerDay - 2);
      expect(await sent()).toBeGreaterThan(mailboxPerDay / 2);
      for (const _ of times(9, () => 0))
        await shop.client().post('/api/user/forgot', { email: person.email });
      expect(
        await countRows(shop.db, 'outbox', sql`status <> 'held' AND cause LIKE 'password_reset:%'`),
      ).toBeGreaterThan(0);
      expect(await sent()).toBeLessThanOrEqual(mailboxPerDay);
    }
  });

  test('the database knows a mailbox as the code does', async () => {
    const emails = [
      'a.b+c@gmail.com',
      'ab@googlemail.com',
      '+x@example.in',
      '...@example.in',
      'a+b+c@x.in',
      'a@b.c',
    ];
    for (const email of emails) {
      const [row] = await select<{ mailbox: string }>(
        shop.db,
        sql`SELECT ${sql.raw(mailboxSql('address'))} AS mailbox FROM (SELECT ${email} AS address)`,
      );
      expect([email, row?.mailbox]).toEqual([email, mailboxOf(email)]);
    }
  });

  test('gets the confirmation of an order, the receipt of a message and the link of a subscription despite them', async () => {
    const email = newEmail();
    await fill(email, 4);
    expect(await kindsTo(email, 'held')).toEqual(['order_cancelled']);
    await placeFor(await shop.person(), email);
    expect((await contact(email)).body).not.toHaveProperty('receiptHeld');
    await subscribe(shop.client(), email);
    // One kind does not hold another: twenty receipts of messages are the limit of messages.
    for (const _ of times(10, () => 0)) await contact(email);
    expect((await contact(email)).body).toMatchObject({ receiptHeld: true });
    // Of the sum of a day the last are for orders, and the very last for signing in.
    const held = ['order_cancelled', 'ticket'];
    expect(await kindsTo(email, 'held')).toEqual(held);
    await placeFor(await shop.person(), email);
    expect(await kindsTo(email, 'held')).toEqual(held);
  });

  test('gets what was held when the hour is over, oldest first and no more than three; links and old emails stay', async () => {
    const email = newEmail();
    const stranger = await shop.person();
    for (const _ of times(8, () => 0)) await orderAndCancel(stranger, email);
    await shop.stack.scheduled();
    expect(await kindsTo(email, 'held')).toEqual(of('order_cancelled', 5));
    const held = () =>
      select<{ id: string }>(
        shop.db,
        sql`SELECT id FROM outbox WHERE recipient = ${email} AND status = 'held' ORDER BY created_at, id`,
      );
    const before = await held();
    await shop.db.write
      .insert(outbox)
      .values({
        id: 'link',
        cause: 'verify_email:x',
        recipient: email,
        letter: null,
        status: 'held' as const,
        limited: true,
        nextTryAt: Date.now(),
        createdAt: Date.now(),
        error: heldReasons.recipient,
      });
    await setClock(shop, hour + 1000);
    for (const _ of times(2, () => 0)) await shop.stack.scheduled();
    expect((await held()).map(({ id }) => id)).toEqual([...before.slice(3).map(({ id }) => id), 'link']);
    // The released ones count for the next hour, and eight are the limit of a day.
    await setClock(shop, 3 * hour);
    await shop.stack.scheduled();
    expect((await held()).map(({ id }) => id)).toEqual(['link']);
    for (const _ of times(2, () => 0)) await orderAndCancel(stranger, email);
    await setClock(shop, 5 * hour);
    await shop.stack.scheduled();
    expect(await kindsTo(email, 'held')).toEqual([...of('order_cancelled', 2), 'verify_email']);
    // After two days only an operator sends them.
    await setClock(shop, 2 * 24 * hour + 6 * hour);
    await shop.stack.scheduled();
    expect(await kindsTo(email, 'held')).toEqual([...of('order_cancelled', 2), 'verify_email']);
  });

  test('also with different kinds of emails, all at once', async () => {
    const email = newEmail();
    const strangers = [await shop.person(), await shop.person()];
    const account = await registerUser(shop, email);
    const asks = [
      ...times(4, () => () => shop.client().post('/api/user/forgot', { email })),
      ...strangers.map((stranger) => () => orderAndCancel(stranger, email)),
      ...times(2, () => () => account.post('/api/user/verify/send')),
    ];
    await Promise.all(asks.map((ask) => ask()));
    const waiting = await select<{ kind: string; limited: number }>(
      shop.db,
      sql`SELECT letter ->> 'kind' AS kind, limited FROM outbox
        WHERE recipient = ${email} AND status = 'waiting' AND letter ->> 'kind' <> 'order_placed'`,
    );
    // When three came before the first reset, the owner still gets one link (reset-at-email-limit.test.ts).
    expect(waiting.every(({ limited }) => limited)).toBe(true);
    expect(waiting.length - 3).toBeLessThanOrEqual(1);
  });

  test('other addresses are not affected', async () => {
    const [full, other] = [newEmail(), newEmail()];
    await fill(full, 5);
    await fill(other, 1);
    expect([await statusesTo(full), await statusesTo(other)]).toEqual([
      { waiting: 8, held: 2 },
      { waiting: 2 },
    ]);
  });

  test('deleting the account that placed the orders does not reset the count', async () => {
    const victim = newEmail();
    for (const _ of times(2, () => 0)) {
      const stranger = await registerUser(shop);
      await orderAndCancel(stranger, victim);
      await orderAndCancel(stranger, victim);
      expect((await stranger.post('/api/user/delete', { password: stranger.password })).status).toBe(200);
      await shop.stack.scheduled();
    }
    const sent = sql`recipient = ${victim} AND status <> 'held' AND cause LIKE 'account_deleted:order_cancelled:%'`;
    expect(await countRows(shop.db, 'outbox', sent)).toBe(3);
    // Neither is the count of the confirmations of orders.
    for (const _ of times(9, () => 0)) {
      const stranger = await registerUser(shop);
      for (const _ of times(2, () => 0)) await orderAndCancel(stranger, victim);
      expect((await stranger.post('/api/user/delete', { password: stranger.password })).status).toBe(200);
    }
    const confirmed = sql`recipient = ${victim} AND status <> 'held' AND cause LIKE '%order_placed:%'`;
    expect(await countRows(shop.db, 'outbox', confirmed)).toBe(20);
    // None of them is sent, since their orders no longer have an owner.
    expect(await countRows(shop.db, 'outbox', sql`recipient = ${victim} AND letter IS NOT NULL`)).toBe(0);
  });

  test('an unverified account’s own emails count: a stranger may have opened it', async () => {
    const stranger = await registerUser(shop);
    const { email } = stranger;
    const words = [stranger.password, 'a second walk there', 'a third walk there', 'a fourth walk there'];
    for (const [n, current] of words.slice(0, -1).entries())
      expect((await stranger.post('/api/user/password', { current, password: words[n + 1] })).status).toBe(
        200,
      );
    await orderAndCancel(stranger, email);
    expect(await kindsTo(email, 'held')).toEqual(['order_cancelled', 'password_changed']);
  });
});

describe('a verified address', () => {
  test('gets all emails about its own account’s orders, despite emails by strangers', async () => {
    const person = await shop.person();
    await fill(person.email, 4);
    for (const _ of times(3, () => 0)) await orderAndCancel(person, person.email);
    expect(await statusesTo(person.email)).toEqual({ waiting: 13, held: 1 });
    // Its own emails do not count.
    expect(await countRows(shop.db, 'outbox', sql`recipient = ${person.email} AND limited = 1`)).toBe(8);
  });

  test('gets the held emails about its own orders when it is verified, except orders cancelled unpaid', async () => {
    const person = await registerUser(shop);
    const { email } = person;
    const token = await emailedToken(shop.db, email);
    await orderAndCancel(person, email);
    const orders = await Promise.all(
      [1, 2].map(async () => placeOrder(person, await orderOf(person, { [serum]: 1 }))),
    );
    await orderAndCancel(person, email);
    await orderAndCancel(await shop.person(), email);
    await shop.db.write.run(sql`UPDATE outbox SET status = 'held' WHERE recipient = ${email}`);
    expect((await person.post('/api/user/email/confirm', { token })).status).toBe(200);
    expect(await kindsTo(email, 'waiting')).toEqual(of('order_placed', 2));
    const ids = orders.map(({ body }) => body.order._id);
    const released = await select<{ id: string }>(
      shop.db,
      sql`SELECT letter ->> 'orderId' AS id FROM outbox WHERE recipient = ${email} AND status = 'waiting' AND limited = 0`,
    );
    expect(released.map(({ id }) => id).sort()).toEqual(ids.sort());
  });
});

describe('the desk', () => {
  const list = (operator: Person, after = '') =>
    operator.get<List>(`/api/desk/held${after && `?after=${after}`}`);

  test('lists held emails, newest first, and counts them in Today', async () => {
    const operator = await shop.person('operator');
    const person = await registerUser(shop);
    const { email } = person;
    await fill(email);
    await person.post('/api/user/verify/send');
    const { body } = await list(operator);
    expect(body.rows).toMatchObject([
      { recipient: email, kind: 'Link to confirm the address', sendable: false, sentByItself: false },
      { recipient: email, kind: 'Order cancelled', sendable: true, sentByItself: true },
    ]);
    expect((await operator.get<{ heldEmails: number }>('/api/desk/today')).body.heldEmails).toBe(2);
    expect(JSON.stringify(body)).not.toContain('token');
  });

  test('does not store the link of a held email', async () => {
    const email = newEmail();
    await fill(email);
    const before = await countRows(shop.db, 'links');
    await registerUser(shop, email);
    const [held] = await shop.db.read.select().from(outbox).where(eq(outbox.status, 'held'));
    expect([held?.cause.split(':')[0], held?.letter]).toEqual(['verify_email', null]);
    expect(await countRows(shop.db, 'links')).toBe(before);
  });

  test('lists in pages', async () => {
    const operator = await shop.person('operator');
    await shop.db.write
      .insert(outbox)
      .values(
        times(60, (n) => ({
          id: crypto.randomUUID(),
          cause: `ticket:${n}`,
          recipient: `n${n}@example.in`,
          letter: { kind: 'account_deleted' as const },
          status: 'held' as const,
          limited: true,
          nextTryAt: 1000 + (n >> 1),
          createdAt: 1000,
        })),
      );
    const first = (await list(operator)).body;
    const second = (await list(operator, first.next ?? '')).body;
    expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 10, null]);
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(60);
  });

  test('sends a held email once, and records by whom', async () => {
    const operator = await shop.person('operator');
    const email = newEmail();
    await fill(email, 4);
    const [{ id } = { id: '' }] = (await list(operator)).body.rows;
    const answers = await Promise.all([1, 2].map(() => operator.post(`/api/desk/held/${id}/send`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await kindsTo(email, 'held')).toEqual([]);
    const { body } = await operator.get<{ rows: { did: string; about: string; detail: string }[] }>(
      '/api/desk/audit',
    );
    expect(body.rows[0]).toMatchObject({ did: 'sent a held email', detail: 'Order cancelled' });
    expect(JSON.stringify(body.rows[0])).not.toContain(email);
    expect((await operator.post('/api/desk/held/nothing/send')).status).toBe(404);
  });

  test('does not send an email without content, or one that was sent', async () => {
    const operator = await shop.person('operator');
    const person = await registerUser(shop);
    await fill(person.email, 2);
    await person.post('/api/user/verify/send');
    const rows = await shop.db.read.select().from(outbox).orderBy(desc(outbox.createdAt));
    for (const { id } of rows) {
      const answer = await operator.post(`/api/desk/held/${id}/send`);
      expect([answer.status, answer.body.code]).toEqual([409, 'changed']);
    }
    expect(await shop.db.read.select().from(outbox).orderBy(desc(outbox.createdAt))).toEqual(rows);
  });
});
