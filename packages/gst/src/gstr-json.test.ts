import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { creditNoteOf } from './credit-note.ts';
import type { Gstr1Json, Gstr3bJson } from './gstr-json.ts';
import { createGstr1 } from './gstr1.ts';
import { type Invoice, invoiceOf, type Sale } from './invoice.ts';
import type { ExportedDocument } from './register.ts';
import { addTax, noTax, type Tax } from './split.ts';
import { states } from './states.ts';
import { randomFrom } from './testing/random.ts';
import {
  creditsOf,
  deliverTo,
  kit,
  sale,
  serum,
  soap,
  supplier,
  type Wanted,
} from './testing/sample-documents.ts';

const day = '2026-11-05';

const money = z.number().refine((rupees) => Math.abs(rupees * 100 - Math.round(rupees * 100)) < 1e-6);
const state = z.string().regex(/^(0[1-9]|[1-3]\d|97)$/);
const ctin = z.string().regex(/^[0-9A-Z]{15}$/);
const number = z.string().regex(/^[A-Za-z0-9/-]{1,16}$/);
const date = z.string().regex(/^\d{2}-\d{2}-\d{4}$/);
const period = z.string().regex(/^(0[1-9]|1[0-2])20\d{2}$/);
const none = z.literal(0);
const base = { rt: z.number().min(0).max(40), txval: money, csamt: none };
const inter = { ...base, iamt: money };
const intra = { ...base, camt: money, samt: money };
const amounts = z.union([z.strictObject(inter), z.strictObject(intra)]);
const itms = z.array(z.strictObject({ num: z.int().min(1), itm_det: amounts })).min(1);
const invoiceFields = { inum: number, idt: date, val: money, itms };
const noteFields = { ntty: z.literal('C'), nt_num: number, nt_dt: date, pos: state, val: money, itms };
const registered = { rchrg: z.literal('N'), inv_typ: z.enum(['R', 'SEWP']) };
const b2cs = { sply_ty: z.enum(['INTRA', 'INTER']), typ: z.literal('OE'), pos: state };
const hsn = z.array(
  z.strictObject({
    ...inter,
    ...intra,
    num: z.int().min(1),
    hsn_sc: z.string().regex(/^\d{6}$/),
    uqc: z.string().regex(/^[A-Z]{3}$/),
    qty: z.int(),
  }),
);
const runs = z.strictObject({
  num: z.int().min(1),
  from: number,
  to: number,
  totnum: z.int().min(1),
  cancel: none,
  net_issue: z.int().min(1),
});
/** What the portal takes, as far as the shop uses it. */
const gstr1Schema = z.strictObject({
  gstin: ctin,
  fp: period,
  version: z.string().regex(/^GST\d/),
  hash: z.literal('hash'),
  b2b: z.array(
    z.strictObject({
      ctin,
      inv: z.array(z.strictObject({ ...invoiceFields, pos: state, ...registered })).min(1),
    }),
  ),
  b2cl: z.array(z.strictObject({ pos: state, inv: z.array(z.strictObject(invoiceFields)).min(1) })),
  b2cs: z.array(z.union([z.strictObject({ ...b2cs, ...inter }), z.strictObject({ ...b2cs, ...intra })])),
  cdnr: z.array(
    z.strictObject({ ctin, nt: z.array(z.strictObject({ ...noteFields, ...registered })).min(1) }),
  ),
  cdnur: z.array(z.strictObject({ typ: z.literal('B2CL'), ...noteFields })),
  hsn: z.strictObject({ hsn_b2b: hsn, hsn_b2c: hsn }),
  doc_issue: z.strictObject({
    doc_det: z.array(
      z.strictObject({ doc_num: z.literal([1, 4, 5]), doc_typ: z.string(), docs: z.array(runs).min(1) }),
    ),
  }),
});
const interState = z.array(z.strictObject({ pos: state, txval: money, iamt: money }));
const gstr3bSchema = z.strictObject({
  gstin: ctin,
  ret_period: period,
  sup_details: z.strictObject({
    osup_det: z.strictObject({ txval: money, iamt: money, camt: money, samt: money, csamt: none }),
    osup_zero: z.strictObject({ txval: money, iamt: money, csamt: none }),
    osup_nil_exmp: z.strictObject({ txval: money }),
  }),
  inter_sup: z.strictObject({ unreg_details: interState, comp_details: interState, uin_details: interState }),
});

