/** The migration of reviews, on a database with rows of the version before: they keep working, and few are asked. */
import { createClient } from '@libsql/client/web';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, readMigrations } from '#db/migrate.ts';
import { oneDay } from '#lib/dates.ts';
import { type Database, startDatabase } from '#tools/lib/database.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { openPatiently } from '../support/database.ts';
import { select } from '../support/rows.ts';

const folder = temporaryFolder();
let server: Database;

beforeAll(async () => {
  server = await startDatabase(folder.path);
  // All migrations before the one of reviews, the eighth.
  const client = createClient({ url: server.url });
  await client.execute(
    'CREATE TABLE migrations (hash TEXT PRIMARY KEY NOT NULL, applied_at INTEGER NOT NULL)',
  );
  for (const { statements, hash } of readMigrations().slice(0, 7))
    await client.migrate([...statements, { sql: 'INSERT INTO migrations VALUES (?, 0)', args: [hash] }]);
  client.close();
});
afterAll(async () => {
  await server?.stop();
  folder.remove();
});

test('orders that were delivered in the last 35 days are asked about three weeks after it, older ones never', async () => {
  const db = openPatiently(server.url);
  const now = Date.now();
  const deliveries = Object.entries({ today: 0, 'three weeks': 22, 'five weeks': 34, 'long ago': 36 });
  deliveries.push(['returned', 22], ['sample', 22]);
  await db.write.run(sql`INSERT INTO products (id, name, category, brand, description, price, original_price, images,
    features, skin_type, skin_types, benefits, key_ingredients, position, version, stock, rating_sum, review_count)
    VALUES ('serum', 'Serum', 'serum', 'Harita', '', 1, 1, '[]', '[]', '', '[]', '', '', 1, '', 1, 4, 1)`);
  for (const [id, days] of deliveries) {
    await db.write.run(sql`INSERT INTO orders (id, reference, status, payment_method, subtotal, discount, delivery, total,
      address, request_hash, created_at, sample) VALUES (${id}, ${id}, ${id === 'returned' ? 'Returned' : 'Delivered'},
      'cod', 1, 0, 0, 1, '{}', '', 1, ${Number(id === 'sample')})`);
    await db.write.run(sql`INSERT INTO order_events (id, order_id, at, actor, kind, to_status)
      VALUES (${id}, ${id}, ${now - days * oneDay}, 'operator', 'status', 'Delivered')`);
  }
  for (const hidden of [0, 1])
    await db.write.run(sql`INSERT INTO reviews (id, product_id, rating, comment, hidden, hidden_reason, created_at,
      email_hash) VALUES (${`review-${hidden}`}, 'serum', 4, 'Soft', ${hidden}, ${hidden ? 'Rude' : null}, 1, ${`hash-${hidden}`})`);

  expect(await migrate(server)).toBeGreaterThan(0);

  expect(
    await select(db, sql`SELECT id, ask_at AS askAt FROM orders WHERE ask_at IS NOT NULL ORDER BY ask_at`),
  ).toEqual([
    { id: 'five weeks', askAt: now - 13 * oneDay },
    { id: 'three weeks', askAt: now - oneDay },
    { id: 'today', askAt: now + 21 * oneDay },
  ]);
  const unknown = { skin_type: null, received: null, edited_at: null, hide_reason: null };
  const nothing = { ...unknown, reports: 0, version: 0 };
  expect(await select(db, sql`SELECT * FROM reviews ORDER BY id`)).toMatchObject([
    { ...nothing, id: 'review-0', comment: 'Soft', email_hash: 'hash-0' },
    { ...nothing, id: 'review-1', hidden: 1, hidden_reason: 'Rude' },
  ]);
  await expect(
    db.write.run(sql`UPDATE reviews SET email_hash = 'hash-0' WHERE id = 'review-1'`),
  ).rejects.toThrow();
  await db.write.run(sql`DELETE FROM reviews`);
  expect(await select(db, sql`SELECT * FROM withdrawn_reviews`)).toEqual([{ product_id: 'serum', count: 2 }]);
});
