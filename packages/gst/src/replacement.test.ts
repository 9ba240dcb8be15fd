import { expect, test } from 'vitest';
import { createGstr1 } from './gstr1.ts';
import { lastDayToReplace, replaceInvoice, replaceProblem } from './replacement.ts';
import { addTax, noTax } from './split.ts';
import { deliverTo, kit, sampleInvoice, serum, soap, supplier } from './testing/sample-documents.ts';

test.each([
  ['2026-11-05', '2026-11-30'],
  ['2026-11-30', '2026-11-30'],
  ['2026-12-01', '2026-12-31'],
  ['2028-02-10', '2028-02-29'],
])('an invoice of %s can be replaced until %s', (day, last) => expect(lastDayToReplace(day)).toBe(last));

test.each([
  [{ invoiceDay: null, today: '2026-11-05', creditNotes: 0 }, 'no_invoice'],
  [{ invoiceDay: '2026-11-05', today: '2026-11-30', creditNotes: 0 }, undefined],
  [{ invoiceDay: '2026-11-05', today: '2026-12-01', creditNotes: 0 }, 'reported'],
  [{ invoiceDay: '2026-11-05', today: '2026-11-06', creditNotes: 1 }, 'credited'],
])('replaceProblem of %j', (given, problem) => expect(replaceProblem(given)).toBe(problem));

const business = {
  gstin: '27AAPFU0939F1ZV',
  name: 'Asha Traders',
  address: ['7 Hill Road', 'Mumbai 400050', 'Maharashtra'],
};

test.each([
  ['a consumer becomes a business of another state', { lines: [serum, soap, kit], delivery: 4900 }, business],
  ['of a discount', { lines: [{ ...serum, quantity: 3, discount: 11_981 }] }, business],
  ['a business becomes a consumer', { business, lines: [kit] }, null],
])('%s: the return of the month has the same value, under the other recipient', (_, change, to) => {
  const first = sampleInvoice(change);
  const replaced = replaceInvoice(first, { deliverTo, business: to }, '2026-11-27');
  if (!replaced) throw new Error('not replaced');
  const { creditNote, invoice } = replaced;
  expect(creditNote).toMatchObject({ invoice: { number: first.number }, total: first.total, tax: first.tax });
  expect(invoice).toMatchObject({
    total: first.total,
    discount: first.discount,
    replaces: { number: first.number, day: first.day },
    recipient: { gstin: to?.gstin ?? null },
    day: '2026-11-27',
  });
  expect(invoice.lines.map(({ description, hsn, rate, total }) => [description, hsn, rate, total])).toEqual(
    first.lines.map(({ description, hsn, rate, total }) => [description, hsn, rate, total]),
  );
  expect([...invoice.lines, ...invoice.delivery].reduce(addTax, noTax)).toEqual(invoice.tax);

  const gstr1 = createGstr1();
  const { gstin } = supplier;
  gstr1.add({ kind: 'invoice', number: first.number, gstin, data: first });
  gstr1.add({
    kind: 'credit_note',
    number: 'CRN/26-27/1',
    gstin,
    invoiceTotal: first.total,
    data: creditNote,
  });
  gstr1.add({ kind: 'invoice', number: 'INV/26-27/2', gstin, data: invoice });
  const { net, json } = gstr1.finish('2026-11-30');
  expect(net.total).toBe(first.total);
  expect(net.taxable).toBe(invoice.tax.taxable);
  const taxed = to ? json?.gstr1.hsn.hsn_b2b : json?.gstr1.hsn.hsn_b2c;
  const other = to ? json?.gstr1.hsn.hsn_b2c : json?.gstr1.hsn.hsn_b2b;
  expect(other).toEqual([]);
  expect(taxed?.reduce((sum, { txval }) => sum + Math.round(txval * 100), 0)).toBe(invoice.tax.taxable);
});
