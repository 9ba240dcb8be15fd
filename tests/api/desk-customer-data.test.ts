/** Exporting and erasing the data of customers at the desk (docs/desk.md, "Customers"). */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { attempts, orders, users } from '#db/schema/index.ts';
import { newEmail, password, verifiedUser } from '../support/accounts.ts';
import { times } from '../support/client.ts';
import { auditOf, customerIdOf, customersPath } from '../support/customers.ts';
import { type DeskRefusal, operatorWithPassword } from '../support/desk.ts';
import { guestOrder, newGuest } from '../support/guests.ts';
import { placed } from '../support/orders.ts';
import { countRows, select, setStatus, snapshot } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ proxy: true, vars: { EXPORTS_PER_HOUR: '3' } });

type Exported = DeskRefusal & {
  file: string;
  data: Record<string, Record<string, unknown>[]>;
  notes: string[];
};
const ask = (what: 'export' | 'erase', id: string, word = password, by: Person = operator) =>
  by.post<Exported>(`${customersPath}/${id}/${what}`, { password: word });
const addNote = (id: string, text: string) => operator.post(`${customersPath}/${id}/notes`, { text });
/** How many customers a search finds. */
const countFound = async (q: string) =>
  (await operator.get<{ rows: unknown[] }>(`${customersPath}?${new URLSearchParams({ q })}`)).body.rows
    .length;

beforeEach(() => shop.db.write.delete(attempts));

describe('the export', () => {
  test('is the customer’s own, with the notes, and has an entry in the audit list', async () => {
    const person = await verifiedUser(shop);
    const id = await customerIdOf(shop, person.email);
    await placed(person);
    await addNote(id, 'Prefers calls');
    const { status, body } = await ask('export', id);
    expect([status, body.file]).toEqual([
      200,
      expect.stringMatching(/^customer-data-\d{4}-\d\d-\d\d\.json$/),
    ]);
    const { data: own } = (await person.post<Exported>('/api/user/export', { password })).body;
    expect(Object.keys(body.data)).toEqual(Object.keys(own));
    expect(body.data.orders).toEqual(own.orders);
    expect(body.data.account).toEqual(own.account);
    expect(body.data.operatorNotes).toMatchObject([{ text: 'Prefers calls' }]);
    expect(JSON.stringify(body.data.operatorNotes)).not.toContain(operator.id);
    expect((await auditOf(shop, id)).at(-1)).toEqual({ action: 'customer_exported', detail: 'an account' });
  });

  test('of a guest has all guests of the address, nothing of its account, and no messages', async () => {
    const person = await verifiedUser(shop);
    const { email } = person;
    await placed(person);
    const guests = [await newGuest(shop, { email }), await newGuest(shop, { email })];
    for (const guest of guests) await guestOrder(guest);
    await shop.client().post('/api/contact/submit', { email, subject: 'A pump', message: 'Broken' });
    // Somebody has opened the link of an order, which is passed on.
    await shop.db.write.run(sql`UPDATE users SET verified_at = 1 WHERE guest = 1 AND email = ${email}`);
    const { data, notes } = (await ask('export', await customerIdOf(shop, email, 'guest'))).body;
    expect([data.account?.length, data.orders?.length, data.tickets]).toEqual([2, 2, []]);
    expect(data.account?.every(({ guest }) => guest)).toBe(true);
    expect(notes.join()).toContain(
      'Messages, newsletter, codes, alerts, emails and orders of an earlier shop are left out',
    );
  });

  test('needs the operator’s password, and has an hourly limit; nothing is in the audit list then', async ({
    shopper: { id },
  }) => {
    const before = await snapshot(shop.db, ['attempts']);
    const wrong = await ask('export', id, 'wrong');
    expect([wrong.status, Object.keys(wrong.body.fields), wrong.body.data]).toEqual([
      422,
      ['password'],
      undefined,
    ]);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
    for (const _ of times(3, String)) expect((await ask('export', id)).status).toBe(200);
    const { status, body } = await ask('export', id);
    expect([status, body.code, body.data]).toEqual([429, 'too_many', undefined]);
    expect(await auditOf(shop, id)).toHaveLength(3);
  });

  test('is not sent when the operator is removed meanwhile', async ({ shopper: { id } }) => {
    const former = await operatorWithPassword(shop);
    const held = shop.proxy.hold(5);
    const asking = ask('export', id, password, former);
    await held.arrived;
    await shop.db.write.update(users).set({ role: 'shopper' }).where(eq(users.id, former.id));
    held.release();
    const { body } = await asking;
    expect(body.data).toBeUndefined();
    expect(await auditOf(shop, id)).toEqual([]);
  });
});

