/**
 * GSTR-1 and the outward part of GSTR-3B as JSON, as the GST portal takes them. The names of the fields are those of GSTN's
 * API (developer.gst.gov.in, Returns, "Save GSTR1 data" v4.0 and "Save GSTR3B data"), as two open projects have them:
 * resilient-tech/india-compliance (gst_india/utils/gstr_1/gstr_1_json_map.py, `GovDataField`; gstr_3b_report.py) and ERPNext.
 * Table 12 is split in businesses and consumers since May 2025. Amounts here are rupees with two decimals; those that come
 * in are paise.
 */
import type { Paise } from './amount.ts';
import type { ExportedDocument, Sums } from './register.ts';

/** Amounts of one rate. Within the state they have `camt` and `samt`, else `iamt`; there is no cess. */
type Amounts = { rt: number; txval: number; csamt: 0 } & ({ iamt: number } | { camt: number; samt: number });
type Item = { num: number; itm_det: Amounts };
type Head = { val: number; itms: Item[] };
type Invoice = Head & { inum: string; idt: string };
type Note = Head & { ntty: 'C' | 'D'; nt_num: string; nt_dt: string; pos: string };
type Registered = { rchrg: 'N'; inv_typ: 'R' | 'SEWP' };
type HsnEntry = {
  num: number;
  hsn_sc: string;
  uqc: string;
  qty: number;
  rt: number;
  txval: number;
  iamt: number;
  camt: number;
  samt: number;
  csamt: 0;
};
type Numbers = { num: number; from: string; to: string; totnum: number; cancel: 0; net_issue: number };

/** @property fp the return's month, `112026` */
export type Gstr1Json = {
  gstin: string;
  fp: string;
  version: string;
  hash: 'hash';
  b2b: { ctin: string; inv: (Invoice & { pos: string } & Registered)[] }[];
  b2cl: { pos: string; inv: Invoice[] }[];
  b2cs: ({ sply_ty: 'INTRA' | 'INTER'; typ: 'OE'; pos: string } & Amounts)[];
  cdnr: { ctin: string; nt: (Note & Registered)[] }[];
  cdnur: (Note & { typ: 'B2CL' })[];
  hsn: { hsn_b2b: HsnEntry[]; hsn_b2c: HsnEntry[] };
  doc_issue: { doc_det: { doc_num: 1 | 4 | 5; doc_typ: string; docs: Numbers[] }[] };
};

/** A document of the tables that list each, with its sums by rate. */
export type ListedSums = {
  issued: ExportedDocument;
  rates: readonly (readonly [rate: number, sums: Sums])[];
};
/** A row of table 7. @property code of the place of supply */
export type ConsumerRow = { code: string; supply: 'intra' | 'inter'; rate: number; sums: Sums };
/** A row of table 12. @property unit UQC */
export type GoodsRow = { hsn: string; rate: number; unit: string; quantity: number; sums: Sums };
/** A run of numbers without a gap, of table 13. */
export type NumberRun = { kind: ExportedDocument['kind']; from: string; to: string; count: number };

/** What the tables have collected. */
export type Gstr1Tables = {
  b2b: readonly ListedSums[];
  b2cl: readonly ListedSums[];
  b2cs: readonly ConsumerRow[];
  cdnr: readonly ListedSums[];
  cdnur: readonly ListedSums[];
  hsnB2b: readonly GoodsRow[];
  hsnB2c: readonly GoodsRow[];
  docs: readonly NumberRun[];
};

const rupees = (amount: Paise): number => amount / 100;

/** `2026-11-05` as `05-11-2026`. */
const portalDay = (day: string): string => day.split('-').toReversed().join('-');

const amountsOf = (
  rate: number,
  { taxable, igst, cgst, sgst }: Sums,
  supply: 'intra' | 'inter',
): Amounts => ({
  rt: rate / 100,
  txval: rupees(taxable),
  ...(supply === 'inter' ? { iamt: rupees(igst) } : { camt: rupees(cgst), samt: rupees(sgst) }),
  csamt: 0,
});

const headOf = ({ issued: { data }, rates }: ListedSums): Head => ({
  val: rupees(data.total),
  itms: rates.map(([rate, sums], n) => ({ num: n + 1, itm_det: amountsOf(rate, sums, data.supply) })),
});
const invoiceOf = (one: ListedSums): Invoice => ({
  inum: one.issued.number,
  idt: portalDay(one.issued.data.day),
  ...headOf(one),
});
const noteOf = (one: ListedSums): Note => ({
  ntty: one.issued.kind === 'debit_note' ? 'D' : 'C',
  nt_num: one.issued.number,
  nt_dt: portalDay(one.issued.data.day),
  pos: placeOf(one),
  ...headOf(one),
});
const placeOf = ({ issued }: ListedSums): string => issued.data.placeOfSupply.code;
const gstinOf = ({ issued }: ListedSums): string => issued.data.recipient.gstin ?? '';
const registeredOf = ({ issued }: ListedSums): Registered => ({
  rchrg: 'N',
  inv_typ: issued.data.recipient.sez ? 'SEWP' : 'R',
});