const buyers = [
  null,
  null,
  { gstin: '27AAPFU0939F1ZV', name: 'Asha Traders' },
  { gstin: '29AABCF8078M1ZX', name: 'Rao Stores' },
  { gstin: '29AABCF8078M1ZX', name: 'Rao Exports', sez: true },
  { gstin: '0717UNO00157UNO', name: 'Embassy' },
  { gstin: '06DELI09652G1DA', name: 'Office' },
];

const invoice = (serial: number, change: Partial<Sale>) => ({
  kind: 'invoice' as const,
  number: `INV/26-27/${String(serial).padStart(6, '0')}`,
  gstin: supplier.gstin,
  data: invoiceOf({ ...sale, ...change }, supplier, day),
});

function creditNote(serial: number, issued: Invoice, of: string, wanted: Wanted): ExportedDocument[] {
  const about = { reason: 'Came back', day };
  const credits = creditsOf(issued, wanted);
  const data = creditNoteOf({ ...issued, number: of }, [...issued.lines.keys()], [], credits, about);
  const number = `CRN/26-27/${serial}`;
  const known = { kind: 'credit_note' as const, number, gstin: supplier.gstin, invoiceTotal: issued.total };
  return data ? [{ ...known, data }] : [];
}

/** Documents of a month that look random: invoices, and credit notes for a part of them or all. */
function randomDocuments(roll: (below: number) => number): ExportedDocument[] {
  const documents: ExportedDocument[] = [];
  for (let n = 1 + roll(12); n > 0; n -= 1) {
    const issued = invoice(documents.length + 1, {
      deliverTo: { ...deliverTo, state: states[roll(states.length)] ?? 'Goa' },
      business: buyers[roll(buyers.length)] ?? null,
      delivery: roll(2) ? 0 : 4900 + roll(100),
      lines: [serum, soap, kit, { ...serum, hsn: '490199', rate: 0 }]
        .slice(0, 1 + roll(4))
        .map((line) => ({ ...line, price: 1 + roll(200_000), quantity: 1 + roll(roll(4) ? 4 : 100) })),
    });
    documents.push(issued);
    if (roll(3)) continue;
    const wanted = roll(2) ? { everything: true as const } : { amount: 1 + roll(issued.data.total) };
    documents.push(...creditNote(documents.length + 1, issued.data, issued.number, wanted));
  }
  return documents;
}

function returnsOf(documents: readonly ExportedDocument[]): { gstr1: Gstr1Json; gstr3b: Gstr3bJson } {
  const made = createGstr1();
  for (const document of documents) made.add(document);
  const { json } = made.finish('2026-11-30');
  if (!json) throw new Error('no documents');
  return JSON.parse(JSON.stringify(json));
}

type InRupees = { txval: number; iamt?: number; camt?: number; samt?: number };
const paise = (rupees = 0): number => Math.round(rupees * 100);
const sum = (rows: readonly InRupees[]): Tax =>
  rows
    .map(({ txval, iamt, camt, samt }) => ({
      taxable: paise(txval),
      igst: paise(iamt),
      cgst: paise(camt),
      sgst: paise(samt),
    }))
    .reduce(addTax, noTax);
const less = (a: Tax, b: Tax): Tax => ({
  taxable: a.taxable - b.taxable,
  cgst: a.cgst - b.cgst,
  sgst: a.sgst - b.sgst,
  igst: a.igst - b.igst,
});
const itemsOf = (documents: readonly { itms: { itm_det: InRupees }[] }[]): InRupees[] =>
  documents.flatMap(({ itms: items }) => items.map(({ itm_det }) => itm_det));

/** What the rows of documents add up to, less credit notes. */
const netOf = (documents: readonly ExportedDocument[], isCounted: (rate: number) => boolean = () => true) =>
  documents.reduce<Tax>((all, { kind, data }) => {
    const rows = [...data.lines, ...data.delivery].filter(({ rate }) => isCounted(rate));
    const tax = rows.reduce<Tax>(addTax, noTax);
    return kind === 'invoice' ? addTax(all, tax) : less(all, tax);
  }, noTax);

