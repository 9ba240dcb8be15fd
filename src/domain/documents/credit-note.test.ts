import { expect, test } from 'vitest';
import {
  type Reduction,
  type ReductionKind,
  reduce,
  remainderOf,
  type Wanted,
} from '#domain/orders/reductions.ts';
import { addTax, grossOf, noTax, type Supply, type Tax } from '#domain/tax/split.ts';
import { type CreditNote, creditNoteOf, lastDayToReduceTax, reducesTax } from './credit-note.ts';
import { documentView } from './document-view.ts';
import { invoiceOf, type NumberedInvoice } from './invoice.ts';
import {
  address,
  order,
  sampleCreditNote,
  sampleInvoice,
  serum,
  supplier,
} from './testing/sample-documents.ts';

/** Numbers that look random, the same in each run (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

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
    ...order,
    lines,
    delivery: roll(2) ? 1 + roll(20_000) : 0,
    address: roll(2) ? address : { ...address, state: 'Kerala' },
  };
  return { ...invoiceOf(supplied, supplier, 0), number: 'HRT/26-27/000001' };
}

/** Gives an invoice back in random steps by units and amounts, until nothing is left. @returns the credit notes */
function giveBack(invoice: NumberedInvoice, roll: (below: number) => number): CreditNote[] {
  // In gaps, as after cancellations of whole lines.
  const positions = invoice.lines.map((_, n) => n * 2);
  const lines = invoice.lines.map((line, n) => ({ ...line, position: n * 2 }));
  const delivery = invoice.delivery.reduce((sum, { total }) => sum + total, 0);
  const before: (Reduction & { kind: ReductionKind })[] = [];
  const notes: CreditNote[] = [];
  for (let step = 0; ; step += 1) {
    const left = remainderOf(delivery, lines, before, null);
    const most = left.lines.reduce((sum, { amount }) => sum + amount, left.delivery);
    const units = left.lines.map(({ position, quantity }) => ({ position, quantity: roll(quantity + 1) }));
    const choices: Wanted[] = [
      { lines: units, delivery: roll(3) === 0 },
      { amount: Math.min(most, 1 + roll(Math.max(1, most))) },
    ];
    const given = reduce(left, (step < 3 && choices[roll(2)]) || { everything: true });
    if (!given.ok) {
      if (given.code === 'nothing' && most) continue;
      return notes;
    }
    const note = creditNoteOf(invoice, positions, before, given.reductions, { reason: 'Test', at: 0 });
    if (note) notes.push(note);
    before.push(...given.reductions.map((one) => ({ ...one, kind: 'returned' as const })));
  }
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
    invoice: { number: 'HRT/26-27/000123', day: '2026-11-25' },
    total: 59_900,
    inWords: 'Rupees Five Hundred Ninety-Nine Only',
    delivery: [],
  });
  expect(Object.keys(note.lines[0] ?? {})).not.toEqual(expect.arrayContaining(['price']));
  expect(note).not.toHaveProperty('discount');
});

test('gives back no money: there is none', () => {
  const nothing = [{ position: 0, quantity: 1, amount: 0 }];
  expect(creditNoteOf(sampleInvoice(), [0], [], nothing, { reason: '', at: 0 })).toBeUndefined();
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
  const said = (day: string) => documentView(at(day)).notes.find(({ label }) => label === 'GST')?.value;
  expect(said(last)).toBeUndefined();
  expect(said(`${last.slice(0, 4)}-12-01`)).toMatch(/no longer reduces the tax/);
});
