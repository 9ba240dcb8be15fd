import { expect, test } from 'vitest';
import { invoiceOfOrder, replaceInvoiceOfOrder, type SuppliedOrder } from './order-invoice.ts';
import { address, order, sampleInvoice, serum, supplier } from './testing/sample-documents.ts';

/** 31 March, 19:00 UTC is 1 April in India. */
const at = Date.UTC(2027, 2, 31, 19);
const make = (change: Partial<SuppliedOrder> = {}) => invoiceOfOrder({ ...order, ...change }, supplier, at);

const business = {
  gstin: '27AAPFU0939F1ZV',
  name: 'Asha Traders',
  address: { address: '7 Hill Road', city: 'Mumbai', zipcode: '400050', state: 'Maharashtra' },
};
const delivered = ['4 Palm Grove', 'Bengaluru 560001', 'Karnataka, India'];

test('the days in India, who sells, and to whom', () =>
  expect(make()).toMatchObject({
    day: '2027-04-01',
    order: { reference: 'ORD-123456', day: '2026-11-23' },
    supplier: { ...supplier, code: '29' },
    recipient: { name: 'Asha Nair', address: delivered, gstin: null, code: '29' },
    couponCode: null,
  }));

test('to a business: its registered address, with the person who receives the parcel', () => {
  expect(make({ business })).toMatchObject({
    recipient: { name: 'Asha Traders', address: ['7 Hill Road', 'Mumbai 400050', 'Maharashtra, India'] },
    deliveredTo: { name: 'Asha Nair', address: delivered, code: '29' },
  });
  expect(make({ business: { ...business, address: null } }).recipient).toMatchObject({
    name: 'Asha Traders',
    gstin: business.gstin,
    address: ['Asha Nair', ...delivered],
  });
});

test('a discount has its kind, and none has none', () => {
  const lines = [{ ...serum, quantity: 2, discount: 11_980 }];
  expect(make({ lines, couponCode: 'WELCOME10' })).toMatchObject({
    discount: 11_980,
    couponCode: 'WELCOME10',
    discountKind: 'code',
  });
  expect(make({ lines, paymentMethod: 'exchange' }).discountKind).toBe('exchange');
  expect(make({ lines }).discountKind).toBe('rounding');
  expect(make()).not.toHaveProperty('discountKind');
});

test.each([
  ['of a discount', null],
  ['of a code', 'WELCOME10'],
])('an invoice %s that is replaced keeps order, seller, code and discount', (_, couponCode) => {
  const first = sampleInvoice({ couponCode, lines: [{ ...serum, quantity: 3, discount: 11_981 }] });
  const replaced = replaceInvoiceOfOrder(first, { address, business, paymentMethod: 'cod' }, at);
  const { supplier: seller, order: ordered, discount, discountKind, total } = first;
  const kept = { supplier: seller, order: ordered, discount, discountKind, couponCode, total };
  expect(replaced?.invoice).toMatchObject({
    ...kept,
    day: '2027-04-01',
    recipient: { gstin: business.gstin },
    replaces: { number: first.number, day: first.day },
  });
  expect(replaced?.creditNote).toMatchObject({ supplier: seller, total, day: '2027-04-01' });
});
