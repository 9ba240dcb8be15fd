/** Reads everything in a database, in another way than a backup does, so that tests can compare. */
import { type Client, createClient, type Value } from '@libsql/client/web';

const plain = (value: Value | undefined) =>
  value instanceof ArrayBuffer ? `blob ${Buffer.from(value).toString('hex')}` : value;

/** Rows of any query, integers as bigints, blobs in hexadecimal. */
export async function rowsOf(client: Client, sql: string) {
  const { rows, columns } = await client.execute(sql);
  return rows.map((row) => columns.map((_, index) => plain(row[index])));
}

/** Rows that fit into one response, however wide they are. */
const atOnce = 200;

async function tableOf(client: Client, name: string, withRowid: boolean) {
  const what = `${withRowid ? 'rowid, ' : ''}* FROM "${name.replaceAll('"', '""')}" ORDER BY 1, 2`;
  const rows: Awaited<ReturnType<typeof rowsOf>> = [];
  for (;;) {
    const more = await rowsOf(client, `SELECT ${what} LIMIT ${atOnce} OFFSET ${rows.length}`);
    rows.push(...more);
    if (more.length < atOnce) return rows;
  }
}

/** The whole schema, and every row of every table with its rowid, in order. */
export async function databaseContents(url: string) {
  const client = createClient({ url, intMode: 'bigint' });
  const schema = await rowsOf(client, 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY 1, 2');
  const tables: Record<string, Awaited<ReturnType<typeof tableOf>>> = {};
  for (const [type, name, , sql] of schema)
    if (type === 'table')
      tables[`${name}`] = await tableOf(client, `${name}`, !/WITHOUT ROWID/i.test(`${sql}`));
  client.close();
  return { schema, tables };
}