describe('erasing', () => {
  test('an account does what deleting it does, with its email and one entry in the audit list', async () => {
    const person = await verifiedUser(shop);
    const { email } = person;
    const id = await customerIdOf(shop, email);
    const order = await placed(person);
    await setStatus(shop.db, order._id, 'Delivered');
    await addNote(id, 'Prefers calls');
    const { status, body } = await ask('erase', id);
    expect([status, body.message]).toEqual([200, 'The customer’s data is erased.']);
    expect((await operator.get(`${customersPath}/${id}`)).status).toBe(404);
    expect(await countRows(shop.db, 'customer_notes', sql`user_id = ${id}`)).toBe(0);
    const [kept] = await shop.db.read.select().from(orders).where(eq(orders.id, order._id));
    expect(kept).toMatchObject({ userId: null, address: { firstName: '', email: '', phone: '' } });
    expect(await countRows(shop.db, 'outbox', sql`cause = ${`account_deleted:${id}`}`)).toBe(1);
    expect((await shop.client(person.token).get('/api/user/me')).status).toBe(401);
    expect((await auditOf(shop, id)).at(-1)).toEqual({ action: 'customer_erased', detail: 'an account' });
    const rows = await select(shop.db, sql`SELECT * FROM audit`);
    expect(JSON.stringify(rows)).not.toContain(email);
    expect(await countFound(email)).toBe(0);
  });

  test('a guest erases all guests of the address, and leaves its account', async ({ shopper: person }) => {
    const { email } = person;
    const own = await placed(person, undefined, { email });
    const guests = [await newGuest(shop, { email }), await newGuest(shop, { email })];
    const orderIds = [];
    for (const guest of guests) orderIds.push((await guestOrder(guest)).orderId);
    for (const orderId of orderIds) await setStatus(shop.db, orderId, 'Delivered');
    const id = await customerIdOf(shop, email, 'guest');
    expect((await ask('erase', id)).status).toBe(200);
    expect(await countRows(shop.db, 'users', sql`email = ${email}`)).toBe(1);
    const rows = await select<{ id: string; email: string }>(
      shop.db,
      sql`SELECT id, address ->> 'email' AS email FROM orders WHERE id IN ${[own._id, ...orderIds]}`,
    );
    expect(rows.filter((row) => row.email).map((row) => row.id)).toEqual([own._id]);
    expect((await auditOf(shop, id)).at(-1)).toEqual({ action: 'customer_erased', detail: 'a guest' });
  });

  test('is refused while an order of any guest of the address is open; nothing changes', async () => {
    const email = newEmail();
    const [open, ended] = [await newGuest(shop, { email }), await newGuest(shop, { email })];
    await guestOrder(open);
    await setStatus(shop.db, (await guestOrder(ended)).orderId, 'Delivered');
    const before = await snapshot(shop.db, ['attempts']);
    const { status, body } = await ask('erase', await customerIdOf(shop, email, 'guest'));
    expect([status, body.code]).toEqual([409, 'open_orders']);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });

  test('is refused for an operator, and with a wrong password', async ({ shopper: { id } }) => {
    const before = await snapshot(shop.db, ['attempts']);
    expect((await ask('erase', operator.id)).body.code).toBe('is_operator');
    expect((await ask('erase', id, 'wrong')).status).toBe(422);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });

  test('is refused when an order is placed meanwhile, or the account becomes an operator’s', async () => {
    for (const [change, code] of [
      [
        (
          id: string,
        ) => sql`INSERT INTO orders (id, reference, user_id, status, payment_method, subtotal, discount, delivery, total, address, request_hash, created_at)
          SELECT 'late', 'ORD-000001', ${id}, 'Order Placed', 'cod', 100, 0, 0, 100, '{}', '', 0`,
        'open_orders',
      ],
      [(id: string) => sql`UPDATE users SET role = 'operator' WHERE id = ${id}`, 'not_found'],
    ] as const) {
      const { id } = await shop.person();
      const held = shop.proxy.hold(4);
      const erasing = ask('erase', id);
      await held.arrived;
      await shop.db.write.run(change(id));
      held.release();
      expect((await erasing).body.code).toBe(code);
      expect(await countRows(shop.db, 'users', sql`id = ${id}`)).toBe(1);
    }
  });
});
