/**
 * The address book (docs/behaviour.md, "Account details"): at most ten addresses, each once, the last used one first.
 */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { attempts } from '#db/schema/index.ts';
import { maxAddresses } from '#domain/accounts/address-limit.ts';
import { tally, times } from '../support/client.ts';
import { address, orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { snapshot } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, vars: { ACCOUNT_CHANGES_PER_HOUR: '12' } });

const at = (street: string) => ({ ...address, address: street });
const add = (person: Person, street: string) => person.post('/api/user/addresses', at(street));
const change = (person: Person, id: string | undefined, street: string) =>
  person.post('/api/user/addresses', { ...at(street), id });
const remove = (person: Person, id: string | undefined) => person.post('/api/user/addresses/remove', { id });
const book = async (person: Person) => (await person.get('/api/user/addresses')).body.addresses;
const streets = async (person: Person) => (await book(person)).map((one) => one.address);
/** @returns the id of the address with that street */
const idAt = async (person: Person, street: string) =>
  (await book(person)).find((one) => one.address === street)?.id;

beforeEach(() => shop.db.write.delete(attempts));

describe('saving addresses', () => {
  test('a new address comes first; country and phone number are normalised', async () => {
    const person = await shop.person();
    expect(await book(person)).toEqual([]);
    await add(person, '1 MG Road');
    const { status, body } = await add(person, '2 Church Street');
    expect([status, body.success, body.message]).toEqual([200, true, 'Your address is saved.']);
    const own = { ...address, phone: '9876543210', country: 'India', id: expect.any(String) };
    const saved = [
      { ...own, address: '2 Church Street' },
      { ...own, address: '1 MG Road' },
    ];
    expect(body.addresses).toEqual(saved);
    expect(await book(person)).toEqual(saved);
  });

  test('what contacts, chats and keyboards put into it is cleaned', async () => {
    const person = await shop.person();
    const clean = { ...address, phone: '9876543210', country: 'India', id: expect.any(String) };
    const typed = {
      firstName: '\u2068Asha\u2069\ufeff',
      lastName: ' Rao\u00a0\u200b',
      address: '१ MG Road\u00ad',
      zipcode: '560–००१',
      phone: '\u202a+९१ 098765\u00a043210\u202c',
      email: 'Asha <ASHA＠example．in>',
    };
    for (const [field, value] of Object.entries(typed)) {
      const { status, body } = await person.post('/api/user/addresses', { ...address, [field]: value });
      expect([field, status, body.addresses]).toEqual([field, 200, [clean]]);
    }
    const lines = {
      ...address,
      firstName: 'क्\u200dषमा',
      address: '12, MG Road,\nIndiranagar\r\nNear the lake',
    };
    expect((await person.post('/api/user/addresses', lines)).body.addresses[0]).toMatchObject({
      firstName: 'क्\u200dषमा',
      address: '12, MG Road, Indiranagar, Near the lake',
    });
    for (const [field, value] of Object.entries({
      phone: '+65 9876 5432',
      zipcode: '5600011',
      address: 'x'.repeat(201),
    }))
      expect((await person.post('/api/user/addresses', { ...address, [field]: value })).body.fields).toEqual({
        [field]: expect.any(String),
      });
  });

  test('the same address is saved once, and moves to the front', async () => {
    const person = await shop.person();
    for (const street of ['1 MG Road', '2 Church Street', '1 MG Road']) await add(person, street);
    expect(await streets(person)).toEqual(['1 MG Road', '2 Church Street']);
  });

  test('a change keeps id and position; a result equal to another address replaces that one', async () => {
    const person = await shop.person();
    for (const street of ['3', '2', '1']) await add(person, street);
    const id = await idAt(person, '2');
    expect((await change(person, id, '2a')).status).toBe(200);
    expect(await streets(person)).toEqual(['1', '2a', '3']);
    expect(await idAt(person, '2a')).toBe(id);
    await change(person, id, '1');
    expect(await streets(person)).toEqual(['1', '3']);
    expect(await idAt(person, '1')).toBe(id);
  });

  test('removes only the given address', async () => {
    const person = await shop.person();
    for (const street of ['2', '1']) await add(person, street);
    const id = await idAt(person, '2');
    const { status, body } = await remove(person, id);
    expect([status, body.addresses.map((one) => one.address)]).toEqual([200, ['1']]);
    expect([(await remove(person, id)).status, await streets(person)]).toEqual([404, ['1']]);
  });

  test('an eleventh address is refused until one is removed; an existing one is not', async () => {
    const person = await shop.person();
    for (const n of times(maxAddresses, (n) => n)) await add(person, `${n}`);
    const refused = await add(person, 'one more');
    expect([refused.status, refused.body.code]).toEqual([409, 'book_full']);
    expect((await add(person, '0')).status).toBe(200);
    await shop.db.write.delete(attempts);
    await remove(person, await idAt(person, '4'));
    expect((await add(person, 'one more')).status).toBe(200);
    expect(await book(person)).toHaveLength(maxAddresses);
  });

  test('of three requests at once with space for one, one is saved', async () => {
    const person = await shop.person();
    for (const n of times(maxAddresses - 1, (n) => n)) await add(person, `${n}`);
    shop.proxy.meet(2);
    expect(tally(await Promise.all(['a', 'b', 'c'].map((street) => add(person, street))))).toEqual({
      200: 1,
      409: 2,
    });
    expect(await book(person)).toHaveLength(maxAddresses);
  });

  test('all kinds of changes share one hourly limit; refused ones change nothing', async () => {
    const person = await shop.person();
    for (const n of times(12, (n) => n)) await add(person, `${n % 2}`);
    const id = await idAt(person, '1');
    const before = await snapshot(shop.db, ['attempts']);
    for (const refused of [
      await add(person, '2'),
      await change(person, id, '3'),
      await remove(person, id),
      await person.post('/api/user/name', { name: 'Asha Devi' }),
    ])
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many']);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
    expect((await add(await shop.person(), '1')).status).toBe(200);
  });
});

