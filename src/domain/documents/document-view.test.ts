import { expect, test } from 'vitest';
import { documentView } from './document-view.ts';
import { sampleCreditNote, sampleInvoice } from './testing/sample-documents.ts';

test('an invoice to a special economic zone has the words that the rules ask for', () => {
  const business = { gstin: '29AAGCB7383J1Z4', name: 'Asha Exports', sez: true };
  expect(documentView(sampleInvoice({ business })).notes).toContainEqual({
    label: 'Special economic zone',
    value: expect.stringMatching(/on payment of integrated tax/),
  });
});

test.each([
  ['2026-04-01', '2027-11-30'],
  ['2026-12-31', '2027-11-30'],
  ['2027-03-31', '2027-11-30'],
  ['2027-04-01', '2028-11-30'],
])('a credit note for an invoice of %s says after %s that it reduces no tax', (invoiceDay, last) => {
  const note = sampleCreditNote(sampleInvoice(), [{ position: 0, quantity: 1, amount: 59_900 }]);
  const said = (day: string) =>
    documentView({ ...note, day, invoice: { ...note.invoice, day: invoiceDay } }).notes.find(
      ({ label }) => label === 'GST',
    )?.value;
  expect(said(last)).toBeUndefined();
  expect(said(`${last.slice(0, 4)}-12-01`)).toMatch(/no longer reduces the tax/);
});
