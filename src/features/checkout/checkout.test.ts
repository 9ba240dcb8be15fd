/** Checkout: addresses in India only, delivery after the discount (docs/behaviour.md, "Delivery address", "Totals"). */
import { describe, expect, test } from 'vitest';
import { addressForm, named } from '#domain/addresses/address.ts';
import { quote } from '#domain/pricing/quote.ts';

const address = {
  firstName: 'Asha',
  lastName: 'Rao',
  address: '1 MG Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560001',
  phone: '9876543210',
  email: 'Asha@Example.com ',
};
const form = named(addressForm);
const fieldsOf = (value: unknown) =>
  (form.safeParse(value).error?.issues ?? []).map(({ path }) => path.join('.'));

describe('the delivery address', () => {
  test('is normalised', () =>
    expect(form.parse({ ...address, phone: '+91 98765-43210', saveInfo: true })).toMatchObject({
      phone: '9876543210',
      email: 'asha@example.com',
      saveInfo: true,
    }));
  test.each([
    [
      'phone',
      '9876543210',
      ['98765 43210', '09876543210', '919876543210', '+91-98765-43210', '(0)98765.43210'],
    ],
    ['phone', '9198765432', ['9198765432', '+91 91987 65432', '0 91987 65432']],
    ['zipcode', '560001', ['560 001', ' 560001 ', '560-001', '५६०००१']],
    ['address', '12 MG Road, Indiranagar, Pune', ['12 MG Road\r\nIndiranagar,\nPune']],
    ['firstName', 'Asha Devi', ['Asha\u00a0\u200b Devi', 'Asha\nDevi']],
  ])('%s becomes %s', (field, result, typed) => {
    for (const value of typed)
      expect(form.parse({ ...address, [field]: value })).toMatchObject({ [field]: result });
  });
  test.each(Object.keys(address))('%s is required', (field) => {
    expect(fieldsOf({ ...address, [field]: undefined })).toEqual([field]);
    expect(fieldsOf({ ...address, [field]: '   ' })).toContain(field);
  });
  test('a person of one name says so', () => {
    expect(fieldsOf({ ...address, lastName: ' ', mononym: true })).toEqual([]);
    expect(fieldsOf({ ...address, lastName: '', mononym: false, city: '' })).toEqual(['city', 'lastName']);
  });
  test('saveInfo is optional', () => expect(fieldsOf(address)).toEqual([]));
  test.each([
    ['zipcode', '060001'],
    ['zipcode', '56001'],
    ['zipcode', '5600011'],
    ['zipcode', 'ABCDEF'],
    ['phone', '1234567890'],
    ['phone', '98765'],
    ['phone', '+1 9876543210'],
    ['state', 'Texas'],
    ['email', 'asha@'],
    ['email', 'asha'],
    ['email', 'a@b.c\r\nBcc: x@y.z'],
    ['firstName', 'A\u0000sha'],
    ['city', 'x'.repeat(81)],
    ['address', 'a bell\u0007'],
    ['address', 'x'.repeat(1001)],
  ])('%s cannot be %j', (field, value) => expect(fieldsOf({ ...address, [field]: value })).toEqual([field]));
});

describe('the price of an order', () => {
  const delivery = { fee: 4900, freeFrom: 49900, promise: '' };
  const line = (price: number, quantity: number) => ({ id: 'a', name: 'A', price, quantity });
  test('the sum of its lines', () =>
    expect(quote({ delivery }, [line(59900, 2), line(34900, 1)])).toEqual({
      subtotal: 154700,
      discount: 0,
      delivery: 0,
      total: 154700,
    }));
  test('delivery is free from the threshold', () => {
    expect(quote({ delivery }, [line(49900, 1)]).delivery).toBe(0);
    expect(quote({ delivery }, [line(49899, 1)])).toMatchObject({ delivery: 4900, total: 54799 });
  });
  test('the threshold applies after the discount', () =>
    expect(quote({ delivery }, [line(50000, 1)], 200)).toEqual({
      subtotal: 50000,
      discount: 200,
      delivery: 4900,
      total: 54700,
    }));
  test('a discount never exceeds the subtotal', () =>
    expect(quote({ delivery: { ...delivery, fee: 0 } }, [line(100, 1)], 500).total).toBe(0));
});
