/**
 * npm run bench:upgrade: applies all migrations since the second to a shop with 100,000 orders, 500,000 events, 200,000
 * reviews and 60,000 documents, and fills old rows, while four writers place orders; then writes the times into
 * docs/performance.md. ORDERS= changes the size.
 */
import '#tools/lib/test-content.ts';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@libsql/client/web';
import { sql } from 'drizzle-orm';
import { connect, type Db } from '#db/client.ts';
import { migrate, readMigrations } from '#db/migrate.ts';
import { batch } from '#db/streams.ts';
import { runFill } from '#functions/jobs/fill.ts';
import { fills } from '#functions/jobs/fills.ts';
import { startDatabase } from '#tools/lib/database.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { describeMachine, table, writePart } from '#tools/lib/generated-docs.ts';
import { runToEnd } from '#tools/lib/lifetime.ts';
import { logInfo } from '#tools/lib/log.ts';
import { formatNumber, percentile } from '#tools/lib/numbers.ts';
import { insertManyOrders } from '../support/many-orders.ts';
import { inParts, numbers } from '../support/many-rows.ts';
import { serum, toner } from '../support/orders.ts';

const orders = Number(process.env.ORDERS ?? 100_000);
const eventsEach = 5;
const reviews = orders * 2;
const documents = orders * 0.6;
const products = 100;
const writers = 4;
/** Rows of one statement. */
const atOnce = 20_000;

const inPieces = (count: number, insert: (from: number, to: number) => Promise<unknown>): Promise<void> =>
  inParts([0, count], atOnce, insert);

/** Applies the first migrations at once: only the later ones are measured. */
async function prepare(url: string, count: number): Promise<void> {
  const client = createClient({ url });
  await client.execute(
    'CREATE TABLE migrations (hash TEXT PRIMARY KEY NOT NULL, applied_at INTEGER NOT NULL)',
  );
  for (const { statements, hash, at } of readMigrations().slice(0, count))
    await client.migrate([...statements, { sql: 'INSERT INTO migrations VALUES (?, ?)', args: [hash, at] }]);
}

/** Fills the tables that the second migration has. */
async function fill(db: Db): Promise<void> {
  await db.write.run(sql`
    INSERT INTO products (id, name, category, brand, description, price, original_price, images, features, skin_type,
      skin_types, benefits, key_ingredients, position, version, stock)
    ${numbers(0, products)}
    SELECT 'product-' || n, 'Serum No ' || n, 'Face Serum', 'Harita', '', 29900, 39900, '[]', '[]', 'Oily', '[]', '', '', n, '', 1000000000
    FROM number`);
  for (const [n, id] of [serum, toner].entries())
    await db.write.run(sql`UPDATE products SET id = ${id} WHERE id = ${`product-${n}`}`);
  await insertManyOrders(db, orders, { taxed: false });
  await inPieces(orders * eventsEach, (from, to) =>
    db.write.run(sql`
      INSERT INTO order_events (id, order_id, at, actor, kind, from_status, to_status)
      ${numbers(from, to)}
      SELECT printf('%08x-%x', (n * 2654435761) % 4294967296, n), o.id, o.created_at + n % 5 * 3600000,
        iif(n % 5, 'operator', 'customer'), 'status', 'Order Placed', iif(n % 5 = 4, o.status, 'Packing')
      FROM number JOIN orders o ON o.rowid = n / 5 + 1`),
  );
  await inPieces(reviews, (from, to) =>
    db.write.run(sql`
      INSERT INTO reviews (id, product_id, name, rating, title, comment, created_at)
      ${numbers(from, to)}
      SELECT printf('%08x-%x', (n * 2654435761) % 4294967296, n), 'product-' || (n % 90 + 5), 'Asha R.',
        1 + n * 7 % 5, 'Review ' || n, 'My skin likes it, and so does my sister. Number ' || n, 1767225600000 + n * 60000
      FROM number`),
  );
  await inPieces(orders, (from, to) =>
    db.write.run(sql`
      INSERT INTO payments (order_id, method, amount, provider_id, payment_id, hold_until, origin)
      ${numbers(from, to)}
      SELECT id, payment_method, total, 'provider-' || n, 'payment-' || n, created_at, ''
      FROM number JOIN orders ON rowid = n + 1 WHERE payment_method <> 'cod'`),
  );
  await db.write.run(sql`
    INSERT INTO refunds (id, order_id, payment_id, amount, reason, status, created_at)
    SELECT 'refund-' || rowid, order_id, payment_id, 100, 'cancelled', 'done', hold_until FROM payments WHERE rowid % 10 = 0`);
}

