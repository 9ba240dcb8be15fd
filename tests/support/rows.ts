/** Direct access to the database: creates accounts, sets stock, reads rows. */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, products, sessions, users } from '#db/schema/index.ts';
import type { Role } from '#domain/accounts/account.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { followOrders } from '#functions/orders/follow.ts';
import { passwordHash } from './accounts.ts';

/** As the Worker stores tokens (docs/behaviour.md, "Sessions"): SHA-256, here in base64url. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

const day = 24 * 60 * 60 * 1000;

export type Account = { id: string; name: string; email: string; token: string };

/**
 * Accounts with a session, without the 0.2 s that a password costs. Only operators have one: `password` of accounts.ts.
 */
export async function insertAccounts(db: Db, count: number, role: Role = 'shopper'): Promise<Account[]> {
  const createdAt = Date.now();
  const accounts = Array.from({ length: count }, () => {
    const id = randomUUID();
    return { id, name: 'Asha Rao', email: `${id}@example.in`, token: randomBytes(32).toString('base64url') };
  });
  await db.write.batch([
    db.write
      .insert(users)
      .values(
        accounts.map(({ id, name, email }) => ({
          id,
          name,
          email,
          password: role === 'operator' ? passwordHash : 'none',
          role,
          createdAt,
          verifiedAt: createdAt,
        })),
      ),
    db.write
      .insert(sessions)
      .values(
        accounts.map(({ id: userId, token }) => ({
          tokenHash: hashOf(token),
          userId,
          createdAt,
          expiresAt: createdAt + 30 * day,
          elevated: true,
        })),
      ),
  ]);
  return accounts;
}

/** The request's hash of the orders that {@link makeKnown} inserts. */
export const knownBy = 'known';

/** Gives accounts a delivered order of nothing, so that the limits of strangers do not hold for them. */
export const makeKnown = (
  db: Db,
  accounts: readonly { id: string }[],
  createdAt: number = Date.now() - 60 * day,
) =>
  db.write
    .insert(orders)
    .values(
      accounts.map(({ id }) => ({
        id: randomUUID(),
        reference: `OLD-${randomUUID()}`,
        userId: id,
        status: 'Delivered' as const,
        paymentMethod: 'cod' as const,
        subtotal: 0,
        discount: 0,
        delivery: 0,
        total: 0,
        address: {} as never,
        requestHash: knownBy,
        createdAt,
      })),
    );

/** Another session of the account. @returns its token */
export async function anotherSession(db: Db, { id: userId }: Account): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = Date.now();
  const tokenHash = hashOf(token);
  await db.write
    .insert(sessions)
    .values({ tokenHash, userId, createdAt, expiresAt: createdAt + 30 * day, elevated: true });
  return token;
}

export async function insertAccount(db: Db, role?: Role): Promise<Account> {
  const [account] = await insertAccounts(db, 1, role);
  if (!account) throw new Error('no account was made');
  return account;
}

/** Pieces left. */
export async function stockOf(db: Db, id: string): Promise<number | undefined> {
  const [row] = await db.read.select({ stock: products.stock }).from(products).where(eq(products.id, id));
  return row?.stock;
}

export const setStock = (db: Db, id: string, stock: number) =>
  db.write.update(products).set({ stock }).where(eq(products.id, id));

/** @param price paise */
export const setPrice = (db: Db, id: string, price: number) =>
  db.write.update(products).set({ price }).where(eq(products.id, id));

export const setRetired = (db: Db, id: string, retired: boolean) =>
  db.write.update(products).set({ retired }).where(eq(products.id, id));

export const setStatus = (db: Db, orderId: string, status: OrderStatus) =>
  db.write.update(orders).set({ status }).where(eq(orders.id, orderId));

/** The row of an order, after what follows from new orders. @throws Error for one that is not there */
export async function storedOrder(db: Db, id: string): Promise<typeof orders.$inferSelect> {
  await followOrders(db, Number.POSITIVE_INFINITY);
  const [order] = await db.read.select().from(orders).where(eq(orders.id, id));
  if (!order) throw new Error(`no order ${id}`);
  return order;
}

/** Rows of any query, as objects. */
export const select = <Row>(db: Db, query: SQL): Promise<Row[]> => db.read.all<Row>(query);

/** How many rows a table has. @param where a condition without `WHERE` */
export async function countRows(db: Db, table: string, where: SQL = sql`true`): Promise<number> {
  const [row] = await select<{ n: number }>(
    db,
    sql`SELECT count(*) AS n FROM ${sql.identifier(table)} WHERE ${where}`,
  );
  return Number(row?.n);
}

/** The number of rows and a checksum of each table. */
export type Snapshot = Record<string, string>;

/** Tables of a database, by name; migrations run before the first query. */
const tables = new WeakMap<Db, Promise<{ name: string }[]>>();

function tablesOf(db: Db): Promise<{ name: string }[]> {
  const known =
    tables.get(db) ??
    select<{ name: string }>(
      db,
      sql`SELECT name FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    );
  tables.set(db, known);
  return known;
}

/** Equal snapshots mean that no row was added, removed or changed. What follows from new orders is written before. */
export async function snapshot(db: Db, except: readonly string[] = []): Promise<Snapshot> {
  await followOrders(db, Number.POSITIVE_INFINITY);
  const names = (await tablesOf(db)).map(({ name }) => name).filter((name) => !except.includes(name));
  const [first, ...rest] = names.map((name) =>
    db.read.all(sql`SELECT * FROM ${sql.identifier(name)} ORDER BY 1, 2`),
  );
  const contents = first ? await db.read.batch([first, ...rest]) : [];
  return Object.fromEntries(
    names.map((name, index) => {
      const rows = (contents[index] ?? []).map((row) => JSON.stringify(row));
      return [name, `${rows.length} rows, ${hashOf(rows.join('\n'))}`];
    }),
  );
}
