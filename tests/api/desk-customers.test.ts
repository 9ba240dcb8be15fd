/** Customers at the desk (docs/desk.md, "Customers"): the list, the search, a page, notes, export and erasure. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { attempts, customerNotes, orders, refunds, users } from '#db/schema/index.ts';
import { maxNotes } from '#domain/customers/customer.ts';
import { newEmail, password, verifiedUser } from '../support/accounts.ts';
import { allPages, tally, times } from '../support/client.ts';
import { type DeskRefusal, operatorWithPassword, useOperatorWithPassword } from '../support/desk.ts';
import { guestOrder, joinAccount, linkTo, newGuest, newPhone } from '../support/guests.ts';
import { address, orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { countRows, select, setStatus, snapshot } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, vars: { EXPORTS_PER_HOUR: '3' } });
const operator = useOperatorWithPassword(shop);
const path = '/api/desk/customers';

type Listed = {
  _id: string;
  name: string;
  email: string;
  phone: string | null;
  guest: boolean;
  orders: number;
  newest: { reference: string } | null;
};
type List = { customers: Listed[]; next: string | null; more: boolean };
type Page = DeskRefusal & {
  customer: {
    _id: string;
    name: string;
    email: string;
    phone: string;
    guest: boolean;
    verified: boolean;
    also: string | null;
  };
  orders: { _id: string; reference: string; amount: number }[];
  paid: number;
  returns: unknown[];
  tickets: { _id: string; subject: string }[];
  reviews: { rating: number; product: { _id: string } }[];
  newsletter: { waits: boolean; left: string | null } | null;
  notes: { _id: string; text: string; actor: string }[];
};
type Exported = DeskRefusal & {
  file: string;
  data: Record<string, Record<string, unknown>[]>;
  notes: string[];
};

const list = async (query: Record<string, string> = {}) =>
  (await operator.get<List>(`${path}?${new URLSearchParams(query)}`)).body;
const find = async (q: string) => (await list({ q })).customers.map(({ _id }) => _id);
const read = async (id: string) => (await operator.get<Page>(`${path}/${id}`)).body;
const addNote = (id: string, text: string) => operator.post<DeskRefusal>(`${path}/${id}/notes`, { text });
const ask = (what: 'export' | 'erase', id: string, word = password, by: Person = operator) =>
  by.post<Exported>(`${path}/${id}/${what}`, { password: word });
const inAudit = (about: string) =>
  select<{ action: string; detail: string | null }>(
    shop.db,
    sql`SELECT action, detail FROM audit WHERE about = ${about} ORDER BY rowid`,
  );
const idOf = async (email: string, guest = 0) => {
  const [row] = await select<{ id: string }>(
    shop.db,
    sql`SELECT id FROM users WHERE email = ${email} AND guest = ${guest} ORDER BY created_at DESC`,
  );
  return row?.id ?? '';
};

/** Places an order of one serum for a person. */
async function ordered(person: Person, over: Partial<typeof address> = {}) {
  const order = await orderOf(person, { [serum]: 1 });
  const { body } = await placeOrder(person, { ...order, address: { ...order.address, ...over } });
  return body.order;
}

beforeEach(async () => {
  await shop.db.write.delete(attempts);
  await refillStock(shop.db);
});