const insertDocuments = (db: Db) =>
  inPieces(documents, (from, to) =>
    db.write.run(sql`
      INSERT INTO documents (id, kind, year, serial, number, order_id, at, keep_until, data)
      ${numbers(from, to)}
      SELECT 'document-' || n, 'invoice', '26-27', n, 'H/26-27/' || n, id, created_at, 4000000000000,
        json_object('lines', printf('%.1500c', 'x'))
      FROM number JOIN orders ON rowid = n + 1`),
  );

/** The waits of all writers, ms, and their failures. */
type Writes = { waits: number[]; failed: string[] };

/** Tries again while others have the lock, as the Worker does. */
async function patiently<T>(write: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await write();
    } catch (error) {
      if (!(error as { code?: string }).code?.startsWith('SQLITE_BUSY')) throw error;
      await new Promise((resume) => setTimeout(resume, 5 + Math.random() * 20));
    }
}

/** Places orders as the first Worker did, until `stop`; each write is an order with two lines and an event. */
function startWriters(url: string) {
  const writes: Writes = { waits: [], failed: [] };
  let stopped = false;
  const write = async () => {
    while (!stopped) {
      const id = randomUUID();
      const began = performance.now();
      const statements = [
        {
          sql: `INSERT INTO orders (id, reference, status, payment_method, subtotal, discount, delivery, total, address,
              request_hash, created_at) VALUES (?, ?, 'Order Placed', 'cod', 100, 0, 0, 100, ?, '', ?)`,
          args: [
            id,
            `ORD-${id}`,
            JSON.stringify({ firstName: 'Nila', lastName: 'Das', city: 'Pune', phone: '9812345678' }),
            Date.now(),
          ],
        },
        ...[0, 1].map((position) => ({
          sql: `INSERT INTO order_lines (order_id, position, product_id, name, image, price, quantity)
            VALUES (?, ?, '${serum}', 'Serum', '', 50, 1)`,
          args: [id, position],
        })),
        { sql: `UPDATE products SET stock = stock - 2 WHERE id = '${serum}'`, args: [] },
        {
          sql: `INSERT INTO order_events (id, order_id, at, actor, kind) VALUES (?, ?, ?, 'customer', 'status')`,
          args: [id, id, Date.now()],
        },
      ];
      try {
        await patiently(() => batch({ url }, { timeout: 120_000 }, statements, 'write'));
        writes.waits.push(performance.now() - began);
      } catch (error) {
        writes.failed.push(String(error));
      }
      await new Promise((resume) => setTimeout(resume, 20));
    }
  };
  const running = Promise.all(Array.from({ length: writers }, write));
  return {
    writes,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

/** Bytes of all files in a folder. */
function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => {
      const file = join(parentPath, name);
      return sum + (existsSync(file) ? statSync(file).size : 0);
    }, 0);
}

type Measured = { name: string; ms: number; longest: { statement: string; ms: number }; wait: number };

