/** Addresses that lead to others: Shopify's URL redirects, and those of WordPress (Redirection, Yoast). */
import type { Columns, NamedRow } from '../columns.ts';
import type { ImportedRedirect, RecordReader, RowNotes } from './record.ts';

const pairs: readonly (readonly [from: string, to: string, format: string])[] = [
  ['Redirect from', 'Redirect to', 'Shopify redirects'],
  ['source', 'target', 'Redirection'],
  ['Origin', 'Target', 'Yoast redirects'],
  ['Source URL', 'Target URL', 'Redirects'],
  ['Old URL', 'New URL', 'Redirects'],
];

const pairOf = (columns: Columns) => pairs.find(([from, to]) => columns.has(from, to));

/** Patterns, switched off ones, and answers that are no redirect. */
function checkRule(row: NamedRow, columns: Columns, notes: RowNotes): void {
  const rules: readonly (readonly [column: string, plain: RegExp, message: string])[] = [
    ['regex', /^(0|false|no)?$/i, 'a pattern stands for many addresses: please write them one by one.'],
    ['Format', /^(plain)?$/i, 'a pattern stands for many addresses: please write them one by one.'],
    ['status', /^(active|enabled)?$/i, 'the rule is not in use.'],
    ['code', /^(30[1278])?$/, 'this answer leads to no other page.'],
  ];
  for (const [column, plain, message] of rules) {
    if (!columns.has(column)) continue;
    const text = row.cell(column);
    if (!plain.test(text)) notes.leaveOut(column, `“${text}”: ${message}`);
  }
  // Yoast's type is a number, Redirection's the word `url`.
  const type = row.peek('Type');
  if (!/^(url|30[1278])?$/i.test(type))
    notes.leaveOut('Type', `“${row.cell('Type')}”: this answer leads to no other page.`);
  else row.cell('Type');
}

export const redirectReader: RecordReader<ImportedRedirect> = {
  formatOf: (columns) => pairOf(columns)?.[2],
  isPersonal: () => false,
  read(row, columns, notes) {
    const [fromColumn, toColumn] = pairOf(columns) ?? ['source', 'target'];
    const [from, to] = [row.cell(fromColumn), row.cell(toColumn)];
    checkRule(row, columns, notes);
    if (!from) notes.refuse(fromColumn, 'There is no address that leads somewhere.');
    if (!to) notes.refuse(toColumn, 'There is no address that it leads to.');
    return {
      name: from || `Row ${row.number}`,
      value: { from, to, columns: { from: fromColumn, to: toColumn } },
    };
  },
};
