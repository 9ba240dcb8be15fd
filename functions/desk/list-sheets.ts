/** The newsletter's addresses and the stock as rows of a file. */
import { sql } from 'drizzle-orm';
import { products, subscribers } from '#db/schema/index.ts';
import type { Paise } from '#lib/money.ts';
import { rupees } from './csv.ts';
import { moment, type Sheet, within, yesNo } from './sheet.ts';

/** Those who get it now, by when they subscribed. Whoever has left must not be written to. */
export const subscriberSheet: Sheet = {
  titles: ['Email', 'Subscribed (Indian time)'],
  count: ({ from, to }) =>
    sql`SELECT count(*) AS count FROM ${subscribers}
      WHERE unsubscribed_at IS NULL AND created_at >= ${from} AND created_at < ${to}`,
  async page(db, stretch) {
    const rows = await db.read.all<{ email: string; at: number }>(sql`
      SELECT email, created_at AS at FROM ${subscribers}
      WHERE unsubscribed_at IS NULL AND ${within(stretch, sql`created_at`, sql`email`)}
      ORDER BY created_at, email LIMIT ${stretch.limit}`);
    return rows.map(({ email, at }) => ({ at, id: email, rows: [[email, moment(at)]] }));
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

/** Everything that is or was sold, by id; as it is now, whatever the period. */
export const stockSheet: Sheet = {
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
