import type { ReactNode } from 'react';
import { TableHead } from './TableHead.tsx';

/**
 * A column: its title, the content of its cells, and its kind. Screen readers alone get the title of the buttons in
 * an `action` column (one quiet button), a `steps` column (the next steps of an order) or a `choice` column (a checkbox).
 */
export type Column<T> = readonly [
  title: string,
  cell: (row: T) => ReactNode,
  kind?: 'number' | 'action' | 'steps' | 'choice',
];

const classes = { number: 'number', action: 'desk-action', steps: 'desk-row-actions', choice: 'desk-select' };

export type TableProps<T> = {
  rows: readonly T[];
  keyOf: (row: T) => string;
  columns: readonly Column<T>[];
  className?: string;
};

/** A table of the desk. On a phone each row is a card, where the titles stand before the cells. */
export function Table<T>({ rows, keyOf, columns, className = '' }: TableProps<T>) {
  return (
    <table className={`desk-table ${className}`}>
      <TableHead
        columns={columns.map(([title, , kind]) => {
          if (kind === 'number') return { number: title };
          return kind ? { visuallyHidden: title } : title;
        })}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(([title, cell, kind]) => (
              <td
                key={title}
                className={kind && classes[kind]}
                data-label={kind === 'action' ? undefined : title}
              >
                {/* The cell of a card is a grid: its content has to be one element. */}
                <span>{cell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ButtonProps = {
  /** The accessible name, which also says which row it is. */
  label: string;
  disabled?: boolean;
  /** It is what is expected next. */
  isNext?: boolean | undefined;
  onClick: () => void;
  children: ReactNode;
};

/** The button of a row. */
export const RowButton = ({ label, disabled, isNext = false, onClick, children }: ButtonProps) => (
  <button
    type="button"
    className={`button small ${isNext ? '' : 'quiet'}`}
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </button>
);
