/** Customers at the desk (docs/desk.md, "Customers"): guests in the list, the search, a page and notes. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { customerNotes, orders, refunds, users } from '#db/schema/index.ts';
import { maxNotes } from '#domain/customers/customer.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { newEmail, verifiedUser } from '../support/accounts.ts';
import { allPages, tally, times } from '../support/client.ts';
import { auditOf, customerIdOf, customersPath } from '../support/customers.ts';
import type { DeskRefusal } from '../support/desk.ts';
import { guestOrder, joinAccount, linkTo, newGuest, newPhone } from '../support/guests.ts';
import { placed, serum } from '../support/orders.ts';
import { countRows, select } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();

type List = ResponseOf<typeof api.desk.customers.$get>;
type Page = ResponseOf<(typeof api.desk.customers)[':id']['$get']>;
const list = async (query: Record<string, string> = {}) =>
  (await operator.get<List>(`${customersPath}?${new URLSearchParams(query)}`)).body;
const find = async (q: string) => (await list({ q })).rows.map(({ id }) => id);
const read = async (id: string) => (await operator.get<Page>(`${customersPath}/${id}`)).body;
const addNote = (id: string, text: string) =>
  operator.post<DeskRefusal>(`${customersPath}/${id}/notes`, { text });

describe('the list', () => {
  test('has each customer once, the newest order first, a guest by email address', async () => {
    await shop.db.write.delete(orders);
    const [asha, zoya] = [await shop.person(), await shop.person()];
    await placed(asha, { [serum]: 1 });
    const email = newEmail();
    await guestOrder(await newGuest(shop, { email, phone: newPhone() }));
    await placed(zoya, { [serum]: 1 });
    await placed(zoya, { [serum]: 1 });
    const again = await newGuest(shop, { email, phone: newPhone() });
    const { reference } = await guestOrder(again);
    const { rows, next, more } = await list();
    expect([next, more]).toEqual([null, false]);
    expect(rows.map((one) => [one.email, one.guest, one.orders])).toEqual([
      [email, true, 2],
      [zoya.email, false, 2],
      [asha.email, false, 1],
    ]);
    expect(rows[0]?.newest?.reference).toBe(reference);
  });
});

describe('a search', () => {
  test('finds guests by name, phone and email address', async () => {
    const guest = await newGuest(shop, {
      name: 'Nila Das',
      email: 'nila.das@example.in',
      phone: '9333344444',
    });
    await placed(guest, { [serum]: 1 }, { firstName: 'Nila', lastName: 'Das', phone: guest.phone });
    const nila = await customerIdOf(shop, guest.email, 'guest');
    for (const q of ['nila', 'das nila', 'nila.das@', '+91 (0)93333 44444', '093333-44444', '3444'])
      expect([q, await find(q)]).toEqual([q, [nila]]);
    expect(await find('nila rao')).toEqual([]);
  });

  test('finds an account without an order by the beginning of its name or address', async ({ shopper }) => {
    await shop.db.write
      .update(users)
      .set({ name: 'Yamini Iyer', email: 'yamini@example.in' })
      .where(eq(users.id, shopper.id));
    for (const q of ['yamini iy', 'YAMINI', 'yamini@', 'mailto:Yamini@example.in'])
      expect([q, (await list({ q })).rows]).toMatchObject([
        q,
        [{ id: shopper.id, orders: 0, newest: null, phone: null }],
      ]);
  });

  test('is read in pages too, and says when a text fits too many', async () => {
    const people = await shop.people(55);
    await shop.db.write.run(
      sql`UPDATE users SET name = 'Waheeda Rehman' WHERE id IN ${people.map(({ id }) => id)}`,
    );
    const pages = await allPages(
      async (after) => (await operator.get<List>(`${customersPath}?q=waheeda${after}`)).body,
    );
    expect(pages.map(({ rows }) => rows.length)).toEqual([50, 5]);
    expect(pages.map(({ more }) => more)).toEqual([false, false]);
    await shop.db.write.run(sql`
      INSERT INTO users (id, name, email, password, created_at)
      SELECT 'many-' || value, 'Waheeda', 'many-' || value || '@example.in', 'none', 0 FROM generate_series(1, 5000)`);
    expect((await list({ q: 'waheeda' })).more).toBe(true);
    await shop.db.write.run(sql`DELETE FROM users WHERE id LIKE 'many-%'`);
  });
});

describe('a page', () => {
  test('has orders, what was paid less refunds, tickets, reviews, newsletter and the guest with the address', async () => {
    const person = await verifiedUser(shop);
    const { email } = person;
    const id = await customerIdOf(shop, email);
    const [first, second] = [await placed(person, { [serum]: 1 }), await placed(person, { [serum]: 1 })];
    await shop.db.write.update(orders).set({ paid: true, status: 'Delivered' }).where(eq(orders.userId, id));
    const refund = {
      orderId: first._id,
      amount: 10_000,
      reason: 'returned',
      status: 'done',
      createdAt: 0,
    } as const;
    await shop.db.write.insert(refunds).values({ ...refund, id: randomUUID() });
    await person.post(`/api/reviews/${serum}`, { rating: 4, comment: 'Sinks in well' });
    await shop.client().post('/api/contact/submit', { email, subject: 'A pump', message: 'Broken' });
    await shop.client().post('/api/subscribe', { email });
    await newGuest(shop, { email });
    const page = await read(id);
    expect(page.customer).toMatchObject({
      id,
      email,
      guest: false,
      verified: true,
      also: await customerIdOf(shop, email, 'guest'),
    });
    expect(page.orders.map(({ reference }) => reference)).toEqual([second.reference, first.reference]);
    expect(page.paid).toBe(2 * 59_900 - 10_000);
    expect(page.tickets).toMatchObject([{ subject: 'A pump' }]);
    expect(page.reviews).toMatchObject([{ rating: 4, product: { id: serum } }]);
    expect(page.newsletter).toMatchObject({ waits: true, left: null });
    const { tickets } = page;
    const { body } = await operator.get<{ customers: { id: string }[] }>(
      `/api/desk/tickets/${tickets[0]?.id}`,
    );
    expect(body.customers).toEqual([
      { id, guest: false },
      { id: await customerIdOf(shop, email, 'guest'), guest: true },
    ]);
  });

  test('of any guest of an address has the orders of all of them, and none of the account', async ({
    shopper: person,
  }) => {
    await placed(person, { [serum]: 1 });
    const guests = [
      await newGuest(shop, { email: person.email }),
      await newGuest(shop, { email: person.email }),
    ];
    const references = [];
    for (const guest of guests) references.push((await guestOrder(guest)).reference);
    const rows = await select<{ id: string }>(
      shop.db,
      sql`SELECT id FROM users WHERE guest = 1 AND email = ${person.email}`,
    );
    for (const { id } of rows) {
      const page = await read(id);
      expect(page.orders.map(({ reference }) => reference).toSorted()).toEqual(references.toSorted());
      expect(page.customer).toMatchObject({ guest: true, verified: false, also: person.id });
    }
  });

  test('of an unknown id is a 404', async () => {
    for (const id of [randomUUID(), "x'%20OR%201=1"])
      expect((await operator.get(`${customersPath}/${id}`)).status).toBe(404);
  });
});

describe('notes', () => {
  test('are added and deleted, newest first; the audit list has no text of them', async ({
    shopper: { id },
  }) => {
    expect((await addNote(id, 'Calls before noon.\nSpeaks Tamil.')).status).toBe(200);
    expect((await addNote(id, 'Second')).status).toBe(200);
    const { notes } = await read(id);
    expect(notes.map(({ text, actor }) => [text, actor])).toEqual([
      ['Second', 'Priya Nair'],
      ['Calls before noon.\nSpeaks Tamil.', 'Priya Nair'],
    ]);
    const remove = () => operator.post(`${customersPath}/${id}/notes/delete`, { id: notes[0]?.id });
    expect(tally([await remove(), await remove()])).toEqual({ 200: 1, 404: 1 });
    expect((await read(id)).notes).toHaveLength(1);
    expect(await auditOf(shop, id)).toEqual(
      ['customer_note_added', 'customer_note_added', 'customer_note_deleted'].map((action) => ({
        action,
        detail: null,
      })),
    );
  });

  test('of another customer are not deleted', async () => {
    const [one, other] = [await shop.person(), await shop.person()];
    await addNote(one.id, 'Hers');
    const [note] = (await read(one.id)).notes;
    expect((await operator.post(`${customersPath}/${other.id}/notes/delete`, { id: note?.id })).status).toBe(
      404,
    );
    expect((await read(one.id)).notes).toHaveLength(1);
  });

  test('are at most so many, also when two are added at once', async ({ shopper: { id } }) => {
    const row = { userId: id, at: 1, actorId: operator.id, text: 'x' };
    await shop.db.write
      .insert(customerNotes)
      .values(times(maxNotes - 1, (n) => ({ ...row, id: `${id}-${n}` })));
    const answers = await Promise.all(times(2, () => addNote(id, 'The last')));
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
    expect(answers.map(({ body }) => body.code)).toContain('notes_full');
    expect(await countRows(shop.db, 'customer_notes', sql`user_id = ${id}`)).toBe(maxNotes);
  });

  test('of a guest move into the account that the guest joins', async () => {
    const person = await verifiedUser(shop);
    const guest = await newGuest(shop, { email: person.email });
    const { orderId } = await guestOrder(guest);
    await addNote(await customerIdOf(shop, person.email, 'guest'), 'Rings the bell twice');
    expect((await joinAccount(linkTo(orderId), shop.client(person.token))).status).toBe(200);
    expect((await read(await customerIdOf(shop, person.email))).notes).toMatchObject([
      { text: 'Rings the bell twice' },
    ]);
  });
});