test('other accounts’ addresses cannot be read, changed or removed, and look like unknown ones', async () => {
  const [owner, other] = [await shop.person(), await shop.person()];
  await add(owner, '1 MG Road');
  await add(other, '2 Church Street');
  const id = await idAt(owner, '1 MG Road');
  const before = await snapshot(shop.db, ['attempts']);
  expect(await streets(other)).toEqual(['2 Church Street']);
  const unknown = randomUUID();
  const answers = [
    [await change(other, id, '2 Church Street'), await change(other, unknown, '2 Church Street')],
    [await remove(other, id), await remove(other, unknown)],
  ];
  for (const [foreign, none] of answers) {
    expect([foreign?.status, foreign?.body.code]).toEqual([404, 'not_found']);
    expect(foreign?.text).toBe(none?.text);
  }
  expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
});

describe('ordering', () => {
  const order = async (person: Person, street: string, saveInfo?: boolean) => {
    const json = await orderOf(person, { [serum]: 1 });
    const answer = await placeOrder(person, { ...json, address: { ...at(street), saveInfo } });
    expect(answer.status).toBe(200);
  };
  beforeEach(() => refillStock(shop.db));

  test('saves the address only if requested', async () => {
    const person = await shop.person();
    await order(person, '1 MG Road');
    await order(person, '2 Church Street', false);
    expect(await book(person)).toEqual([]);
    await order(person, '3 Brigade Road', true);
    expect(await streets(person)).toEqual(['3 Brigade Road']);
  });

  test('moves the order’s address to the front', async () => {
    const person = await shop.person();
    for (const street of ['2', '1']) await add(person, street);
    await order(person, '2');
    expect(await streets(person)).toEqual(['2', '1']);
  });

  test('in a full book, the address not used for the longest time is removed', async () => {
    const person = await shop.person();
    for (const n of times(maxAddresses, (n) => n)) await add(person, `${n}`);
    await order(person, 'one more', true);
    const saved = await streets(person);
    expect(saved).toHaveLength(maxAddresses);
    expect([saved[0], saved.includes('0')]).toEqual(['one more', false]);
  });
});
