/**
 * Limits of emails that strangers can cause to an address: three an hour and eight a day (content/store.yaml,
 * `limits`), and twenty of each kind of receipt a day. Further ones are held until the address may get another one, and the
 * desk lists them. A verified address gets all emails about its own account's orders.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { attempts, outbox, subscribers } from '#db/schema/index.ts';
import { mailboxSql } from '#db/schema/mailbox.ts';
import { heldReasons } from '#functions/outbox/enqueue.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { mailboxOf } from '#lib/mailbox.ts';
import { readStore } from '#tools/lib/content.ts';
import { emailedToken, newEmail, registerUser } from '../support/accounts.ts';
import { cancel } from '../support/cancellations.ts';
import { type Client, times } from '../support/client.ts';
import { hour, runJobAt, setClock } from '../support/clock.ts';
import { outcome } from '../support/guests.ts';
import { subscribe } from '../support/newsletter.ts';
import { placed, serum } from '../support/orders.ts';
import { countRows, select } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({
  writes: 10_000,
  flood: 10_000,
  vars: { ORDERS_PER_HOUR: '1000' },
});

const contact = (email: string, client = shop.client()) =>
  client.post('/api/contact/submit', { email, subject: 'Hello', message: 'A question' });
const rowsTo = (recipient: string) =>
  shop.db.read
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, recipient))
    .orderBy(outbox.createdAt, outbox.id);
/** The number of emails to a recipient by status. */
async function statusesTo(recipient: string): Promise<Record<string, number>> {
  const byStatus = Object.groupBy(await rowsTo(recipient), ({ status }) => status);
  return Object.fromEntries(Object.entries(byStatus).map(([status, { length }]) => [status, length]));
}
/** The kinds of the emails to a recipient that have this status, sorted. */
const kindsTo = async (recipient: string, status: string) =>
  (await rowsTo(recipient))
    .filter((row) => row.status === status)
    .map(({ cause }) => cause.split(':')[0])
    .sort();

const placeFor = (client: Client, email: string) => placed(client, { [serum]: 1 }, { email });
/** Places orders with an email address, a receipt, and cancels them, which is a notice. */
async function orderAndCancel(client: Client, email: string, count = 1): Promise<void> {
  for (const _ of times(count, () => 0)) {
    const { _id } = await placeFor(client, email);
    expect((await cancel(client, _id)).status).toBe(200);
  }
}
/** Causes notices to an address by a stranger's orders: three are its limit. */
const fill = async (email: string, count = 3) => orderAndCancel(await shop.person(), email, count);

async function forgetEmails() {
  for (const table of [outbox, attempts, subscribers]) await shop.db.write.delete(table);
}
const of = (kind: string, count: number): string[] => times(count, () => kind);

beforeEach(forgetEmails);

