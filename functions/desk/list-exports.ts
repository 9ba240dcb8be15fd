/** The exports of newsletter addresses and of the stock. */
import { sql } from 'drizzle-orm';
import { products, subscribers } from '#db/schema/index.ts';
import type { Paise } from '#lib/money.ts';
import { rupees } from './csv.ts';
import { type CsvExport, indianTime, inRange, yesNo } from './csv-export.ts';

/** Current subscribers by time of subscription. Addresses that have unsubscribed must not be written to. */
export const subscriberExport: CsvExport = {
  titles: ['Email', 'Subscribed (Indian time)'],
  count: ({ from, to }) =>
    sql`SELECT count(*) AS count FROM ${subscribers}
      WHERE unsubscribed_at IS NULL AND created_at >= ${from} AND created_at < ${to}`,
  async page(db, query) {
    const rows = await db.read.all<{ email: string; at: number }>(sql`
      SELECT email, created_at AS at FROM ${subscribers}
      WHERE unsubscribed_at IS NULL AND ${inRange(query, sql`created_at`, sql`email`)}
      ORDER BY created_at, email LIMIT ${query.limit}`);
    return rows.map(({ email, at }) => ({ at, id: email, rows: [[email, indianTime(at)]] }));
  },
};

type Product = {
  id: string;
  name: string;
  category: string;
  price: Paise;
  mrp: Paise;
  stock: number;
  opening: number;
  retired: number;
};

/** All products, current and retired, by id. The stock is the current one; the period is ignored. */
export const stockExport: CsvExport = {
  titles: [
    'Product',
    'Name',
    'Category',
    'Price incl. GST (₹)',
    'MRP (₹)',
    'In stock (pieces)',
    'Began with (pieces)',
    'Sold now',
  ],
  count: () => sql`SELECT count(*) AS count FROM ${products} WHERE id > ''`,
  async page(db, { after, limit }) {
    const rows = await db.read.all<Product>(sql`
      SELECT id, name, category, price, original_price AS mrp, stock, opening, retired FROM ${products}
      WHERE id > ${after?.id ?? ''} ORDER BY id LIMIT ${limit}`);
    return rows.map(({ id, name, category, price, mrp, stock, opening, retired }) => ({
      at: 0,
      id,
      rows: [[id, name, category, rupees(price), rupees(mrp), stock, opening, yesNo(!retired)]],
    }));
  },
};