const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20).toLocaleString('en')} MiB`;
const seconds = (ms: number) => `${formatNumber(ms / 1000)} s`;
/** `CREATE INDEX orders_created`: enough of a statement to find it. */
const shorten = (statement: string) =>
  statement
    .replace(/`/g, '')
    .split(/ ON |\(| SET | AS | AFTER | BEFORE |[;\n]/)[0]
    ?.slice(0, 60)
    .trim() ?? '';

async function measure(folder: string): Promise<string> {
  const server = await startDatabase(folder);
  const { url } = server;
  const db = connect({ url }, { until: Number.POSITIVE_INFINITY, callTimeout: 600_000 });
  await prepare(url, 2);
  await fill(db);
  logInfo(`Filled: ${mib(sizeOf(folder))}`);
  const measured: Measured[] = [];
  let { writes, stop } = startWriters(url);
  const maxOf = (list: readonly number[]) => list.reduce((a, b) => Math.max(a, b), 0);
  const before = sizeOf(folder);
  for (const { name } of readMigrations().slice(2))
    measured.push({ name, ms: 0, longest: { statement: '', ms: 0 }, wait: 0 });
  let counted = 0;
  await migrate(server, async (name, statement, ms) => {
    const one = measured.find((other) => other.name === name);
    if (!one) return;
    one.ms += ms;
    if (ms > one.longest.ms) one.longest = { statement, ms };
    one.wait = Math.max(one.wait, maxOf(writes.waits.slice(counted)));
    counted = writes.waits.length;
    // Documents exist since migration 0009.
    if (name === '0009_documents' && statement.includes('documents_no_delete')) {
      await stop();
      await insertDocuments(db);
      const failed = writes.failed;
      ({ writes, stop } = startWriters(url));
      writes.failed.push(...failed);
      counted = 0;
    }
  });
  await stop();
  const afterMigrations = sizeOf(folder);
  const failedMigrating = writes.failed;
  logInfo(
    measured
      .map(
        ({ name, ms, longest, wait }) =>
          `${name}: ${seconds(ms)}, longest ${seconds(longest.ms)} (${shorten(longest.statement)}), a write waited ${seconds(wait)}`,
      )
      .join('\n'),
  );
  const filling = startWriters(url);
  const began = Date.now();
  let last = Date.now();
  let longestPiece = 0;
  for (const one of fills)
    await runFill(db, one, Number.POSITIVE_INFINITY, () => {
      longestPiece = Math.max(longestPiece, Date.now() - last);
      last = Date.now();
    });
  const fillTime = Date.now() - began;
  await filling.stop();
  const afterFill = sizeOf(folder);
  const longest = maxOf(measured.map(({ longest: { ms } }) => ms));
  const [word] = await db.read.all<{ n: number }>(sql`SELECT count(*) AS n FROM order_words`);
  await server.stop();
  const failed = [...failedMigrating, ...filling.writes.failed];
  return [
    `Measured ${new Date().toISOString().slice(0, 10)} on ${describeMachine()}, by \`npm run bench:upgrade\`: ${orders.toLocaleString('en')} orders, ${(orders * eventsEach).toLocaleString('en')} events, ${reviews.toLocaleString('en')} reviews, ${documents.toLocaleString('en')} documents, and ${writers} writers that place orders all the time. Migrations 0000 and 0001 made the tables.`,
    table(
      ['Migration', 'Total', 'Longest transaction', 'Its statement', 'Longest wait of a write'],
      measured.map(({ name, ms, longest: { statement, ms: one }, wait }) => [
        `\`${name}\``,
        seconds(ms),
        seconds(one),
        `\`${shorten(statement)}\``,
        seconds(wait),
      ]),
    ),
    `All together: ${seconds(measured.reduce((sum, { ms }) => sum + ms, 0))}; the longest lock ${seconds(longest)}; the longest wait ${seconds(maxOf(measured.map(({ wait }) => wait)))} (aim ≤ 2 s). The job then filled ${(word?.n ?? 0).toLocaleString('en')} words of orders in ${seconds(fillTime)}, half of it waiting for others, the longest piece with its wait ${seconds(longestPiece)}; a write waited ${seconds(maxOf(filling.writes.waits))} at most, and 99 of 100 less than ${Math.round(
      percentile(
        [...filling.writes.waits].sort((a, b) => a - b),
        0.99,
      ),
    )} ms. Writes that failed: ${failed.length}. The data folder had ${mib(before)}, ${mib(afterMigrations)} after the migrations, ${mib(afterFill)} after the fill.${failed.length ? ` First failure: ${failed[0]}` : ''}`,
  ].join('\n\n');
}

const folder = temporaryFolder();
process.once('exit', folder.remove);
await runToEnd(async () => {
  const text = await measure(folder.path);
  logInfo(text);
  writePart('performance.md', 'upgrade', text);
});
// After a failure the writers would go on trying.
process.exit();