test('of 500 random months: the portal takes the JSON, and its sums are those of the documents', () => {
  const roll = randomFrom(52);
  const seen = new Set<string>();
  for (let month = 0; month < 500; month += 1) {
    const documents = randomDocuments(roll);
    const { gstr1, gstr3b } = returnsOf(documents);
    expect(gstr1Schema.parse(gstr1)).toEqual(gstr1);
    expect(gstr3bSchema.parse(gstr3b)).toEqual(gstr3b);
    const { b2b, b2cl, b2cs: small, cdnr, cdnur } = gstr1;
    for (const [table, rows] of Object.entries({ b2b, b2cl, b2cs: small, cdnr, cdnur }))
      if (rows.length) seen.add(table);
    const net = netOf(documents);
    const sold = [...b2b, ...b2cl].flatMap(({ inv }) => itemsOf(inv));
    const back = [...cdnr.flatMap(({ nt }) => itemsOf(nt)), ...itemsOf(cdnur)];
    expect(less(sum([...sold, ...small]), sum(back))).toEqual(net);
    expect(sum([...gstr1.hsn.hsn_b2b, ...gstr1.hsn.hsn_b2c])).toEqual(net);
    const numbers = gstr1.doc_issue.doc_det.flatMap(({ docs }) => docs);
    expect(numbers.reduce((all, { totnum }) => all + totnum, 0)).toBe(documents.length);

    const { osup_det, osup_zero, osup_nil_exmp } = gstr3b.sup_details;
    expect(sum([osup_det, osup_zero, osup_nil_exmp])).toEqual(net);
    const { unreg_details, uin_details } = gstr3b.inter_sup;
    const between = documents.filter(({ data }) => data.supply === 'inter');
    const to = (isBuyer: (gstin: string | null) => boolean) =>
      netOf(
        between.filter(({ data }) => isBuyer(data.recipient.gstin)),
        (rate) => rate > 0,
      );
    expect(sum(unreg_details)).toEqual(to((gstin) => gstin === null));
    expect(sum(uin_details)).toEqual(to((gstin) => gstin?.includes('UN') === true));
  }
  expect([...seen].sort()).toEqual(['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur']);
});

describe('the JSON', () => {
  test('of a business in another state', () => {
    const trader = { gstin: '27AAPFU0939F1ZV', name: 'Asha Traders' };
    expect(returnsOf([invoice(1, { business: trader, lines: [serum, soap] })]).gstr1).toMatchObject({
      gstin: supplier.gstin,
      fp: '112026',
      b2b: [
        {
          ctin: trader.gstin,
          inv: [
            {
              inum: 'INV/26-27/000001',
              idt: '05-11-2026',
              val: 699,
              pos: '27',
              rchrg: 'N',
              inv_typ: 'R',
              itms: [
                { num: 1, itm_det: { rt: 5, txval: 95.24, iamt: 4.76, csamt: 0 } },
                { num: 2, itm_det: { rt: 18, txval: 507.63, iamt: 91.37, csamt: 0 } },
              ],
            },
          ],
        },
      ],
      doc_issue: { doc_det: [{ doc_num: 1, docs: [{ from: 'INV/26-27/000001', totnum: 1, net_issue: 1 }] }] },
    });
  });

  test('3.2 names consumers and UIN holders of other states, not businesses', () => {
    const goa = { deliverTo: { ...deliverTo, state: 'Goa' } };
    const uin = { ...goa, business: { gstin: '0717UNO00157UNO', name: 'Embassy' } };
    const trader = { ...goa, business: { gstin: '27AAPFU0939F1ZV', name: 'Asha Traders' } };
    const all = [goa, uin, trader, {}].map((change, n) => invoice(n + 1, change));
    const row = { pos: '30', txval: 507.63, iamt: 91.37 };
    expect(returnsOf(all).gstr3b.inter_sup).toEqual({
      unreg_details: [row],
      comp_details: [],
      uin_details: [row],
    });
  });
});
