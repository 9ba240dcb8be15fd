/**
 * The address book (docs/behaviour.md, "Account details"): at most ten addresses, each once, the last used one first.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { attempts } from '#db/schema/index.ts';
import { maxAddresses } from '#domain/accounts/address-limit.ts';
import { tally, times } from '../support/client.ts';
import { outcome } from '../support/guests.ts';
import { address, placed } from '../support/orders.ts';
import { snapshot } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ proxy: true, vars: { ACCOUNT_CHANGES_PER_HOUR: '12' } });

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

describe('saving addresses', () => {
  test('a new address comes first; country and phone number are normalised', async ({ shopper }) => {
    expect(await book(shopper)).toEqual([]);
    await add(shopper, '1 MG Road');
    const { status, body } = await add(shopper, '2 Church Street');
    expect([status, body.success, body.message]).toEqual([200, true, 'Your address is saved.']);
    const own = { ...address, phone: '9876543210', country: 'India', id: expect.any(String) };
    const saved = [
      { ...own, address: '2 Church Street' },
      { ...own, address: '1 MG Road' },
    ];
    expect(body.addresses).toEqual(saved);
    expect(await book(shopper)).toEqual(saved);
  });

  test('what contacts, chats and keyboards put into it is cleaned', async ({ shopper }) => {
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
      const { status, body } = await shopper.post('/api/user/addresses', { ...address, [field]: value });
      expect([field, status, body.addresses]).toEqual([field, 200, [clean]]);
    }
    const kept = { firstName: 'क्\u200dषमा', address: '12, MG Road, Indiranagar, Near the lake' };
    const lines = { ...address, ...kept, address: '12, MG Road,\nIndiranagar\r\nNear the lake' };
    expect((await shopper.post('/api/user/addresses', lines)).body.addresses[0]).toMatchObject(kept);
  });

  test('the same address is saved once, and moves to the front', async ({ shopper }) => {
    for (const street of ['1 MG Road', '2 Church Street', '1 MG Road']) await add(shopper, street);
    expect(await streets(shopper)).toEqual(['1 MG Road', '2 Church Street']);
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

  test('removes only the given address', async ({ shopper }) => {
    for (const street of ['2', '1']) await add(shopper, street);
    const id = await idAt(shopper, '2');
    const { status, body } = await remove(shopper, id);
    expect([status, body.addresses.map((one) => one.address)]).toEqual([200, ['1']]);
    expect([(await remove(shopper, id)).status, await streets(shopper)]).toEqual([404, ['1']]);
  });

  test('an eleventh address is refused until one is removed; an existing one is not', async ({ shopper }) => {
    for (const n of times(maxAddresses, (n) => n)) await add(shopper, `${n}`);
    expect(outcome(await add(shopper, 'one more'))).toEqual([409, 'book_full']);
    expect((await add(shopper, '0')).status).toBe(200);
    await shop.db.write.delete(attempts);
    await remove(shopper, await idAt(shopper, '4'));
    expect((await add(shopper, 'one more')).status).toBe(200);
    expect(await book(shopper)).toHaveLength(maxAddresses);
  });

  test('of three requests at once with space for one, one is saved', async ({ shopper }) => {
    for (const n of times(maxAddresses - 1, (n) => n)) await add(shopper, `${n}`);
    shop.proxy.meet(2);
    const answers = await Promise.all(['a', 'b', 'c'].map((street) => add(shopper, street)));
    expect(tally(answers)).toEqual({ 200: 1, 409: 2 });
    expect(await book(shopper)).toHaveLength(maxAddresses);
  });

  test('all kinds of changes share one hourly limit; refused ones change nothing', async ({ shopper }) => {
    for (const n of times(12, (n) => n)) await add(shopper, `${n % 2}`);
    const id = await idAt(shopper, '1');
    const before = await snapshot(shop.db, ['attempts']);
    for (const refused of [
      await add(shopper, '2'),
      await change(shopper, id, '3'),
      await remove(shopper, id),
      await shopper.post('/api/user/name', { name: 'Asha Devi' }),
    ])
      expect(outcome(refused)).toEqual([429, 'too_many']);
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
  for (const ask of [remove, (who: Person, of = '') => change(who, of, '2 Church Street')]) {
    const foreign = await ask(other, id);
    expect(outcome(foreign)).toEqual([404, 'not_found']);
    expect(foreign.text).toBe((await ask(other, unknown)).text);
  }
  expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
});

describe('ordering', () => {
  const order = (person: Person, street: string, saveInfo?: boolean) =>
    placed(person, undefined, { ...at(street), saveInfo });

  test('saves the address only if requested', async ({ shopper }) => {
    await order(shopper, '1 MG Road');
    await order(shopper, '2 Church Street', false);
    expect(await book(shopper)).toEqual([]);
    await order(shopper, '3 Brigade Road', true);
    expect(await streets(shopper)).toEqual(['3 Brigade Road']);
  });

  test('moves the order’s address to the front', async ({ shopper }) => {
    for (const street of ['2', '1']) await add(shopper, street);
    await order(shopper, '2');
    expect(await streets(shopper)).toEqual(['2', '1']);
  });

  test('in a full book, the address not used for the longest time is removed', async ({ shopper }) => {
    for (const n of times(maxAddresses, (n) => n)) await add(shopper, `${n}`);
    await order(shopper, 'one more', true);
    const saved = await streets(shopper);
    expect(saved).toHaveLength(maxAddresses);
    expect([saved[0], saved.includes('0')]).toEqual(['one more', false]);
  });
});
