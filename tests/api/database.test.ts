/**
 * The database (docs/behaviour.md, "Stock and retired products"): migrations, the catalogue's sync from content, the
 * database's own constraints, and the operator command. Without a Worker.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { priceChanges, products, sessions, users } from '#db/schema/index.ts';
import { syncCatalogue } from '#db/sync.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { allSellables } from '#domain/catalogue/sellable.ts';
import { checkPassword } from '#functions/accounts/password.ts';
import { readProducts } from '#tools/lib/content.ts';
import { addOperator } from '#tools/operator.ts';
import { openPatiently, useDatabase } from '../support/database.ts';
import { serum, toner } from '../support/orders.ts';
import { insertAccount, snapshot, stockOf } from '../support/rows.ts';

const server = useDatabase();
const content = readProducts();
const sold = allSellables(content);
let db: Db;
beforeAll(() => {
  db = openPatiently(server.url);
});

test('migrating again is a no-op', async () => {
  await syncCatalogue(server, content);
  const before = await snapshot(db);
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(['cart_lines', 'orders', 'products', 'sessions', 'users']),
  );
  expect(await migrate(server)).toBe(0);
  expect(await snapshot(db)).toEqual(before);
});

describe('the catalogue’s sync', () => {
  const sync = (catalogue: ReadonlyMap<string, ProductContent>) => syncCatalogue(server, catalogue);
  const unchanged = { added: 0, changed: 0, retired: 0, unchanged: 0 };
  const oneChanged = { ...unchanged, changed: 1, unchanged: sold.size - 1 };
  /** Changes the toner's row, as the shop does. */
  const change = (columns: Partial<typeof products.$inferInsert>) =>
    db.write.update(products).set(columns).where(eq(products.id, toner));
  /** The catalogue after an editor's change of one product. */
  const edited = (id: string, change: Partial<ProductContent>) => {
    const product = content.get(id);
    if (!product) throw new Error(`${id} is not in content`);
    return new Map([...content, [id, { ...product, ...change }]]);
  };
  const without = (id: string) => new Map([...content].filter(([other]) => other !== id));
  const rowOf = async (id: string) => (await db.read.select().from(products).where(eq(products.id, id)))[0];

  beforeEach(async () => {
    await db.write.delete(products);
    expect(await sync(content)).toEqual({ ...unchanged, added: sold.size });
  });

  test('adds all that is sold with its opening stock; a kit has what can be built of its parts', async () => {
    for (const [id, { openingStock, parts }] of sold)
      expect(await stockOf(db, id)).toBe(
        parts ? Math.min(...parts.map((part) => sold.get(part)?.openingStock ?? 0)) : openingStock,
      );
    expect(new Set([...sold.values()].map(({ openingStock }) => openingStock)).size).toBeGreaterThan(1);
  });

  test('again changes nothing', async () => {
    const before = await snapshot(db);
    expect(await sync(content)).toEqual({ ...unchanged, unchanged: sold.size });
    expect(await snapshot(db)).toEqual(before);
  });

  test('writes an editor’s changes, but never stock or reviews', async () => {
    await change({ stock: 7, ratingSum: 9, reviewCount: 2 });
    const before = await rowOf(toner);
    const others = await db.read.select().from(products).where(sql`id <> ${toner}`);
    const bestseller = !before?.bestseller;
    const columns = { price: 12_345, originalPrice: 23_456, name: 'New name', bestseller };
    expect(await sync(edited(toner, { ...columns, openingStock: 55 }))).toEqual(oneChanged);
    const version = expect.not.stringMatching(before?.version ?? '');
    expect(await rowOf(toner)).toEqual({ ...before, ...columns, version });
    expect(await db.read.select().from(products).where(sql`id <> ${toner}`)).toEqual(others);
  });

  test('a new name of a product is one in the kits with it, too', async () => {
    const [kit] = [...content].find(([, { parts }]) => parts?.includes(serum)) ?? [];
    expect(await sync(edited(serum, { name: 'New name' }))).toMatchObject({ changed: 2 });
    expect((await rowOf(kit ?? ''))?.parts).toContain('New name, 30 ml');
  });

  test('changes nothing when only the opening stock differs', async () => {
    expect(await sync(edited(serum, { openingStock: 5 }))).toEqual({ ...unchanged, unchanged: sold.size });
    expect(await stockOf(db, serum)).toBe(100);
  });

  test('retires a product that was removed from content; added again, it has its former stock', async () => {
    await change({ stock: 3, ratingSum: 5, reviewCount: 1 });
    const before = await rowOf(toner);
    expect(await sync(without(toner))).toEqual({ ...unchanged, retired: 1, unchanged: sold.size - 1 });
    expect(await rowOf(toner)).toEqual({ ...before, retired: true });
    expect(await sync(without(toner))).toEqual({ ...unchanged, unchanged: sold.size - 1 });
    expect(await sync(content)).toEqual(oneChanged);
    expect(await rowOf(toner)).toEqual(before);
  });

  test('adds an editor’s new product with its opening stock', async () => {
    const product = content.get(serum) as ProductContent;
    const grown = new Map([...content, ['brand-new', { ...product, openingStock: 4 }]]);
    expect(await sync(grown)).toEqual({ ...unchanged, added: 1, unchanged: sold.size });
    const images = product.pictures.map((_, n) => `/media/products/brand-new/${n + 1}.jpg`);
    expect(await rowOf('brand-new')).toMatchObject({ stock: 4, retired: false, images });
  });

  test('gives each product the sales that name it, and records what it costs', async () => {
    const from = Date.now() - 1000;
    const sale = { name: 'Sale', from, until: from + 1_000_000, percent: 20 };
    const scope = { everything: false, products: [serum], categories: [], brands: [] };
    const result = await syncCatalogue(server, content, [{ ...sale, ...scope }]);
    expect(result).toEqual(oneChanged);
    expect([(await rowOf(serum))?.sales, (await rowOf(toner))?.sales]).toEqual([[sale], []]);
    const costs = async (id: string) => {
      const rows = await db.read.select().from(priceChanges).where(eq(priceChanges.productId, id));
      return rows.map(({ price }) => price);
    };
    const price = content.get(serum)?.price ?? 0;
    expect((await costs(serum)).slice(-2)).toEqual([price, Math.floor(price * 0.8)]);
    expect((await costs(toner)).at(-1)).toBe(content.get(toner)?.price);
    expect(await sync(content)).toMatchObject({ changed: 1 });
    expect((await costs(serum)).at(-1)).toBe(price);
  });

  test('of an empty catalogue retires all and deletes none', async () => {
    expect(await sync(new Map())).toEqual({ ...unchanged, retired: sold.size });
    const rows = await db.read.select().from(products);
    expect([rows.length, rows.every(({ retired }) => retired)]).toEqual([sold.size, true]);
  });

  test('with one price above its MRP writes nothing at all', async () => {
    const before = await snapshot(db);
    const wrong = edited(serum, { price: 20, originalPrice: 10 });
    const other = content.get(toner) as ProductContent;
    wrong.set(toner, { ...other, name: 'Changed too' });
    await expect(sync(wrong)).rejects.toThrow();
    expect(await snapshot(db)).toEqual(before);
  });
});

