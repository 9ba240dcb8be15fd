import { type ReactNode, useState } from 'react';
import { hashOf, type Route, setFilters, viewOf } from '#domain/desk/route.ts';
import { keysOf } from '#lib/keys.ts';
import type { Outcome } from '#lib/outcome.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { List, TableList } from './List.tsx';
import { SearchField } from './SearchField.tsx';
import { type Column, RowButton } from './Table.tsx';
import { type Pages, usePages } from './usePages.ts';

/** What a list of the API answers. */
type ListAnswer = { rows: readonly unknown[]; next: string | null };
/** Inferred from `load` alone. */
type RowOf<Answer extends ListAnswer> = NoInfer<Answer>['rows'][number];

/** The view and the search of the URL. */
type Filters<View extends string> = { view: View; q: string };

/** Props of a row's dialog, besides the row. */
export type DialogEnds = { onClose: () => void; onChanged: () => void };

/** A button of a row, and the dialog that it opens. */
export type RowAction<Row> = {
  label: string | ((row: Row) => string);
  /** The accessible name of the button, which also says which row it is. */
  name: (row: Row) => string;
  when?: (row: Row) => boolean;
  /** Whether it is the step that is expected next. */
  isNext?: (row: Row) => boolean;
  dialog: (row: Row, ends: DialogEnds) => ReactNode;
};

type Views<View extends string> = {
  /** The parameter of the URL. Queues are links above the list, other views a field. */
  param: 'queue' | 'show';
  options: Record<View, string>;
};

type Props<Answer extends ListAnswer, View extends string> = {
  route: Pick<Route, 'screen' | 'params'>;
  title: string;
  /** Loads a page. */
  load: (page: Filters<View> & { after: string | undefined }) => Promise<Outcome<Answer>>;
  /** The list's views; the first one is shown without a parameter. */
  views?: Views<View>;
  /** The label of its search. */
  search?: string;
  /** Text without rows. */
  empty: string | ((filters: Filters<View>) => string);
  /** Names a row; by default its `id`. */
  keyOf?: (row: RowOf<Answer>) => string;
  /** Stands below the title. */
  intro?: (answer: Answer | undefined) => ReactNode;
  /** Stands beside the search: further filters and buttons. */
  tools?: (pages: Pages<RowOf<Answer>, Answer>) => ReactNode;
  /** Stands above the rows. */
  above?: (pages: Pages<RowOf<Answer>, Answer>) => ReactNode;
  actions?: readonly RowAction<RowOf<Answer>>[];
} & (
  | {
      columns:
        | readonly Column<RowOf<Answer>>[]
        | ((pages: Pages<RowOf<Answer>, Answer>) => readonly Column<RowOf<Answer>>[]);
      children?: never;
    }
  /** For rows that are no table. */
  | { columns?: never; children: (rows: readonly RowOf<Answer>[]) => ReactNode }
);

const idOf = (row: unknown): string => (row as { id: string }).id;

/**
 * A list of the desk by its description: the views and the search in the URL, pages of rows, their columns, and the
 * actions of a row, each with its dialog.
 */
export function DeskList<Answer extends ListAnswer, View extends string = string>({
  route: { screen, params },
  title,
  load,
  views,
  search,
  empty,
  keyOf = idOf,
  intro,
  tools,
  above,
  actions = [],
  ...shape
}: Props<Answer, View>) {
  type Row = RowOf<Answer>;
  const view = views ? viewOf(views.options, params[views.param]) : ('' as View);
  const q = params.q ?? '';
  const filters = { view, q };
  const pages = usePages<RowOf<Answer>, Answer>(
    `${screen} ${JSON.stringify(params)}`,
    (after) => load({ ...filters, after }),
    ({ rows }) => rows,
  );
  const [open, setOpen] = useState<{ row: Row; action: RowAction<Row> }>();
  /** The row as the list has it now, or as it was when its dialog was opened. */
  const current = open && (pages.rows.find((row) => keyOf(row) === keyOf(open.row)) ?? open.row);
  const emptyText = typeof empty === 'string' ? empty : empty(filters);
  return (
    <>
      <h1>{title}</h1>
      {views?.param === 'queue' && <Queues screen={screen} options={views.options} view={view} />}
      {intro?.(pages.answer)}
      {(views?.param === 'show' || search || tools) && (
        <div className="desk-tools">
          {views?.param === 'show' && (
            <SelectField
              label="Show"
              name="show"
              value={view}
              options={views.options}
              onChange={(next) => setFilters(screen, { show: next })}
            />
          )}
          {search && (
            <SearchField
              key={q}
              label={search}
              value={q}
              onSearch={(text) => setFilters(screen, { q: text })}
            />
          )}
          {tools?.(pages)}
        </div>
      )}
      {above?.(pages)}
      {shape.columns ? (
        <TableList
          pages={pages}
          empty={emptyText}
          keyOf={keyOf}
          columns={[
            ...(typeof shape.columns === 'function' ? shape.columns(pages) : shape.columns),
            ...(actions.length ? [actionColumn(actions, (row, action) => setOpen({ row, action }))] : []),
          ]}
        />
      ) : (
        <List pages={pages} empty={emptyText}>
          {shape.children}
        </List>
      )}
      {open &&
        current !== undefined &&
        open.action.dialog(current, { onClose: () => setOpen(undefined), onChanged: pages.reload })}
    </>
  );
}

/** The queues of a list, as links. */
function Queues<View extends string>({
  screen,
  options,
  view,
}: {
  screen: Route['screen'];
  options: Record<View, string>;
  view: View;
}) {
  return (
    <nav className="actions" aria-label="Queues">
      {keysOf(options).map((one) => (
        <a
          key={one}
          className={`button small ${one === view ? '' : 'quiet'}`}
          aria-current={one === view ? 'page' : undefined}
          href={hashOf({ screen, params: { queue: one } })}
        >
          {options[one]}
        </a>
      ))}
    </nav>
  );
}

/** The column with the buttons of each row. Where one of them is the next step, it stands out. */
function actionColumn<Row>(
  actions: readonly RowAction<Row>[],
  start: (row: Row, action: RowAction<Row>) => void,
): Column<Row> {
  const buttons = (row: Row) =>
    actions
      .filter(({ when }) => when?.(row) ?? true)
      .map((action) => (
        <RowButton
          key={action.name(row)}
          label={action.name(row)}
          isNext={action.isNext?.(row)}
          onClick={() => start(row, action)}
        >
          {typeof action.label === 'string' ? action.label : action.label(row)}
        </RowButton>
      ));
  if (actions.some(({ isNext }) => isNext)) return ['Next step', buttons, 'steps'];
  return actions.length > 1 ? ['Change', buttons, 'steps'] : ['Action', buttons, 'action'];
}