const groups = <T>(
  rows: readonly ListedSums[],
  keyOf: (row: ListedSums) => string,
  of: (row: ListedSums) => T,
) =>
  [...Map.groupBy(rows, keyOf)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, all]) => ({ key, all: all.map(of) }));

const hsnEntry = ({ hsn, rate, unit, quantity, sums }: GoodsRow, n: number): HsnEntry => ({
  num: n + 1,
  hsn_sc: hsn,
  uqc: unit,
  qty: quantity,
  rt: rate / 100,
  txval: rupees(sums.taxable),
  iamt: rupees(sums.igst),
  camt: rupees(sums.cgst),
  samt: rupees(sums.sgst),
  csamt: 0,
});

/** The kinds of documents of table 13: their numbers on the portal, and their names. */
export const documentKinds = {
  invoice: { doc_num: 1, doc_typ: 'Invoices for outward supply' },
  debit_note: { doc_num: 4, doc_typ: 'Debit Note' },
  credit_note: { doc_num: 5, doc_typ: 'Credit Note' },
} as const;

function documentsIssued(docs: readonly NumberRun[]): Gstr1Json['doc_issue']['doc_det'] {
  return [...Map.groupBy(docs, ({ kind }) => kind)].map(([kind, runs]) => ({
    ...documentKinds[kind],
    docs: runs.map(({ from, to, count }, n) => ({
      num: n + 1,
      from,
      to,
      totnum: count,
      cancel: 0 as const,
      net_issue: count,
    })),
  }));
}

/** The month of a return as the portal writes it: `112026`. @param day in it, `2026-11-30` */
export const returnPeriod = (day: string): string => `${day.slice(5, 7)}${day.slice(0, 4)}`;

/** GSTR-1 of a month. @param gstin of the supplier @param period of {@link returnPeriod} */
export const gstr1Json = (gstin: string, period: string, tables: Gstr1Tables): Gstr1Json => ({
  gstin,
  fp: period,
  version: 'GST3.2.4',
  hash: 'hash',
  b2b: groups(tables.b2b, gstinOf, (one) => ({
    ...invoiceOf(one),
    pos: placeOf(one),
    ...registeredOf(one),
  })).map(({ key, all }) => ({ ctin: key, inv: all })),
  b2cl: groups(tables.b2cl, placeOf, invoiceOf).map(({ key, all }) => ({ pos: key, inv: all })),
  b2cs: tables.b2cs.map(({ code, supply, rate, sums }) => ({
    sply_ty: supply === 'inter' ? 'INTER' : 'INTRA',
    typ: 'OE',
    pos: code,
    ...amountsOf(rate, sums, supply),
  })),
  cdnr: groups(tables.cdnr, gstinOf, (one) => ({ ...noteOf(one), ...registeredOf(one) })).map(
    ({ key, all }) => ({ ctin: key, nt: all }),
  ),
  cdnur: tables.cdnur.map((one) => ({ typ: 'B2CL', ...noteOf(one) })),
  hsn: { hsn_b2b: tables.hsnB2b.map(hsnEntry), hsn_b2c: tables.hsnB2c.map(hsnEntry) },
  doc_issue: { doc_det: documentsIssued(tables.docs) },
});

/** The outward supplies of GSTR-3B, less credit notes. @property interState by the code of the place of supply */
export type OutwardSupplies = {
  taxable: Sums;
  zeroRated: Sums;
  nilRated: Sums;
  interState: Record<'unregistered' | 'uin', ReadonlyMap<string, Sums>>;
};

type InterState = { pos: string; txval: number; iamt: number };
export type Gstr3bJson = {
  gstin: string;
  ret_period: string;
  sup_details: {
    osup_det: { txval: number; iamt: number; camt: number; samt: number; csamt: 0 };
    osup_zero: { txval: number; iamt: number; csamt: 0 };
    osup_nil_exmp: { txval: number };
  };
  inter_sup: { unreg_details: InterState[]; comp_details: InterState[]; uin_details: InterState[] };
};

const interStateOf = (places: ReadonlyMap<string, Sums>): InterState[] =>
  [...places]
    .filter(([, { taxable, igst }]) => taxable || igst)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([pos, { taxable, igst }]) => ({ pos, txval: rupees(taxable), iamt: rupees(igst) }));

/**
 * Tables 3.1(a), (b), (c) and 3.2 of GSTR-3B. A GSTIN does not say whether its taxpayer is under the composition scheme, so
 * that `comp_details` is empty.
 */
export const gstr3bJson = (
  gstin: string,
  period: string,
  { taxable, zeroRated, nilRated, interState }: OutwardSupplies,
): Gstr3bJson => ({
  gstin,
  ret_period: period,
  sup_details: {
    osup_det: {
      txval: rupees(taxable.taxable),
      iamt: rupees(taxable.igst),
      camt: rupees(taxable.cgst),
      samt: rupees(taxable.sgst),
      csamt: 0,
    },
    osup_zero: { txval: rupees(zeroRated.taxable), iamt: rupees(zeroRated.igst), csamt: 0 },
    osup_nil_exmp: { txval: rupees(nilRated.taxable) },
  },
  inter_sup: {
    unreg_details: interStateOf(interState.unregistered),
    comp_details: [],
    uin_details: interStateOf(interState.uin),
  },
});