test('the database itself refuses wrong rows', async () => {
  await syncCatalogue(server, content);
  await db.write
    .insert(users)
    .values({ id: 'someone', name: 'S', email: 's@example.in', password: '', createdAt: 0 })
    .onConflictDoNothing();
  const before = await snapshot(db);
  for (const [what, statement] of [
    ['stock below zero', sql`UPDATE products SET stock = -1 WHERE id = ${serum}`],
    ['a price of nothing', sql`UPDATE products SET price = 0 WHERE id = ${serum}`],
    ['a price above the MRP', sql`UPDATE products SET price = original_price + 1 WHERE id = ${serum}`],
    ['a line of 101 in a cart', sql`INSERT INTO cart_lines VALUES ('someone', ${serum}, 101, 0)`],
    ['a cart of nobody', sql`INSERT INTO cart_lines VALUES ('no-such-person', ${serum}, 1, 0)`],
    ['a cart line of no product', sql`INSERT INTO cart_lines VALUES ('someone', 'no-such-product', 1, 0)`],
    ['a role that is none', sql`UPDATE users SET role = 'admin'`],
    [
      'the same e-mail twice',
      sql`INSERT INTO users (id, name, email, password, created_at) VALUES ('another', 'A', 's@example.in', '', 0)`,
    ],
    [
      'a total that is not the sum',
      sql`INSERT INTO orders (id, reference, status, payment_method, subtotal, discount, delivery, total, address, request_hash, created_at)
      VALUES ('o', 'ORD-000001', 'Order Placed', 'cod', 100, 0, 0, 99, '{}', '', 0)`,
    ],
  ] as const) {
    const refused = await db.write.run(statement).then(
      () => 'taken',
      (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
    );
    expect(refused, what).toMatch(/constraint failed/);
  }
  expect(await snapshot(db)).toEqual(before);
});

describe('npm run operator', () => {
  const add = (email: string) => addOperator(server, { email, name: 'Op', now: 1000 });

  // A new account's password: one-time-password.test.ts.
  test('prints another one-time password until the owner has chosen one, and stores only its hash', async () => {
    const { id, email } = await insertAccount(db, 'operator');
    const rows = () => db.read.select().from(users).where(eq(users.id, id));
    await db.write.update(users).set({ oneTime: true }).where(eq(users.id, id));
    const { password = '' } = await add(email);
    const [row] = await rows();
    expect(row).toMatchObject({ role: 'operator', oneTime: true });
    expect(row?.password).not.toContain(password);
    expect(await checkPassword(password, row?.password)).toBe(true);
    await db.write.update(users).set({ oneTime: false }).where(eq(users.id, id));
    expect(await add(email)).toEqual({ email, password: undefined });
    expect((await rows())[0]?.password).toBe(row?.password);
  });

  test('makes an existing account an operator, keeps its password and ends its sessions', async () => {
    const [person, other] = [await insertAccount(db), await insertAccount(db)];
    expect(await add(person.email)).toEqual({ email: person.email, password: undefined });
    const [row] = await db.read.select().from(users).where(eq(users.id, person.id));
    expect(row).toMatchObject({ role: 'operator', name: person.name, password: 'none' });
    const left = await db.read.select().from(sessions);
    expect(left.map(({ userId }) => userId)).toEqual([other.id]);
  });
});
