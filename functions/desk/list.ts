/**
 * A list of the desk is a description: where its rows are, which of them a request wants, the order of an index, and what
 * is shown of each.
 *
 *     export const listTickets = list({
 *       from: ({ db }) => db.read.select({ id, subject, status, createdAt }).from(tickets),
 *       order: { createdAt, id },
 *       where: ({ show }: { show: TicketView }) => (show === 'all' ? undefined : eq(status, show)),
 *       row: (ticket) => ({ ...ticket, reference: ticketReference(ticket.id) }),
 *     });
 *
 * Rows are as they are stored: amounts are paise, times UTC ms, and ids are `id`.
 */
import { and, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { DeskCall } from '../lib/call.ts';
import { type Cursor, type Page, type Paged, pageOf, pageSize } from './paging.ts';

/** A query that was not sent yet. */
type Statement<Row> = PromiseLike<Row[]>;

/** What a drizzle query of rows does further. */
type Rows<Row> = {
  where(condition: SQL | undefined): { orderBy(...by: SQL[]): { limit(count: number): Statement<Row> } };
};

type RowOf<From> = From extends PromiseLike<readonly (infer Row)[]> ? Row : never;

/** The columns of a list's order, under their names in its rows: a time or position, and an id; or an id alone. */
type Order<Row> = { [Name in keyof Row]?: SQLiteColumn | SQL };

type Description<From, Query, Shown> = {
  from: (call: DeskCall) => From;
  order: Order<RowOf<From>>;
  /**
   * The rows that a request wants. Several conditions are ranges of an index, each of which has its rows in the list's
   * order: a page is read from the beginnings of all of them.
   */
  where?: (query: Query) => SQL | undefined | IndexRanges;
  /** Whether the oldest row is first: what waits longest. */
  isOldestFirst?: (query: Query) => boolean;
  row: (row: RowOf<From>, call: DeskCall) => Shown;
  /** Rows of a page. */
  size?: number;
};

/** @property index that has the rows of each range in the list's order */
type IndexRanges = { table: SQLiteTable; index: string; ranges: readonly SQL[] };

type PageQuery<Query> = Query & Paged;

/** The order of a page, and the condition that its rows come after the cursor. */
function pageOfOrder(columns: readonly SQL[], isOldestFirst: boolean, cursor: Cursor | undefined) {
  const direction = isOldestFirst ? sql`ASC` : sql`DESC`;
  const than = isOldestFirst ? sql`>` : sql`<`;
  const by = columns.map((column) => sql`${column} ${direction}`);
  const [at, id] = columns;
  if (!id) return { by, after: cursor && sql`${at} ${than} ${cursor.id}` };
  // The first page has the condition too, so that each page reads the same index.
  const last = cursor ?? { at: isOldestFirst ? 0 : Number.MAX_SAFE_INTEGER, id: '' };
  return { by, after: sql`(${at}, ${id}) ${than} (${last.at}, ${last.id})` };
}

/** The ids of the rows of a page, from the beginnings of several ranges of an index. */
function idsOfRanges(
  { table, index, ranges }: IndexRanges,
  [at, id]: readonly SQL[],
  { after, by }: ReturnType<typeof pageOfOrder>,
  size: number,
): SQL {
  const each = ranges.map(
    (
      range,
    ) => sql`SELECT id FROM (SELECT ${id} AS id, ${at} AS at FROM ${table} INDEXED BY ${sql.identifier(index)}
      WHERE ${range} AND ${after} ORDER BY ${sql.join(by, sql`, `)} LIMIT ${size + 1})`,
  );
  return sql`(${sql.join(each, sql` UNION ALL `)})`;
}

/**
 * Makes a list of its description.
 * @returns the list's action; `condition`, `statement` and `page` are its parts, for an action that asks for more in the same batch
 */
export function list<From extends PromiseLike<readonly object[]>, Shown, Query = unknown>({
  from,
  order,
  where,
  isOldestFirst = () => false,
  row,
  size = pageSize,
}: Description<From, Query, Shown>) {
  type Row = RowOf<From>;
  const names = Object.keys(order) as (keyof Row)[];
  const columns = Object.values(order as Record<string, SQLiteColumn | SQL>).map((column) => sql`${column}`);
  const id = columns.at(-1);
  const cursorOf = (one: Row): Cursor => ({
    at: names.length > 1 ? Number(one[names[0] as keyof Row]) : 0,
    id: String(one[names.at(-1) as keyof Row]),
  });
  const orderOf = (query: PageQuery<Query>) => pageOfOrder(columns, isOldestFirst(query), query.after);
  /** The rows that are wanted and come after the cursor. */
  const condition = (query: PageQuery<Query>): SQL | undefined => {
    const page = orderOf(query);
    const wanted = where?.(query);
    return wanted && 'ranges' in wanted
      ? sql`${id} IN ${idsOfRanges(wanted, columns, page, size)}`
      : and(page.after, wanted);
  };
  /** The rows of a page, and one more. */
  const statement = (call: DeskCall, query: PageQuery<Query>): From =>
    (from(call) as unknown as Rows<Row>)
      .where(condition(query))
      .orderBy(...orderOf(query).by)
      .limit(size + 1) as unknown as From;
  /** @param rows of the statement */
  const page = (call: DeskCall, rows: readonly Row[]): Page<Shown> => {
    const { rows: shown, next } = pageOf(rows, cursorOf, size);
    return { rows: shown.map((one) => row(one, call)), next };
  };
  const read = async (call: DeskCall, query: PageQuery<Query>): Promise<Page<Shown>> =>
    page(call, (await statement(call, query)) as readonly Row[]);
  return Object.assign(read, { condition, statement, page });
}
