import { expect, test } from 'vitest';
import { invoiceOf, type Sale } from './invoice.ts';
import { grossOf } from './split.ts';
import { deliverTo, kit, sale, serum, soap, supplier } from './testing/sample-documents.ts';

const make = (change: Partial<Sale> = {}) => invoiceOf({ ...sale, ...change }, supplier, '2027-04-01');

test('within the state: both halves, and who sells to whom', () => {
  expect(make()).toMatchObject({
    day: '2027-04-01',
    order: { reference: 'A-1001', day: '2026-11-23' },
    supplier: { gstin: supplier.gstin, state: 'Karnataka', code: '29' },
    recipient: { ...deliverTo, gstin: null, code: '29' },
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
  const { lines, tax, supply } = make({ deliverTo: { ...deliverTo, state: 'Ladakh' } });
  expect([supply, lines[0]?.igst, tax]).toEqual([
    'inter',
    9137,
    { taxable: 50_763, cgst: 0, sgst: 0, igst: 9137 },
  ]);
});

test('within a union territory the half is called UTGST', () => {
  const state = 'Ladakh';
  const within = { ...sale, deliverTo: { ...deliverTo, state } };
  expect(invoiceOf(within, { ...supplier, state }, '2027-04-01')).toMatchObject({
    supply: 'intra',
    stateTax: 'UTGST',
  });
});

const business = { gstin: '27AAPFU0939F1ZV', name: 'Asha Traders' };
const maharashtra = { state: 'Maharashtra', code: '27' };

test('to a business: its name and GSTIN, with the person who receives the parcel', () => {
  const invoice = make({ business });
  expect(invoice.recipient).toEqual({
    ...business,
    ...maharashtra,
    address: [deliverTo.name, ...deliverTo.address],
  });
  expect(invoice).not.toHaveProperty('deliveredTo');
});

test('to a business whose registered address is known: it stands apart from that of delivery', () => {
  const address = ['7 Hill Road', 'Mumbai 400050'];
  expect(make({ business: { ...business, address } })).toMatchObject({
    recipient: { ...business, ...maharashtra, address },
    deliveredTo: { name: deliverTo.name, address: deliverTo.address, state: 'Karnataka', code: '29' },
  });
});

test('to a business of another state than the delivery: the state of its GSTIN decides', () => {
  expect(make({ business })).toMatchObject({ supply: 'inter', placeOfSupply: maharashtra });
  const delivered = { ...deliverTo, state: 'Kerala' };
  expect(make({ business: { ...business, gstin: '29AAGCB7383J1Z4' }, deliverTo: delivered })).toMatchObject({
    supply: 'intra',
    placeOfSupply: { state: 'Karnataka', code: '29' },
    recipient: { code: '29' },
    tax: { igst: 0 },
  });
});

test('to a special economic zone: integrated tax within the state too', () => {
  const within = { gstin: '29AAGCB7383J1Z4', name: 'Asha Exports' };
  const invoice = make({ business: { ...within, sez: true } });
  expect(invoice).toMatchObject({ supply: 'inter', placeOfSupply: { code: '29' }, tax: { cgst: 0 } });
  expect(make({ business: { ...within, sez: false } }).supply).toBe('intra');
});

test('a kit is one line with its parts', () => {
  expect(make({ lines: [kit] }).lines).toMatchObject([
    { description: 'Kit', parts: kit.parts, total: 129_900 },
  ]);
});

test('discounts and paid delivery at two rates add up to what was charged', () => {
  const lines = [
    { ...serum, quantity: 2, discount: 11_980 },
    { ...soap, discount: 1000 },
  ];
  const invoice = make({ lines, delivery: 5000 });
  expect(invoice).toMatchObject({ discount: 12_980, total: 121_820 });
  expect(invoice.delivery.map(({ hsn, rate }) => [hsn, rate])).toEqual([
    ['340111', 500],
    ['330499', 1800],
  ]);
  const rows = [...invoice.lines, ...invoice.delivery];
  expect(rows.reduce((sum, row) => sum + row.total, 0)).toBe(invoice.total);
  expect(rows.map(grossOf)).toEqual(rows.map(({ total }) => total));
  expect(grossOf(invoice.tax)).toBe(invoice.total);
});
