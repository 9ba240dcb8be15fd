import type { ReactNode } from 'react';
import { Failed } from './LoadState.tsx';
import { Table, type TableProps } from './Table.tsx';
import type { Pages } from './usePages.ts';

type Props<T> = {
  pages: Pages<T>;
  /** Text of the empty state, such as `No order matches.` */
  empty: string;
  children: (rows: readonly T[]) => ReactNode;
};

/** The states of every list of the desk: loading, empty, failed, and the button for more rows. */
export function List<T>({ pages, empty, children }: Props<T>) {
  const { state, rows, failure, hasMore, busy, more, reload } = pages;
  if (state === 'loading')
    return (
      <div className="desk-state stack gap-3" role="status">
        <p className="soft">Loading…</p>
        <div className="skeleton desk-skeleton" aria-hidden="true" />
      </div>
    );
  if (state === 'failed') return <Failed message={failure?.message} busy={busy} reload={reload} />;
  if (!rows.length && !hasMore)
    return (
      <p className="desk-state stack gap-3 soft" role="status">
        {empty}
      </p>
    );
  return (
    <>
      {rows.length ? (
        children(rows)
      ) : (
        <p className="desk-state soft" role="status">
          Nothing found so far. Older ones were not looked at yet.
        </p>
      )}
      {failure && (
        <p className="notice error" role="alert">
          {failure.message}
        </p>
      )}
      {hasMore && (
        <div className="desk-more">
          <button
            type="button"
            className="button quiet small"
            aria-busy={busy}
            disabled={busy}
            onClick={more}
          >
            Show more
          </button>
        </div>
      )}
    </>
  );
}

type TableListProps<T> = Omit<Props<T>, 'children'> & Omit<TableProps<T>, 'rows'>;

/** A list whose rows are a table. */
export function TableList<T>({ pages, empty, ...table }: TableListProps<T>) {
  return (
    <List pages={pages} empty={empty}>
      {(rows) => <Table rows={rows} {...table} />}
    </List>
  );
}
