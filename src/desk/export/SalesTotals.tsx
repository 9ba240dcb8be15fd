import type { Sums } from 'gst/register';
import { inIndian } from '#domain/exports/exports.ts';
import { formatPrice } from '#lib/money.ts';
import { type Column, Table } from '../ui/Table.tsx';
import type { Collected, SalesFile } from './collect.ts';
import type { SavedFile } from './useExport.ts';

const amounts: readonly (readonly [string, keyof Sums])[] = [
  ['Taxable value', 'taxable'],
  ['CGST', 'cgst'],
  ['SGST/UTGST', 'sgst'],
  ['IGST', 'igst'],
  ['Total', 'total'],
];
const amountColumns = <T,>(sumsOf: (row: T) => Sums | undefined): Column<T>[] =>
  amounts.map(([title, key]): Column<T> => {
    const cell = (row: T) => {
      const sums = sumsOf(row);
      return sums ? formatPrice(sums[key]) : '–';
    };
    return [title, cell, 'number'];
  });

type TotalRow = { label: string; documents: number; sums: Sums };
type FileRow = SavedFile & { sales: SalesFile };

/** The sums of a period, and its files, which are saved one by one. */
export function SalesTotals({
  totals: { invoices, creditNotes, debitNotes, lateCreditNotes: late, net },
  files,
}: {
  totals: NonNullable<Collected['totals']>;
  files: readonly SavedFile[];
}) {
  const rows: TotalRow[] = [
    { label: 'Invoices', documents: invoices.documents, sums: invoices },
    { label: 'Credit notes', documents: creditNotes.documents, sums: creditNotes },
    ...(debitNotes.documents
      ? [{ label: 'Debit notes', documents: debitNotes.documents, sums: debitNotes }]
      : []),
    { label: 'Net', documents: invoices.documents + creditNotes.documents + debitNotes.documents, sums: net },
    ...(late.documents
      ? [{ label: 'Credit notes that no longer reduce tax', documents: late.documents, sums: late }]
      : []),
  ];
  const listed = files.filter((file): file is FileRow => file.sales !== undefined);
  const [filled, empty] = [
    listed.filter(({ sales }) => sales.rows),
    listed.filter(({ sales }) => !sales.rows),
  ];
  return (
    <div className="desk-export-sales stack gap-3">
      <h2>Totals</h2>
      <Table
        rows={rows}
        keyOf={({ label }) => label}
        columns={[
          ['What', ({ label }) => <strong>{label}</strong>],
          ['Documents', ({ documents }) => inIndian.format(documents), 'number'],
          ...amountColumns<TotalRow>(({ sums }) => sums),
        ]}
      />
      <h2>Files</h2>
      <p className="soft desk-text">
        Tables 4, 5 and 7, less table 9B, add up to the net sums. So does table 12.
      </p>
      <Table
        rows={filled}
        keyOf={({ name }) => name}
        columns={[
          [
            'File',
            ({ name, url, sales }) => (
              <a href={url} download={name}>
                {sales.label}
              </a>
            ),
          ],
          ['Rows', ({ sales }) => inIndian.format(sales.rows), 'number'],
          ...amountColumns<FileRow>(({ sales }) => sales.sums),
        ]}
      />
      {empty.length > 0 && (
        <div className="soft">
          <p>Nothing to report:</p>
          <ul>
            {empty.map(({ name, sales }) => (
              <li key={name}>{sales.label}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
