import { expect, test } from 'vitest';
import {
  type Credit,
  type CreditNote,
  creditNoteOf,
  debitNoteOf,
  lastDayToReduceTax,
  reducesTax,
} from './credit-note.ts';
import { invoiceOf, type NumberedInvoice } from './invoice.ts';
import { addTax, grossOf, noTax, type Supply, type Tax } from './split.ts';
import { randomFrom } from './testing/random.ts';
import {
  creditable,
  deliverTo,
  partOf,
  sale,
  sampleCreditNote,
  sampleInvoice,
  serum,
  supplier,
  unitsOf,
} from './testing/sample-documents.ts';

const rates = [0, 500, 1225, 1800];

function randomInvoice(roll: (below: number) => number): NumberedInvoice {
  const lines = Array.from({ length: 1 + roll(4) }, (_, n) => {
    const [price, quantity] = [1 + roll(200_000), 1 + roll(4)];
    const rate = rates[roll(rates.length)] ?? 0;
    return {
      ...serum,
      name: `Line ${n}`,
      hsn: `33${rate}`,
      price,
      quantity,
      rate,
      discount: roll(3) ? 0 : roll(price * quantity + 1),
    };
  });
  const supplied = {
    ...sale,
    lines,
    delivery: roll(2) ? 1 + roll(20_000) : 0,
    deliverTo: roll(2) ? deliverTo : { ...deliverTo, state: 'Kerala' },
  };
  return { ...invoiceOf(supplied, supplier, '2026-11-25'), number: 'INV/26-27/000001' };
}

/** Some units, or a part of what is left. */
function someOf(left: readonly Credit[], roll: (below: number) => number): Credit[] {
  const isWhole = roll(3) === 0;
  if (roll(2))
    return left.map((one) =>
      one.position === null
        ? { ...one, amount: isWhole ? one.amount : 0 }
        : unitsOf(one, roll(one.quantity + 1)),
    );
  const most = left.reduce((sum, { amount }) => sum + amount, 0);
  return partOf(left, Math.min(most, 1 + roll(Math.max(1, most))));
}

/** Gives an invoice back in random steps by units and amounts, until nothing is left. @returns the credit notes */
function giveBack(invoice: NumberedInvoice, roll: (below: number) => number): CreditNote[] {
  // In gaps, as after cancellations of whole lines.
  const positions = invoice.lines.map((_, n) => n * 2);
  const before: Credit[] = [];
  const notes: CreditNote[] = [];
  let left = creditable(invoice, positions);
  for (let step = 0; left.some(({ amount }) => amount > 0); step += 1) {
    const now = step < 3 ? someOf(left, roll) : left;
    const note = creditNoteOf(invoice, positions, before, now, { reason: 'Test', day: '2026-11-26' });
    if (note) notes.push(note);
    before.push(...now);
    left = left.map(({ position, quantity, amount }, n) => ({
      position,
      quantity: quantity - (now[n]?.quantity ?? 0),
      amount: amount - (now[n]?.amount ?? 0),
    }));
  }
  return notes;
}

type Rows = readonly (Tax & { description?: string; rate: number; total: number })[];
const rowsOf = ({ lines, delivery }: Pick<CreditNote, 'lines' | 'delivery'>): Rows => [...lines, ...delivery];

/** The sums of rows by what they are of: a line by its description, delivery by its rate. */
function sumsOf(rows: Rows): Map<string, Tax> {
  const sums = new Map<string, Tax>();
  for (const row of rows) {
    const key = row.description ?? `delivery ${row.rate}`;
    sums.set(key, addTax(sums.get(key) ?? noTax, row));
  }
  return sums;
}

/** The largest difference between two taxes, paise. */
const difference = (a: Tax, b: Tax): number =>
  Math.max(...(['taxable', 'cgst', 'sgst', 'igst'] as const).map((part) => Math.abs(a[part] - b[part])));

