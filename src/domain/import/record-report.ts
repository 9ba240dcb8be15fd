/** The report of an import of anything but products, or of its dry run. */
import { findingLine, type ImportFinding, tally } from './finding.ts';
import { countRecords, type ReportedKind } from './imported.ts';
import type { PlannedRow } from './plan-records.ts';
import type { RecordResult } from './record-forms.ts';

export type RecordRow = {
  row: number;
  name: string;
  result: RecordResult | 'left out' | 'refused';
  findings: ImportFinding[];
};

/** What becomes of a row, in words. @param isDry whether nothing was written */
export const resultText = (result: RecordRow['result'], isDry: boolean): string =>
  ({
    added: isDry ? 'To be added' : 'Added',
    'in the shop': 'Already in the shop',
    unsubscribed: 'Has unsubscribed here',
    'no product': 'No product',
    'left out': 'Left out',
    refused: 'Not imported',
  })[result];

/** @property kept, personal columns with the number of their texts: those of `personal` are in the file only */
export type RecordReport = {
  kind: ReportedKind;
  format: string;
  encoding: string;
  notes: string[];
  isDry: boolean;
  counts: Record<RecordRow['result'], number>;
  kept: [column: string, count: number][];
  personal: [column: string, count: number][];
  rows: RecordRow[];
};

const messages: Partial<Record<RecordResult, string>> = {
  unsubscribed: 'This address has unsubscribed from the newsletter of this shop.',
  'no product': 'The shop does not sell its product yet: publish it, and import again.',
};

function countColumns(columns: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const column of columns) counts.set(column, (counts.get(column) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

type Plan = Pick<RecordReport, 'kind' | 'format' | 'encoding' | 'notes'> & {
  rows: readonly PlannedRow<unknown>[];
};

/**
 * The report of a plan.
 * @param results of the rows that have a value, in their order
 * @param isDry whether nothing was written
 */
export function reportRecords(
  { rows: planned, kind, format, encoding, notes }: Plan,
  results: readonly RecordResult[],
  isDry: boolean,
): RecordReport {
  let next = 0;
  const rows = planned.map(({ row, name, value, findings }): RecordRow => {
    const isRefused = findings.some(({ severity }) => severity === 'refused');
    if (value === undefined) return { row, name, result: isRefused ? 'refused' : 'left out', findings };
    const result = results[next++] ?? 'added';
    const message = messages[result];
    return {
      row,
      name,
      result,
      findings: message ? [...findings, { severity: 'left out', row, message }] : findings,
    };
  });
  const count = (result: RecordRow['result']) => rows.filter((one) => one.result === result).length;
  const stored = planned.filter(({ value }) => value !== undefined);
  return {
    ...{ kind, format, encoding, notes, isDry, rows },
    counts: {
      added: count('added'),
      'in the shop': count('in the shop'),
      unsubscribed: count('unsubscribed'),
      'no product': count('no product'),
      'left out': count('left out'),
      refused: count('refused'),
    },
    kept: countColumns(stored.flatMap(({ kept }) => Object.keys(kept))),
    personal: countColumns(
      planned.flatMap((one) => [...one.personal, ...(one.value === undefined ? Object.keys(one.kept) : [])]),
    ),
  };
}

/** The counts of a report, a sentence each. */
export function recordLines({ kind, format, encoding, notes, isDry, counts, rows }: RecordReport): string[] {
  const out = counts['left out'] + counts.unsubscribed + counts['no product'];
  return [
    `${format}, ${encoding}: ${countRecords(kind, rows.length)}.`,
    ...notes,
    `${isDry ? 'To be added' : 'Added'}: ${counts.added}. Already in the shop: ${counts['in the shop']}. Left out: ${out}. Not imported: ${counts.refused}.`,
  ];
}

/** `12 × source`. */
const columnLines = (columns: RecordReport['kept']): string[] =>
  columns.map(([column, count]) => `${count} × ${column}`);

const keptTitle = 'Kept with each, and not shown, by column:';
const personalTitle = 'In your file only, by column:';

/** What becomes of the columns that the shop has no field for, a sentence each. */
export const keptLines = ({ kept, personal }: RecordReport): string[] =>
  [[keptTitle, columnLines(kept)] as const, [personalTitle, columnLines(personal)] as const].flatMap(
    ([title, lines]) => (lines.length ? [`${title} ${lines.join(', ')}.`] : []),
  );

/** Most rows that a terminal lists. */
const longestList = 40;

/** The report for a terminal: counts, each refusal, and the number of all other findings. */
export function recordText(report: RecordReport): string {
  const all = report.rows.flatMap(({ findings }) => findings);
  const refused = report.rows.flatMap(({ name, findings }) =>
    findings
      .filter(({ severity }) => severity === 'refused')
      .map((finding) => `  ${name}. ${findingLine(finding)}`),
  );
  const indented = (columns: RecordReport['kept']) => columnLines(columns).map((line) => `  ${line}`);
  const list = (title: string, lines: readonly string[]) => (lines.length ? ['', title, ...lines] : []);
  return [
    ...recordLines(report),
    ...list('To look at:', refused.slice(0, longestList)),
    ...(refused.length > longestList ? [`  and ${refused.length - longestList} more, in the report`] : []),
    ...list('Left out:', tally(all, 'left out')),
    ...list('Guessed:', tally(all, 'guessed')),
    ...list(keptTitle, indented(report.kept)),
    ...list(personalTitle, indented(report.personal)),
  ].join('\n');
}