describe('the list', () => {
  test('has each customer once, the newest order first, a guest by email address', async () => {
    await shop.db.write.delete(orders);
    const [asha, zoya] = [await shop.person(), await shop.person()];
    await ordered(asha);
    const email = newEmail();
    await guestOrder(await newGuest(shop, { email, phone: newPhone() }));
    await ordered(zoya);
    await ordered(zoya);
    const again = await newGuest(shop, { email, phone: newPhone() });
    const { reference } = await guestOrder(again);
    const { customers, next, more } = await list();
    expect([next, more]).toEqual([null, false]);
    expect(customers.map((one) => [one.email, one.guest, one.orders])).toEqual([
      [email, true, 2],
      [zoya.email, false, 2],
      [asha.email, false, 1],
    ]);
    expect(customers[0]?.newest?.reference).toBe(reference);
  });

  test('is read in pages: nobody is missing, nobody comes twice', async () => {
    await shop.db.write.delete(orders);
    const people = await shop.people(60);
    const each = {
      status: 'Delivered',
      paymentMethod: 'cod',
      requestHash: '',
      address: { ...address, country: 'India' },
    } as const;
    const amounts = { subtotal: 100, discount: 0, delivery: 0, total: 100 };
    await shop.db.write.insert(orders).values(
      // Several at the same time, two for each person.
      times(120, (n) => ({
        ...each,
        ...amounts,
        id: randomUUID(),
        reference: `ORD-${n}`,
        userId: people[n % 60]?.id ?? '',
        createdAt: 1000 + Math.floor(n / 8),
      })),
    );
    const pages = await allPages(async (after) => (await operator.get<List>(`${path}?q=${after}`)).body);
    const ids = pages.flatMap(({ customers }) => customers.map(({ _id }) => _id));
    expect(pages).toHaveLength(2);
    expect(ids.toSorted()).toEqual(people.map(({ id }) => id).toSorted());
  });
});

describe('a search', () => {
  test('finds accounts and guests by name, phone and email address, and by nothing else of an order', async () => {
    const person = await shop.person();
    await ordered(person, {
      firstName: 'Zoya',
      lastName: 'Khan-Qureshi',
      phone: '9123456789',
      email: 'zq@example.in',
    });
    const guest = await newGuest(shop, {
      name: 'Nila Das',
      email: 'nila.das@example.in',
      phone: '9333344444',
    });
    const order = await orderOf(guest, { [serum]: 1 });
    const to = { ...order.address, firstName: 'Nila', lastName: 'Das', phone: guest.phone };
    expect((await placeOrder(guest, { ...order, address: to })).status).toBe(200);
    const nila = await idOf(guest.email, 1);
    for (const q of ['zoya', 'Qureshi', 'zoya khan', '+91 91234 56789', '6789', 'ZQ@example.in'])
      expect([q, await find(q)]).toEqual([q, [person.id]]);
    expect(await find(person.email)).toEqual([person.id]);
    for (const q of ['nila', 'das nila', 'nila.das@', '+91 (0)93333 44444', '093333-44444', '3444'])
      expect([q, await find(q)]).toEqual([q, [nila]]);
    for (const q of ['zoya das', '%', '_oya', "' OR 1=1 --", '91234567891', 'mg road zoya', 'zoya serum'])
      expect([q, await find(q)]).toEqual([q, []]);
    for (const q of ['560001', 'bengaluru', serum]) expect([q, await find(q)]).toEqual([q, []]);
  });

  test('finds an account without an order by the beginning of its name or address', async () => {
    const person = await shop.person();
    await shop.db.write
      .update(users)
      .set({ name: 'Yamini Iyer', email: 'yamini@example.in' })
      .where(eq(users.id, person.id));
    for (const q of ['yamini iy', 'YAMINI', 'yamini@', 'mailto:Yamini@example.in'])
      expect([q, await find(q)]).toEqual([q, [person.id]]);
    const [found] = (await list({ q: 'yamini' })).customers;
    expect(found).toMatchObject({ orders: 0, newest: null, phone: null });
  });

  test('is read in pages too, and says when a text fits too many', async () => {
    const people = await shop.people(55);
    await shop.db.write.run(
      sql`UPDATE users SET name = 'Waheeda Rehman' WHERE id IN ${people.map(({ id }) => id)}`,
    );
    const pages = await allPages(
      async (after) => (await operator.get<List>(`${path}?q=waheeda${after}`)).body,
    );
    expect(pages.map(({ customers }) => customers.length)).toEqual([50, 5]);
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
    const id = await idOf(email);
    const [first, second] = [await ordered(person as never), await ordered(person as never)];
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
      _id: id,
      email,
      guest: false,
      verified: true,
      also: await idOf(email, 1),
    });
    expect(page.orders.map(({ reference }) => reference)).toEqual([second.reference, first.reference]);
    expect(page.paid).toBe(first.amount + second.amount - 100);
    expect(page.tickets).toMatchObject([{ subject: 'A pump' }]);
    expect(page.reviews).toMatchObject([{ rating: 4, product: { _id: serum } }]);
    expect(page.newsletter).toMatchObject({ waits: true, left: null });
    const { tickets } = page;
    const { body } = await operator.get<{ customers: { _id: string }[] }>(
      `/api/desk/tickets/${tickets[0]?._id}`,
    );
    expect(body.customers).toEqual([
      { _id: id, guest: false },
      { _id: await idOf(email, 1), guest: true },
    ]);
  });

  test('of any guest of an address has the orders of all of them, and none of the account', async () => {
    const person = await shop.person();
    await ordered(person);
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
      expect((await operator.get(`${path}/${id}`)).status).toBe(404);
  });
});

