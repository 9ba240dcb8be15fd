/** Exports: the parts of a file, who may request them, and that every part is in the audit list. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { orders, subscribers } from '#db/schema/index.ts';
import { exportNames } from '#domain/exports/exports.ts';
import { password } from '../support/accounts.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { insertOrder, requestExport, tableOf } from '../support/exports.ts';
import { firstOrderAt, insertManyOrders } from '../support/many-orders.ts';
import { expectWrongFields } from '../support/refusals.ts';
import { countRows, select } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ proxy: true });

beforeEach(async () => {
  await shop.db.write.delete(orders);
  await shop.db.write.delete(subscribers);
  await shop.db.write.run(sql`DELETE FROM attempts`);
});

const ask = (over: object = {}) => requestExport(operator, over);

describe('parts', () => {
  /** Fetches all parts one by one, as the desk does. */
  async function whole(over: object) {
    const parts = [];
    for (let after: string | undefined = undefined, more = true; more; ) {
      const { status, headers, text } = await ask({ ...over, ...(after && { after }) });
      expect(status).toBe(200);
      parts.push({ count: Number(headers.get('export-count')), text });
      after = headers.get('export-next') ?? undefined;
      more = after !== undefined;
    }
    return { parts, rows: tableOf(parts.map(({ text }) => text).join('')) };
  }

  test('of 5,010 orders contain each exactly once, and right passwords count as no attempts', async () => {
    await insertManyOrders(shop.db, 5_010);
    const { parts, rows } = await whole({});
    expect(parts.map(({ count }) => count)).toEqual([5000, 10]);
    const expected = await select<{ reference: string }>(
      shop.db,
      sql`SELECT reference FROM orders ORDER BY created_at, id`,
    );
    expect(rows.map(({ Order }) => Order)).toEqual(expected.map(({ reference }) => reference));
    expect(await countRows(shop.db, 'attempts', sql`key LIKE 'password:%'`)).toBe(0);
    const noted = await select<{ detail: string }>(
      shop.db,
      sql`SELECT about, detail FROM audit ORDER BY at DESC, rowid DESC LIMIT 2`,
    );
    expect(noted).toEqual([
      {
        about: exportNames.orders,
        detail: expect.stringMatching(/^2026-01-01 to 2026-12-31: 10 orders, after 2026-01-02 \d\d:/),
      },
      { about: exportNames.orders, detail: '2026-01-01 to 2026-12-31: 5,000 orders, more follow' },
    ]);

    const lines = await whole({ sheet: 'lines' });
    const sold = await select<{ reference: string; product: string; quantity: number }>(
      shop.db,
      sql`SELECT reference, product_id AS product, quantity FROM orders JOIN order_lines ON order_id = id
          ORDER BY created_at, id, position`,
    );
    expect(lines.rows.map(({ Order, Product, Pieces }) => [Order, Product, Pieces])).toEqual(
      sold.map(({ reference, product, quantity }) => [reference, product, String(quantity)]),
    );
  });

  test('are one if the entries fit exactly, without an empty one after it', async () => {
    await shop.db.write.run(sql`
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 5000)
      INSERT INTO subscribers (email, created_at) SELECT 'reader-' || n || '@example.in', ${firstOrderAt} FROM number`);
    const { parts, rows } = await whole({ sheet: 'subscribers' });
    expect(parts).toHaveLength(1);
    expect(new Set(rows.map(({ Email }) => Email)).size).toBe(5000);
  });
});

describe('nothing is exported', () => {
  test('for wrong fields, and nothing is recorded', async () => {
    await insertOrder(shop.db);
    await expectWrongFields(
      shop,
      ask,
      [
        ['no password', { password: undefined }, 'password'],
        ['an empty password', { password: '' }, 'password'],
        ['a wrong password', { password: 'a long walk in Cubbon Park' }, 'password'],
        ['a list of passwords', { password: [password] }, 'password'],
        ['no sheet', { sheet: undefined }, 'sheet'],
        ['a sheet that there is not', { sheet: 'users' }, 'sheet'],
        ['__proto__ for a sheet', { sheet: '__proto__' }, 'sheet'],
        ['no first day', { from: undefined }, 'from'],
        ['a day that there is not', { from: '2026-02-30' }, 'from'],
        ['a moment for a day', { to: '2026-11-21T00:00:00Z' }, 'to'],
        ['days the wrong way round', { from: '2026-11-21', to: '2026-11-20' }, 'to'],
        ['SQL for a place', { after: "1.x' OR 1=1" }, 'after'],
        ['a place from nowhere', { after: 'next' }, 'after'],
      ],
      ['attempts'],
    );
  });

  test.for([
    ['a shopper', sql`UPDATE users SET role = 'shopper' WHERE id = `],
    ['signed out', sql`DELETE FROM sessions WHERE user_id = `],
  ] as const)('to an account that is %s before the entry is written', async ([, change]) => {
    const leaving = await operatorWithPassword(shop);
    await insertOrder(shop.db);
    const before = await countRows(shop.db, 'audit');
    // Before the audit entry: session, password, count and one page.
    const held = shop.proxy.hold(4);
    const asked = requestExport(leaving);
    await held.arrived;
    await shop.db.write.run(sql`${change} ${leaving.id}`);
    held.release();
    const { status, text } = await asked;
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toContain('ORD-');
    expect(await countRows(shop.db, 'audit')).toBe(before);
  });

  test('when the database fails: a part is complete, or an error', async () => {
    await insertManyOrders(shop.db, 1_001);
    const before = await countRows(shop.db, 'audit');
    const held = shop.proxy.hold(4);
    const asked = ask();
    await held.arrived;
    // The second page and everything after it.
    shop.proxy.answerWith(500, 'broken');
    held.release();
    const { status, headers, text } = await asked;
    shop.proxy.answerWith();
    expect([status, headers.has('retry-after'), headers.has('content-disposition')]).toEqual([
      503,
      true,
      false,
    ]);
    expect(text).not.toContain('ORD-');
    expect(await countRows(shop.db, 'audit')).toBe(before);
    expect((await ask()).status).toBe(200);
  });
});
