import { expect, test } from 'vitest';
import { grossOf } from '#domain/tax/split.ts';
import { documentView } from './document-view.ts';
import { invoiceOf, type SuppliedOrder } from './invoice.ts';
import { address, kit, order, serum, soap, supplier } from './testing/sample-documents.ts';

/** 31 March, 19:00 UTC is 1 April in India. */
const at = Date.UTC(2027, 2, 31, 19);
const make = (change: Partial<SuppliedOrder> = {}) => invoiceOf({ ...order, ...change }, supplier, at);

test('within the state: both halves, the day in India, and who sells to whom', () => {
  expect(make()).toMatchObject({
    day: '2027-04-01',
    order: { reference: 'ORD-123456', day: '2026-11-23' },
    supplier: { gstin: supplier.gstin, state: 'Karnataka', code: '29' },
    recipient: {
      name: 'Asha Nair',
      address: ['4 Palm Grove', 'Bengaluru 560001', 'Karnataka, India'],
      gstin: null,
      code: '29',
    },
    placeOfSupply: { state: 'Karnataka', code: '29' },
    supply: 'intra',
    stateTax: 'SGST',
    lines: [{ hsn: '330499', quantity: 1, unit: 'NOS', rate: 1800, taxable: 50_762, cgst: 4569, sgst: 4569 }],
    delivery: [],
    total: 59_900,
    inWords: 'Rupees Five Hundred Ninety-Nine Only',
    reverseCharge: false,
  });
});

test('to another state: integrated tax alone', () => {
  const { lines, tax, supply } = make({ address: { ...address, state: 'Ladakh' } });
  expect([supply, lines[0]?.igst, tax]).toEqual([
    'inter',
    9137,
    { taxable: 50_763, cgst: 0, sgst: 0, igst: 9137 },
  ]);
});

test('within a union territory the half is called UTGST', () => {
  const ladakh = { ...supplier, state: 'Ladakh' as const };
  expect(invoiceOf({ ...order, address: { ...address, state: 'Ladakh' } }, ladakh, at)).toMatchObject({
    supply: 'intra',
    stateTax: 'UTGST',
  });
});

test('to a business: its name and GSTIN, with the person who receives the parcel', () => {
  const business = { gstin: '27AAPFU0939F1ZV', name: 'Asha Traders' };
  expect(make({ business }).recipient).toMatchObject({
    name: 'Asha Traders',
    gstin: business.gstin,
    address: ['Asha Nair', '4 Palm Grove', 'Bengaluru 560001', 'Karnataka, India'],
  });
});

test('to a business of another state than the delivery: the state of its GSTIN decides', () => {
  const business = { gstin: '27AAPFU0939F1ZV', name: 'Asha Traders' };
  const maharashtra = { state: 'Maharashtra', code: '27' };
  expect(make({ business })).toMatchObject({ supply: 'inter', placeOfSupply: maharashtra });
  const delivered = { ...address, state: 'Kerala' };
  expect(make({ business: { ...business, gstin: '29AAGCB7383J1Z4' }, address: delivered })).toMatchObject({
    supply: 'intra',
    placeOfSupply: { state: 'Karnataka', code: '29' },
    recipient: { code: '29' },
    tax: { igst: 0 },
  });
});

test('to a special economic zone: integrated tax within the state too, and the words that the rules ask for', () => {
  const business = { gstin: '29AAGCB7383J1Z4', name: 'Asha Exports', sez: true };
  const invoice = make({ business });
  expect(invoice).toMatchObject({ supply: 'inter', placeOfSupply: { code: '29' }, tax: { cgst: 0 } });
  const view = documentView({ ...invoice, kind: 'invoice', number: 'HRT/26-27/000001' });
  expect(view.notes).toContainEqual({
    label: 'Special economic zone',
    value: expect.stringMatching(/on payment of integrated tax/),
  });
  expect(make({ business: { ...business, sez: false } }).supply).toBe('intra');
});

test('a kit is one line with its parts', () => {
  expect(make({ lines: [kit] }).lines).toMatchObject([
    { description: 'Morning Ritual', parts: kit.parts, total: 129_900 },
  ]);
});

test('discounts and paid delivery at two rates add up to what was charged', () => {
  const lines = [
    { ...serum, quantity: 2, discount: 11_980 },
    { ...soap, discount: 1000 },
  ];
  const invoice = make({ lines, delivery: 5000, couponCode: 'WELCOME10' });
  expect(invoice).toMatchObject({ discount: 12_980, couponCode: 'WELCOME10', total: 121_820 });
  expect(invoice.delivery.map(({ hsn, rate }) => [hsn, rate])).toEqual([
    ['340111', 500],
    ['330499', 1800],
  ]);
  const rows = [...invoice.lines, ...invoice.delivery];
  expect(rows.reduce((sum, row) => sum + row.total, 0)).toBe(invoice.total);
  expect(rows.map(grossOf)).toEqual(rows.map(({ total }) => total));
  expect(grossOf(invoice.tax)).toBe(invoice.total);
});
