import { useState } from 'react';
import { findingLine, type ImportFinding, mostUrgentFirst } from '#domain/import/finding.ts';
import { type Column, Table } from '../ui/Table.tsx';

/** Rows that are drawn at first, and with each further step. */
const step = 50;

type Props<Row> = { rows: readonly Row[]; keyOf: (row: Row) => string; columns: readonly Column<Row>[] };

/** Rows of a file, the most urgent first, each with what is to be looked at. */
export function FindingTable<Row extends { findings: readonly ImportFinding[] }>({
  rows,
  keyOf,
  columns,
}: Props<Row>) {
  const [most, setMost] = useState(step);
  return (
    <>
      <Table
        className="desk-import"
        rows={mostUrgentFirst(rows).slice(0, most)}
        keyOf={keyOf}
        columns={[
          ...columns,
          [
            'To look at',
            ({ findings }) =>
              findings.length ? (
                <ul>
                  {findings.map((finding) => (
                    <li key={findingLine(finding)} className={finding.severity}>
                      {findingLine(finding)}
                    </li>
                  ))}
                </ul>
              ) : (
                'Nothing'
              ),
          ],
        ]}
      />
      {rows.length > most && (
        <p className="desk-more">
          <button type="button" className="button quiet" onClick={() => setMost(most + step)}>
            Show more
          </button>
        </p>
      )}
    </>
  );
}
