/** Rows of before an upgrade, to be found again after it. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

/** Rows of each table, by the columns that it had, as JSON. */
export type Rows = Map<string, { columns: string[]; rows: string[] }>;

/**
 * Columns that change by themselves: stock, positions and counters, what is being sent, what a visit renews. Every other column
 * of every table stays as it was.
 */
const changing: Record<string, readonly string[]> = {
  jobs: ['finished_at', 'failures'],
  fills: ['position', 'bottom', 'top', 'finished_at'],
  outbox: ['status', 'letter', 'attempts', 'next_try_at', 'error', 'sent_at'],
  flags: ['resolved_at', 'detail'],
  devices: ['used_at'],
  document_counters: ['last'],
  payment_events: ['handled_at', 'attempts'],
  vitals: ['count'],
  searches: ['count', 'empty'],
  search_clicks: ['count'],
  policy_reports: ['count'],
};

/** Of products, what no sync writes: each release writes the others from its content. */
const staying: Record<string, readonly string[]> = {
  products: ['id', 'opening', 'paused', 'paused_at', 'paused_by'],
};

/** Tables whose rows end by themselves: counts of an hour, what a sync or a migration is doing. */
export const passing = ['attempts', 'incoming_products', 'migration_progress'];

/** Orders whose payment is on its way: it arrives during the upgrade. */
const pending = sql`SELECT id FROM orders WHERE status = 'Payment Pending'`;
const ofOrder: Record<string, string> = { orders: 'id', payments: 'order_id' };

async function readTable(db: Db, table: string, columns: readonly string[]): Promise<string[]> {
  const key = ofOrder[table];
  const isStill = key ? sql`${sql.identifier(key)} NOT IN (${pending})` : sql`true`;
  const list = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  const rows = await db.read.all<{ row: string }>(
    sql`SELECT json_array(${list}) AS row FROM ${sql.identifier(table)} WHERE ${isStill}`,
  );
  return rows.map(({ row }) => row).sort();
}

export async function readRows(db: Db): Promise<Rows> {
  const tables = await db.read.all<{ name: string; columns: string }>(sql`
    SELECT t.name, json_group_array(c.name) AS columns FROM pragma_table_list t JOIN pragma_table_info(t.name) c
    WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!'
      AND t.name NOT LIKE 'libsql!_%' ESCAPE '!' GROUP BY t.name`);
  const all: Rows = new Map();
  for (const { name, columns } of tables)
    if (!passing.includes(name)) {
      const names = (JSON.parse(columns) as string[]).filter(
        (one) => !changing[name]?.includes(one) && (staying[name]?.includes(one) ?? true),
      );
      all.set(name, { columns: names, rows: await readTable(db, name, names) });
    }
  return all;
}

/** The rows of before that are no longer there as they were. */
export async function lostRows(db: Db, before: Rows): Promise<string[]> {
  const lost: string[] = [];
  for (const [table, { columns, rows }] of before) {
    const now = new Set(await readTable(db, table, columns));
    lost.push(...rows.filter((row) => !now.has(row)).map((row) => `${table}: ${row}`));
  }
  return lost;
}