describe('notes', () => {
  test('are added and deleted, newest first; the audit list has no text of them', async () => {
    const { id } = await shop.person();
    expect((await addNote(id, 'Calls before noon.\nSpeaks Tamil.')).status).toBe(200);
    expect((await addNote(id, 'Second')).status).toBe(200);
    const { notes } = await read(id);
    expect(notes.map(({ text, actor }) => [text, actor])).toEqual([
      ['Second', 'Priya Nair'],
      ['Calls before noon.\nSpeaks Tamil.', 'Priya Nair'],
    ]);
    const remove = () => operator.post(`${path}/${id}/notes/delete`, { id: notes[0]?._id });
    expect(tally([await remove(), await remove()])).toEqual({ 200: 1, 404: 1 });
    expect((await read(id)).notes).toHaveLength(1);
    expect(await inAudit(id)).toEqual(
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
    expect((await operator.post(`${path}/${other.id}/notes/delete`, { id: note?._id })).status).toBe(404);
    expect((await read(one.id)).notes).toHaveLength(1);
  });

  test('are at most so many, also when two are added at once', async () => {
    const { id } = await shop.person();
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
    await addNote(await idOf(person.email, 1), 'Rings the bell twice');
    expect((await joinAccount(linkTo(orderId), shop.client(person.token))).status).toBe(200);
    expect((await read(await idOf(person.email))).notes).toMatchObject([{ text: 'Rings the bell twice' }]);
  });
});

describe('the export', () => {
  test('is the customer’s own, with the notes, and has an entry in the audit list', async () => {
    const person = await verifiedUser(shop);
    const id = await idOf(person.email);
    await ordered(person as never);
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
    expect((await inAudit(id)).at(-1)).toEqual({ action: 'customer_exported', detail: 'an account' });
  });

  test('of a guest has all guests of the address, nothing of its account, and no messages', async () => {
    const person = await verifiedUser(shop);
    const { email } = person;
    await ordered(person as never);
    const guests = [await newGuest(shop, { email }), await newGuest(shop, { email })];
    for (const guest of guests) await guestOrder(guest);
    await shop.client().post('/api/contact/submit', { email, subject: 'A pump', message: 'Broken' });
    // Somebody has opened the link of an order, which is passed on.
    await shop.db.write.run(sql`UPDATE users SET verified_at = 1 WHERE guest = 1 AND email = ${email}`);
    const { data, notes } = (await ask('export', await idOf(email, 1))).body;
    expect([data.account?.length, data.orders?.length, data.tickets]).toEqual([2, 2, []]);
    expect(data.account?.every(({ guest }) => guest)).toBe(true);
    expect(notes.join()).toContain('Messages, newsletter, codes and emails are left out');
  });

  test('needs the operator’s password, and has an hourly limit; nothing is in the audit list then', async () => {
    const { id } = await shop.person();
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
    expect(await inAudit(id)).toHaveLength(3);
  });

  test('is not sent when the operator is removed meanwhile', async () => {
    const { id } = await shop.person();
    const former = await operatorWithPassword(shop);
    const held = shop.proxy.hold(5);
    const asking = ask('export', id, password, former);
    await held.arrived;
    await shop.db.write.update(users).set({ role: 'shopper' }).where(eq(users.id, former.id));
    held.release();
    const { body } = await asking;
    expect(body.data).toBeUndefined();
    expect(await inAudit(id)).toEqual([]);
  });
});

describe('erasing', () => {
  test('an account does what deleting it does, with its email and one entry in the audit list', async () => {
    const person = await verifiedUser(shop);
    const { email } = person;
    const id = await idOf(email);
    const order = await ordered(person as never);
    await setStatus(shop.db, order._id, 'Delivered');
    await addNote(id, 'Prefers calls');
    const { status, body } = await ask('erase', id);
    expect([status, body.message]).toEqual([200, 'The customer’s data is erased.']);
    expect((await operator.get(`${path}/${id}`)).status).toBe(404);
    expect(await countRows(shop.db, 'customer_notes', sql`user_id = ${id}`)).toBe(0);
    const [kept] = await shop.db.read.select().from(orders).where(eq(orders.id, order._id));
    expect(kept).toMatchObject({ userId: null, address: { firstName: '', email: '', phone: '' } });
    expect(await countRows(shop.db, 'outbox', sql`cause = ${`account_deleted:${id}`}`)).toBe(1);
    expect((await shop.client(person.token).get('/api/user/me')).status).toBe(401);
    expect((await inAudit(id)).at(-1)).toEqual({ action: 'customer_erased', detail: 'an account' });
    const rows = await select(shop.db, sql`SELECT * FROM audit`);
    expect(JSON.stringify(rows)).not.toContain(email);
    expect(await find(email)).toEqual([]);
  });

  test('a guest erases all guests of the address, and leaves its account', async () => {
    const person = await shop.person();
    const { email } = person;
    const own = await ordered(person, { email });
    const guests = [await newGuest(shop, { email }), await newGuest(shop, { email })];
    const orderIds = [];
    for (const guest of guests) orderIds.push((await guestOrder(guest)).orderId);
    for (const orderId of orderIds) await setStatus(shop.db, orderId, 'Delivered');
    const id = await idOf(email, 1);
    expect((await ask('erase', id)).status).toBe(200);
    expect(await countRows(shop.db, 'users', sql`email = ${email}`)).toBe(1);
    const rows = await select<{ id: string; email: string }>(
      shop.db,
      sql`SELECT id, address ->> 'email' AS email FROM orders WHERE id IN ${[own._id, ...orderIds]}`,
    );
    expect(rows.filter((row) => row.email).map((row) => row.id)).toEqual([own._id]);
    expect((await inAudit(id)).at(-1)).toEqual({ action: 'customer_erased', detail: 'a guest' });
  });

  test('is refused while an order of any guest of the address is open; nothing changes', async () => {
    const email = newEmail();
    const [open, ended] = [await newGuest(shop, { email }), await newGuest(shop, { email })];
    await guestOrder(open);
    await setStatus(shop.db, (await guestOrder(ended)).orderId, 'Delivered');
    const before = await snapshot(shop.db, ['attempts']);
    const { status, body } = await ask('erase', await idOf(email, 1));
    expect([status, body.code]).toEqual([409, 'open_orders']);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });

  test('is refused for an operator, and with a wrong password', async () => {
    const { id } = await shop.person();
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

test('only operators read and change customers', async () => {
  const { id, ...shopper } = await shop.person();
  for (const client of [shop.client(), shopper])
    for (const response of [
      await client.get(path),
      await client.get(`${path}/${id}`),
      await client.post(`${path}/${id}/notes`, { text: 'x' }),
      await client.post(`${path}/${id}/export`, { password }),
      await client.post(`${path}/${id}/erase`, { password }),
    ])
      expect([401, 403]).toContain(response.status);
});
