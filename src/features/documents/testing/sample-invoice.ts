/** An order to invoice, and who sells it. */
import type { SuppliedLine, SuppliedOrder, Supplier } from '../invoice.ts';

export const supplier: Supplier = {
  shop: 'Harita',
  url: 'https://harita.example',
  name: 'Harita Skincare Private Limited',
  address: ['18 Lavelle Road', 'Bengaluru 560001'],
  gstin: '29AAGCB7383J1Z4',
  state: 'Karnataka',
  email: 'care@harita.example',
  phone: '+91 80 0000 0000',
};

export const address = {
  firstName: 'Asha',
  lastName: 'Nair',
  address: '4 Palm Grove',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560001',
  country: 'India',
};

export const serum: SuppliedLine = {
  name: 'Glow Serum',
  parts: [],
  hsn: '330499',
  unit: 'NOS',
  price: 59_900,
  quantity: 1,
  discount: 0,
  rate: 1800,
};
export const soap: SuppliedLine = { ...serum, name: 'Neem Soap', hsn: '340111', price: 10_000, rate: 500 };
export const kit: SuppliedLine = {
  ...serum,
  name: 'Morning Ritual',
  parts: ['Purifying Cleanser, 150 ml', 'Glow Serum, 30 ml'],
  unit: 'SET',
  price: 129_900,
};

/** A serum, within the state. */
export const order: SuppliedOrder = {
  reference: 'ORD-123456',
  placedAt: Date.UTC(2026, 10, 23),
  address,
  business: null,
  couponCode: null,
  delivery: 0,
  lines: [serum],
};
