/** Lists of stock at the desk: many products in one step, what refuses them, and undoing them. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import type { StockItem } from '#desk/stock/items.api.ts';
import { maxListLines } from '#domain/stock/changes.ts';
import { times } from '../support/client.ts';
import type { DeskRefusal } from '../support/desk.ts';
import { placed, serum, toner } from '../support/orders.ts';
import { makeBalanced, unbalanced } from '../support/reconciliation.ts';
import { countRows, select, setStock, snapshot, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();

type Answer = DeskRefusal & { products: { id: string; stock: number }[] };

const path = '/api/desk/stock-lists';
const line = (productId: string, pieces: number, seen = 100) => ({ productId, pieces, seen });
const send = (json: object, who = operator) => who.post<Answer>(path, { key: randomUUID(), ...json });
const undo = (key: string) => operator.post<Answer>(`${path}/undo`, { key });
const stocks = async () => [await stockOf(shop.db, serum), await stockOf(shop.db, toner)];
const audited = () =>
  select(
    shop.db,
    sql`SELECT actor_id AS by, action, about, detail FROM audit ORDER BY at DESC, rowid DESC LIMIT 1`,
  );

beforeEach(async () => {
  await shop.db.write.run(sql`DELETE FROM orders`);
  await makeBalanced(shop.db);
});

describe('a list', () => {
  test('of received goods is added, with one audit entry; undone once, also when both are repeated', async () => {
    const key = randomUUID();
    const json = { key, reason: 'received', note: 'Note 17', lines: [line(serum, 12), line(toner, 5, 7)] };
    for (const answer of [await send(json), await send(json)])
      expect([answer.status, answer.body.message]).toEqual([200, 'The stock of 2 products was changed.']);
    expect([await stocks(), await unbalanced(shop.db)]).toEqual([[112, 105], []]);
    expect(await audited()).toEqual([
      { by: operator.id, action: 'stock', about: '2 products', detail: '+17: New stock came in (Note 17)' },
    ]);
    const entries = await countRows(shop.db, 'audit');
    for (const answer of [await undo(key), await undo(key)])
      expect([answer.status, answer.body.message]).toEqual([200, 'Undone: the stock of 2 products.']);
    expect([await stocks(), await unbalanced(shop.db)]).toEqual([[100, 100], []]);
    expect(await audited()).toEqual([
      { by: operator.id, action: 'stock_undone', about: '2 products', detail: '−17' },
    ]);
    expect(await countRows(shop.db, 'audit')).toBe(entries + 1);
    const { body } = await operator.get<{ rows: object[] }>(`/api/desk/stock/${serum}`);
    expect(body.rows.slice(0, 2)).toMatchObject([
      { change: -12, why: 'A list was undone', note: 'Note 17' },
      { change: 12, why: 'New stock came in' },
    ]);
  });

  test('of counted shelves sets stock and ledger, and is refused as a whole when one of them has changed', async () => {
    await setStock(shop.db, toner, 98);
    const rows = await snapshot(shop.db);
    const counted = { reason: 'counted', lines: [line(serum, 90), line(toner, 0)] };
    const { status, body } = await send(counted);
    expect([status, body.code, body.products]).toEqual([409, 'changed', [{ id: toner, stock: 98 }]]);
    expect(body.message).toBe(
      'Nothing was changed, since the stock of 1 product is no longer what you saw: Rose Toner (98 now, not 100). Please look at these again.',
    );
    expect(await snapshot(shop.db)).toEqual(rows);
    expect((await send({ ...counted, lines: [line(serum, 90), line(toner, 0, 98)] })).status).toBe(200);
    expect([await stocks(), await unbalanced(shop.db)]).toEqual([[90, 0], []]);
  });

  test('that would make a stock negative, or names an unknown product, changes nothing and names the rows', async () => {
    await setStock(shop.db, toner, 3);
    const rows = await snapshot(shop.db);
    const lost = await send({ reason: 'lost', lines: [line(serum, 5), line(toner, 4)] });
    expect([lost.status, lost.body.code, lost.body.products]).toEqual([
      409,
      'below_zero',
      [{ id: toner, stock: 3 }],
    ]);
    expect(lost.body.message).toContain('Rose Toner (3 in stock, 4 to remove)');
    const unknown = await send({ reason: 'received', lines: [line(serum, 5), line('no-such', 4)] });
    expect([unknown.status, unknown.body.code]).toEqual([409, 'unknown_products']);
    expect(unknown.body.message).toContain('no-such');
    expect(await snapshot(shop.db)).toEqual(rows);
  });

  test('of two operators at once, one count is first', async () => {
    const other = await shop.person('operator');
    const answers = await Promise.all(
      [operator, other].map((who, n) =>
        send({ reason: 'counted', lines: [line(serum, 50 + n), line(toner, 50 + n)] }, who),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([
      [50, 50],
      [51, 51],
    ]).toContainEqual(await stocks());
    expect(await unbalanced(shop.db)).toEqual([]);
  });

  test('wrong lines are named by their place', async () => {
    const { status, body } = await send({ reason: 'received', lines: [line(serum, 1), line(toner, -1)] });
    expect([status, body.fields]).toEqual([
      422,
      { 'lines.1.pieces': 'Please enter a whole number of pieces.' },
    ]);
  });
});

test('an item has its codes and stock', async () => {
  const { body } = await operator.get<{ rows: StockItem[] }>(`${path}/items`);
  expect(body.rows.find(({ id }) => id === serum)).toMatchObject({ stock: 100, sku: null });
});

describe('undoing', () => {
  test('is refused as a whole where pieces were sold meanwhile', async ({ shopper }) => {
    const key = randomUUID();
    await setStock(shop.db, toner, 0);
    await send({ key, reason: 'received', lines: [line(serum, 5), line(toner, 2, 0)] });
    await placed(shopper, { [toner]: 1 });
    const rows = await snapshot(shop.db);
    const { status, body } = await undo(key);
    expect([status, body.code, body.products]).toEqual([409, 'below_zero', [{ id: toner, stock: 1 }]]);
    expect(body.message).toContain('1 in stock, 2 to remove');
    expect(await snapshot(shop.db)).toEqual(rows);
  });

  test('is refused where a product was counted since, and an unknown list is a 404', async () => {
    const key = randomUUID();
    await send({ key, reason: 'received', lines: [line(serum, 5), line(toner, 2)] });
    await send({ reason: 'counted', lines: [line(toner, 40, 102)] });
    const { status, body } = await undo(key);
    expect([status, body.code]).toEqual([409, 'counted_since']);
    expect(await stocks()).toEqual([105, 40]);
    expect((await undo(randomUUID())).status).toBe(404);
  });
});

test('a thousand products are counted, and undone, in one request each', async () => {
  const columns = await select<{ name: string }>(
    shop.db,
    sql`SELECT name FROM pragma_table_info('products')`,
  );
  const names = columns.map(({ name }) => name);
  await shop.db.write.run(sql`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${maxListLines})
    INSERT INTO products (${sql.raw(names.map((name) => `"${name}"`).join(', '))})
    SELECT ${sql.raw(names.map((name) => (name === 'id' ? "'many-' || i" : `p."${name}"`)).join(', '))}
    FROM n CROSS JOIN products AS p WHERE p.id = ${serum}`);
  const many = times(maxListLines, (n) => `many-${n + 1}`);
  await makeBalanced(shop.db);
  const key = randomUUID();
  const answer = await send({ key, reason: 'counted', lines: many.map((id, n) => line(id, n)) });
  expect([answer.status, answer.body.message]).toEqual([200, 'The stock of 1000 products was changed.']);
  expect([await stockOf(shop.db, 'many-7'), await unbalanced(shop.db)]).toEqual([6, []]);
  expect((await undo(key)).status).toBe(200);
  expect([
    await countRows(shop.db, 'products', sql`id LIKE 'many-%' AND stock = 100`),
    await unbalanced(shop.db),
  ]).toEqual([maxListLines, []]);
});