describe('an unverified address', () => {
  test('gets three emails in an hour and eight in a day from the orders of strangers', async ({
    shopper,
  }) => {
    const victim = newEmail();
    await orderAndCancel(shopper, victim, 5);
    expect(await kindsTo(victim, 'waiting')).toEqual([...of('order_cancelled', 3), ...of('order_placed', 5)]);
    expect(await kindsTo(victim, 'held')).toEqual(of('order_cancelled', 2));
    const reasons = async () => [...new Set((await heldEmails()).rows.map(({ reason }) => reason))];
    expect(await reasons()).toEqual([heldReasons.recipient]);
    const error = 'It had waited for more than three days.';
    await shop.db.write.update(outbox).set({ error }).where(eq(outbox.status, 'held'));
    expect(await reasons()).toEqual([error]);
    for (const hours of [2, 4]) {
      await setClock(shop, hours * hour);
      await orderAndCancel(shopper, victim, 9);
    }
    const waiting = [...of('order_cancelled', 8), ...of('order_placed', 16)];
    expect(await kindsTo(victim, 'waiting')).toEqual(waiting);
    expect(await kindsTo(victim, 'held')).toEqual([...of('order_cancelled', 15), ...of('order_placed', 7)]);
    await setClock(shop, 25 * hour);
    await orderAndCancel(shopper, victim);
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
      const [one, other] = [await shop.person(), await shop.person()];
      const causes: ((email: string) => Promise<unknown>)[] = [
        (email) => orderAndCancel(one, email),
        (email) => orderAndCancel(other, email),
        (email) => contact(email),
        (email) => subscribe(shop.client(), email),
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
      const resets = sql`status <> 'held' AND cause LIKE 'password_reset:%'`;
      expect(await countRows(shop.db, 'outbox', resets)).toBeGreaterThan(0);
      expect(await sent()).toBeLessThanOrEqual(mailboxPerDay);
    }
  });

  test('the database knows a mailbox as the code does', async () => {
    const ofGoogle = ['a.b+c@gmail.com', 'ab@googlemail.com'];
    for (const email of [...ofGoogle, '+x@example.in', '...@example.in', 'a+b+c@x.in', 'a@b.c']) {
      const mailbox = sql`SELECT ${sql.raw(mailboxSql('address'))} AS mailbox FROM (SELECT ${email} AS address)`;
      expect([email, ...(await select(shop.db, mailbox))]).toEqual([email, { mailbox: mailboxOf(email) }]);
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

  test('gets what was held when the hour is over, oldest first and no more than three; links and old emails stay', async ({
    shopper,
  }) => {
    const email = newEmail();
    await orderAndCancel(shopper, email, 8);
    await shop.stack.scheduled();
    expect(await kindsTo(email, 'held')).toEqual(of('order_cancelled', 5));
    const held = async () =>
      (await rowsTo(email)).filter(({ status }) => status === 'held').map(({ id }) => id);
    const before = await held();
    const at = { nextTryAt: Date.now(), createdAt: Date.now() };
    const link = { id: 'link', cause: 'verify_email:x', recipient: email, limited: true, ...at };
    await shop.db.write.insert(outbox).values({ ...link, status: 'held', error: heldReasons.recipient });
    for (const _ of times(2, () => 0)) await runJobAt(shop, hour + 1000);
    expect(await held()).toEqual([...before.slice(3), 'link']);
    // The released ones count for the next hour, and eight are the limit of a day.
    await runJobAt(shop, 3 * hour);
    expect(await held()).toEqual(['link']);
    await orderAndCancel(shopper, email, 2);
    await runJobAt(shop, 5 * hour);
    expect(await kindsTo(email, 'held')).toEqual([...of('order_cancelled', 2), 'verify_email']);
    // After two days only an operator sends them.
    await runJobAt(shop, 2 * 24 * hour + 6 * hour);
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
    expect(await statusesTo(full)).toEqual({ waiting: 8, held: 2 });
    expect(await statusesTo(other)).toEqual({ waiting: 2 });
  });

  test('deleting the account that placed the orders does not reset the count', async () => {
    const victim = newEmail();
    async function orderTwiceAndLeave() {
      const stranger = await registerUser(shop);
      await orderAndCancel(stranger, victim, 2);
      expect((await stranger.post('/api/user/delete', { password: stranger.password })).status).toBe(200);
    }
    for (const _ of times(2, () => 0)) {
      await orderTwiceAndLeave();
      await shop.stack.scheduled();
    }
    const sent = sql`recipient = ${victim} AND status <> 'held' AND cause LIKE 'account_deleted:order_cancelled:%'`;
    expect(await countRows(shop.db, 'outbox', sent)).toBe(3);
    // Neither is the count of the confirmations of orders.
    for (const _ of times(9, () => 0)) await orderTwiceAndLeave();
    const confirmed = sql`recipient = ${victim} AND status <> 'held' AND cause LIKE '%order_placed:%'`;
    expect(await countRows(shop.db, 'outbox', confirmed)).toBe(20);
    // None of them is sent, since their orders no longer have an owner.
    expect((await rowsTo(victim)).filter(({ content }) => content)).toEqual([]);
  });

  test('an unverified account’s own emails count: a stranger may have opened it', async () => {
    const stranger = await registerUser(shop);
    const { email } = stranger;
    const words = [stranger.password, 'a second walk there', 'a third walk there', 'a fourth walk there'];
    for (const [n, current] of words.slice(0, -1).entries()) {
      const change = { current, password: words[n + 1] };
      expect((await stranger.post('/api/user/password', change)).status).toBe(200);
    }
    await orderAndCancel(stranger, email);
    expect(await kindsTo(email, 'held')).toEqual(['order_cancelled', 'password_changed']);
  });
});

describe('a verified address', () => {
  test('gets all emails about its own account’s orders, despite emails by strangers', async ({ shopper }) => {
    await fill(shopper.email, 4);
    await orderAndCancel(shopper, shopper.email, 3);
    expect(await statusesTo(shopper.email)).toEqual({ waiting: 13, held: 1 });
    // Its own emails do not count.
    expect((await rowsTo(shopper.email)).filter(({ limited }) => limited)).toHaveLength(8);
  });

  test('gets the held emails about its own orders when it is verified, except orders cancelled unpaid', async () => {
    const person = await registerUser(shop);
    const { email } = person;
    const token = await emailedToken(shop.db, email);
    await orderAndCancel(person, email);
    const ids = (await Promise.all([1, 2].map(() => placeFor(person, email)))).map(({ _id }) => _id);
    await orderAndCancel(person, email);
    await fill(email, 1);
    await shop.db.write.update(outbox).set({ status: 'held' }).where(eq(outbox.recipient, email));
    expect((await person.post('/api/user/email/confirm', { token })).status).toBe(200);
    expect(await kindsTo(email, 'waiting')).toEqual(of('order_placed', 2));
    const released = (await rowsTo(email)).filter(({ status, limited }) => status === 'waiting' && !limited);
    const releasedIds = released.map(({ content }) => content && 'orderId' in content && content.orderId);
    expect(releasedIds.sort()).toEqual(ids.sort());
  });
});

async function heldEmails(after = '') {
  type Held = ResponseOf<typeof api.desk.held.$get>;
  return (await operator.get<Held>(`/api/desk/held${after && `?after=${after}`}`)).body;
}

describe('the desk', () => {
  test('lists held emails, newest first, and counts them in Today', async () => {
    const person = await registerUser(shop);
    const { email } = person;
    await fill(email);
    await person.post('/api/user/verify/send');
    const held = await heldEmails();
    expect(held.rows).toMatchObject([
      { recipient: email, kind: 'Link to confirm the address', sendable: false, sentByItself: false },
      { recipient: email, kind: 'Order cancelled', sendable: true, sentByItself: true },
    ]);
    type Today = ResponseOf<typeof api.desk.today.$get>;
    expect((await operator.get<Today>('/api/desk/today')).body.heldEmails).toBe(2);
    expect(JSON.stringify(held)).not.toContain('token');
  });

  test('does not store the link of a held email', async () => {
    const email = newEmail();
    await fill(email);
    const before = await countRows(shop.db, 'links');
    await registerUser(shop, email);
    const [held] = await shop.db.read.select().from(outbox).where(eq(outbox.status, 'held'));
    expect([held?.cause.split(':')[0], held?.content]).toEqual(['verify_email', null]);
    expect(await countRows(shop.db, 'links')).toBe(before);
  });

  test('lists in pages', async () => {
    const held = {
      content: { kind: 'account_deleted' },
      status: 'held',
      limited: true,
      createdAt: 1000,
    } as const;
    const rows = times(60, (n) => {
      const ids = { id: crypto.randomUUID(), cause: `ticket:${n}`, recipient: `n${n}@example.in` };
      return { ...held, ...ids, nextTryAt: 1000 + (n >> 1) };
    });
    await shop.db.write.insert(outbox).values(rows);
    const first = await heldEmails();
    const second = await heldEmails(first.next ?? '');
    expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 10, null]);
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(60);
  });

  test('sends a held email once, and records by whom', async () => {
    const email = newEmail();
    await fill(email, 4);
    const [{ id } = { id: '' }] = (await heldEmails()).rows;
    const answers = await Promise.all([1, 2].map(() => operator.post(`/api/desk/held/${id}/send`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await kindsTo(email, 'held')).toEqual([]);
    const { body } = await operator.get<ResponseOf<typeof api.desk.audit.$get>>('/api/desk/audit');
    expect(body.rows[0]).toMatchObject({ did: 'sent a held email', detail: 'Order cancelled' });
    expect(JSON.stringify(body.rows[0])).not.toContain(email);
    expect((await operator.post('/api/desk/held/nothing/send')).status).toBe(404);
  });

  test('does not send an email without content, or one that was sent', async () => {
    const person = await registerUser(shop);
    await fill(person.email, 2);
    await person.post('/api/user/verify/send');
    const rows = await rowsTo(person.email);
    for (const { id } of rows)
      expect(outcome(await operator.post(`/api/desk/held/${id}/send`))).toEqual([409, 'changed']);
    expect(await rowsTo(person.email)).toEqual(rows);
  });
});
