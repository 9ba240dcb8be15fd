/** Makes files of the parts of an export. */

import { createGstr1, type Gstr1, gstr1Tables } from 'gst/gstr1';
import {
  addSums,
  creditNoteTitles,
  debitNoteTitles,
  type ExportedDocument,
  registerRows,
  registerTitles,
  type Sums,
} from 'gst/register';
import { byteOrderMark, csvRow, programCsvRow } from 'shop-import/csv';
import { csvName, type Days, type ExportName, fileName } from '#domain/exports/exports.ts';

/** What to export; the same for all parts of a file. */
export type ExportRequest = { sheet: ExportName; days: Days };

/** @property label what it is @property rows without its titles @property sums undefined if it has no amounts */
export type SalesFile = { label: string; rows: number; sums?: Sums };
export type ExportFile = { name: string; content: Blob; sales?: SalesFile };

/** @property totals of an export of documents, which operators see before they save a file */
export type Collected = { files: ExportFile[]; totals?: Omit<Gstr1, 'files' | 'json'> };

/** Takes the parts in their order. */
export type Collector = { add(part: Blob): Promise<void>; finish(): Collected };

/** The collector of an export. */
export const collectorOf = (request: ExportRequest): Collector =>
  request.sheet === 'gst' ? collectDocuments(request.days) : collectCsv(request);

const csvFile = (parts: BlobPart[]): Blob => new Blob(parts, { type: 'text/csv;charset=utf-8' });

function collectCsv({ sheet, days }: ExportRequest): Collector {
  const parts: Blob[] = [];
  return {
    async add(part) {
      parts.push(part);
    },
    finish: () => ({ files: [{ name: fileName(sheet, days), content: csvFile(parts) }] }),
  };
}

/** Rows of documents, in Blobs, which the browser need not hold in memory. */
function collectRows(titles: readonly string[]) {
  const parts: BlobPart[] = [byteOrderMark, csvRow(titles)];
  let rows = 0;
  return {
    add(documents: readonly ExportedDocument[]): void {
      const added = documents.flatMap(registerRows);
      rows += added.length;
      parts.push(new Blob(added.map(csvRow)));
    },
    file: (name: string, label: string, sums: Sums): ExportFile => ({
      name,
      content: csvFile(parts),
      sales: { label, rows, sums },
    }),
  };
}

const jsonFile = (name: string, label: string, days: Days, json: object, sums: Sums): ExportFile => ({
  name: csvName(name, days).replace(/csv$/, 'json'),
  content: new Blob([JSON.stringify(json)], { type: 'application/json' }),
  sales: { label, rows: 1, sums },
});

/** The register, the credit and debit notes and GSTR-1 come from the same documents, so their sums agree. */
function collectDocuments(days: Days): Collector {
  const gstr1 = createGstr1();
  const register = collectRows(registerTitles);
  const creditNotes = collectRows(creditNoteTitles);
  const debitNotes = collectRows(debitNoteTitles);
  return {
    async add(part) {
      const lines = (await part.text()).split('\n').filter(Boolean);
      const documents = lines.map((line): ExportedDocument => JSON.parse(line));
      for (const document of documents) gstr1.add(document);
      register.add(documents.filter(({ kind }) => kind === 'invoice'));
      creditNotes.add(documents.filter(({ kind }) => kind === 'credit_note'));
      debitNotes.add(documents.filter(({ kind }) => kind === 'debit_note'));
    },
    finish() {
      const { files, json, ...totals } = gstr1.finish(days.to);
      return {
        totals,
        files: [
          register.file(csvName('sales-register', days), 'Sales register', totals.invoices),
          creditNotes.file(
            csvName('credit-notes', days),
            'Credit notes',
            addSums(totals.creditNotes, totals.lateCreditNotes),
          ),
          debitNotes.file(csvName('debit-notes', days), 'Debit notes', totals.debitNotes),
          ...files.map(
            ({ table, titles, rows, sums }): ExportFile => ({
              name: csvName(`gstr1-${table}`, days),
              // The tool of the GST portal reads numbers and dates as they are.
              content: csvFile([byteOrderMark, ...[titles, ...rows].map(programCsvRow)]),
              sales: { label: gstr1Tables[table], rows: rows.length, ...(sums && { sums }) },
            }),
          ),
          ...(json
            ? [
                jsonFile('gstr1', 'GSTR-1 for the portal (JSON)', days, json.gstr1, totals.net),
                jsonFile('gstr3b', 'GSTR-3B, tables 3.1 and 3.2 (JSON)', days, json.gstr3b, totals.net),
              ]
            : []),
        ],
      };
    },
  };
}
