import { useState } from 'react';
import type { FormColumn } from 'shop-import/column-form';
import { type ColumnMapping, type TableField, tableFields } from 'shop-import/table-fields';
import { Table } from '../ui/Table.tsx';

type Choice = TableField | 'ignore';

const choices: readonly (readonly [Choice, string])[] = [
  ['ignore', 'No field: keep the text'],
  ...(Object.keys(tableFields) as TableField[]).map((field) => [field, tableFields[field].label] as const),
];

type Props = {
  columns: FormColumn[];
  /** What was said before. */
  mapping: ColumnMapping;
  onRead: (mapping: ColumnMapping) => void;
};

/** Which column is which field: a row for each column, with its first values. */
export function ColumnForm({ columns, mapping, onRead }: Props) {
  const [chosen, setChosen] = useState<ColumnMapping>(mapping);
  const choiceOf = ({ heading, field }: FormColumn): Choice => chosen[heading] ?? field ?? 'ignore';
  return (
    <form
      className="stack gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // Only what the heading does not say itself.
        const said = columns.filter((column) => choiceOf(column) !== (column.field ?? 'ignore'));
        onRead(Object.fromEntries(said.map((column) => [column.heading, choiceOf(column)])));
      }}
    >
      <p className="desk-text">
        A name and a price are needed. This browser remembers your choice for files with the same headings.
      </p>
      <Table
        className="desk-import-columns"
        rows={columns}
        keyOf={({ heading }) => heading}
        columns={[
          ['Column', ({ heading }) => heading],
          [
            'First rows',
            ({ values }) => (
              <ul className="soft small">
                {values.map((value, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file do not move
                  <li key={place}>{value.slice(0, 80) || '–'}</li>
                ))}
              </ul>
            ),
          ],
          [
            'Field',
            (column) => (
              <div className="field">
                <select
                  aria-label={`Field of ${column.heading}`}
                  value={choiceOf(column)}
                  onChange={({ target }) =>
                    setChosen({ ...chosen, [column.heading]: target.value as Choice })
                  }
                >
                  {choices.map(([field, label]) => (
                    <option key={field} value={field}>
                      {label}
                    </option>
                  ))}
                </select>
              </div>
            ),
          ],
        ]}
      />
      <div>
        <button type="submit" className="button">
          Read with these columns
        </button>
      </div>
    </form>
  );
}