/** Whether a row has its part of the tax, within a paisa, and of rate × taxable value within two. */
function isRight({ taxable, cgst, sgst, igst, rate, total }: Rows[number], supply: Supply): boolean {
  const parts = supply === 'intra' ? [cgst, sgst] : [igst];
  const exact = (total * rate) / (10_000 + rate) / parts.length;
  return (
    taxable >= 0 &&
    total > 0 &&
    taxable + cgst + sgst + igst === total &&
    parts.every((part) => part >= 0 && Math.abs(part - exact) <= 1) &&
    Math.abs(parts.reduce((sum, part) => sum + part, 0) - (taxable * rate) / 10_000) <=
      2 * (1 + rate / 10_000)
  );
}

test('credit notes of 20,000 invoices, given back in steps, add up to them', { timeout: 60_000 }, () => {
  const roll = randomFrom(23);
  const wrong: unknown[] = [];
  for (let n = 0; n < 20_000; n += 1) {
    const invoice = randomInvoice(roll);
    const notes = giveBack(invoice, roll);
    const rows = notes.flatMap(rowsOf);
    const [given, invoiced] = [sumsOf(rows), sumsOf(rowsOf(invoice))];
    // Rows of a single paisa may lack their tax.
    const tolerance = rows.filter(({ total }) => total === 1).length * 2;
    const addsUp = [...invoiced].every(([key, tax]) => difference(given.get(key) ?? noTax, tax) <= tolerance);
    const totals = notes.every(({ tax, total }) => total > 0 && grossOf(tax) === total);
    const sum = notes.reduce((all, { total }) => all + total, 0);
    if (!addsUp || !totals || sum !== invoice.total || !rows.every((row) => isRight(row, invoice.supply)))
      wrong.push({ invoice, notes });
  }
  expect(wrong.slice(0, 1)).toEqual([]);
});

test('names the invoice, and has neither prices nor discounts', () => {
  const note = sampleCreditNote(sampleInvoice(), [{ position: 0, quantity: 1, amount: 59_900 }]);
  expect(note).toMatchObject({
    day: '2026-11-26',
    invoice: { number: 'INV/26-27/000123', day: '2026-11-25' },
    total: 59_900,
    inWords: 'Rupees Five Hundred Ninety-Nine Only',
    delivery: [],
  });
  expect(Object.keys(note.lines[0] ?? {})).not.toEqual(expect.arrayContaining(['price']));
  expect(note).not.toHaveProperty('discount');
});

test('gives back no money: there is none', () => {
  const nothing = [{ position: 0, quantity: 1, amount: 0 }];
  expect(creditNoteOf(sampleInvoice(), [0], [], nothing, { reason: '', day: '2026-11-26' })).toBeUndefined();
});

test.each([
  ['2026-04-01', '2027-11-30'],
  ['2026-12-31', '2027-11-30'],
  ['2027-03-31', '2027-11-30'],
  ['2027-04-01', '2028-11-30'],
])('a credit note for an invoice of %s reduces the tax until %s', (invoiceDay, last) => {
  expect(lastDayToReduceTax(invoiceDay)).toBe(last);
  const note = sampleCreditNote(sampleInvoice(), [{ position: 0, quantity: 1, amount: 59_900 }]);
  const at = (day: string) => ({ ...note, day, invoice: { ...note.invoice, day: invoiceDay } });
  expect([reducesTax(at(last)), reducesTax(at(`${last.slice(0, 4)}-12-01`))]).toEqual([true, false]);
});

test('a debit note adds to lines what they cost more, at their rate, without units', () => {
  const invoice = sampleInvoice({ lines: [{ ...serum, discount: 5990 }], delivery: 4900 });
  const about = { reason: 'The discount is taken back', day: '2026-11-26' };
  const note = debitNoteOf(invoice, [0], [], [{ position: 0, amount: 5990 }], about);
  expect(note).toMatchObject({
    invoice: { number: invoice.number },
    lines: [{ description: 'Serum', quantity: 0, rate: 1800, total: 5990 }],
    delivery: [],
    total: 5990,
  });
  const undiscounted = sampleInvoice({ delivery: 4900 });
  expect(addTax(invoice.tax, note?.tax ?? noTax)).toEqual(undiscounted.tax);
  expect(debitNoteOf(invoice, [0], [], [], about)).toBeUndefined();
});
