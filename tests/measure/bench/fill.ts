/** Fills a shop with years of data: catalogue, orders with an owner, reviews, accounts. */
import { sql } from 'drizzle-orm';
import { connect, type Db } from '#db/client.ts';
import { products } from '#db/schema/index.ts';
import { syncCatalogue } from '#db/sync.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { insertManyOrders } from '../../support/many-orders.ts';
import { inParts, numbers, whole } from '../../support/many-rows.ts';
import { type Account, insertAccounts } from '../../support/rows.ts';

/** How large a shop is. */
export type Size = { products: number; orders: number; reviews: number };

/** Orders of one shopper. */
const ordersEach = 20;
/** Products that half of all reviews are about. */
export const reviewedProducts = 100;
/** Rows of one statement, few enough for the time limit of a call. */
const atOnce = 4000;
const mostAccounts = 500;

export async function newAccounts(db: Db, count: number): Promise<Account[]> {
  const accounts: Account[] = [];
  await inParts([0, count], mostAccounts, async (from, to) =>
    accounts.push(...(await insertAccounts(db, to - from))),
  );
  return accounts;
}

async function giveOwners(db: Db, owners: readonly Account[], orders: number): Promise<void> {
  const ids = JSON.stringify(owners.map(({ id }) => id));
  await inParts([0, orders], atOnce, (from, to) =>
    db.write.run(sql`
      UPDATE orders SET user_id = owner.value FROM json_each(${ids}) AS owner
      WHERE orders.rowid > ${whole(from)} AND orders.rowid <= ${whole(to)}
        AND owner.key = orders.rowid % ${whole(owners.length)}`),
  );
}

async function insertReviews(db: Db, ids: readonly string[], count: number): Promise<void> {
  const all = JSON.stringify(ids);
  await inParts([0, count], atOnce, (from, to) =>
    db.write.run(sql`
      INSERT INTO reviews (id, product_id, name, rating, title, comment, created_at)
      ${numbers(from, to)}
      SELECT printf('%08x-0000-4000-9000-%012x', (n * 2654435761) % 4294967296, n), product.value,
             'Asha R.', 1 + n * 7 % 5, 'Review ' || n, 'My skin likes it, and so does my sister. Number ' || n,
             1767225600000 + n * 60000
      FROM number JOIN json_each(${all}) AS product
        ON product.key = iif(n % 2, n / 2 % ${whole(reviewedProducts)}, n / 2 % ${whole(ids.length)})`),
  );
  await db.write.run(sql`
    UPDATE products SET review_count = found.count, rating_sum = found.sum
    FROM (SELECT product_id, count(*) AS count, sum(rating) AS sum FROM reviews GROUP BY product_id) AS found
    WHERE products.id = found.product_id`);
}

/** A connection for long statements. */
export const patient = (url: string): Db =>
  connect({ url }, { until: Number.POSITIVE_INFINITY, callTimeout: 60_000 });

/** Puts so much of every product in stock that no bench sells it out. */
export const giveStock = (url: string) =>
  patient(url).write.update(products).set({ stock: 1_000_000_000, opening: 1_000_000_000 });

export type Filled = {
  /** The products of half of all reviews come first. */
  productIds: string[];
  /** Shoppers with orders. */
  owners: Account[];
  /** The time of writing the catalogue, ms. */
  syncMs: number;
};

export async function fillShop(
  url: string,
  catalogue: ReadonlyMap<string, ProductContent>,
  size: Size,
): Promise<Filled> {
  const began = performance.now();
  await syncCatalogue({ url }, catalogue);
  const syncMs = performance.now() - began;
  const db = patient(url);
  await giveStock(url);
  await insertManyOrders(db, size.orders);
  const owners = await newAccounts(db, size.orders / ordersEach);
  await giveOwners(db, owners, size.orders);
  const productIds = [...catalogue.keys()];
  await insertReviews(db, productIds, size.reviews);
  return { productIds, owners, syncMs };
}
