/** The exports of newsletter addresses, of reviews and of the stock. */
import { sql } from 'drizzle-orm';
import { type Cell, csvRow, idCell } from 'shop-import/csv';
import { products, reviews, subscribers } from '#db/schema/index.ts';
import type { PricedItem } from '#domain/catalogue/product-list.ts';
import { stockCells, stockTitles } from '#domain/exports/lists.ts';
import { hideReasonLabel, receivedLabels } from '#domain/reviews/review-constants.ts';
import { csvHead, type DataExport, indianTime, inRange, yesNo } from './data-export.ts';

/** Current subscribers by time of subscription. Addresses that have unsubscribed must not be written to. */
export const subscriberExport: DataExport = {
  head: csvHead(['Email', 'Subscribed (Indian time)']),
  async page(db, query) {
    const rows = await db.read.all<{ email: string; at: number }>(sql`
      SELECT email, created_at AS at FROM ${subscribers}
      WHERE unsubscribed_at IS NULL AND asked_at IS NULL AND ${inRange(query, sql`created_at`, sql`email`)}
      ORDER BY created_at, email LIMIT ${query.limit}`);
    return rows.map(({ email, at }) => ({ at, id: email, text: csvRow([email, indianTime(at)]) }));
  },
};

/**
 * Published and hidden reviews, oldest first, without their writers. The average of a product is that of the ratings
 * of its rows that count.
 */
export const reviewExport: DataExport = {
  head: csvHead([
    'Review',
    'Product',
    'Written (Indian time)',
    'Changed (Indian time)',
    'Rating',
    'Shown',
    'Counts',
    'Reason for hiding',
    'Verified buyer',
    'How received',
    'Skin type',
    'Age',
    'Climate',
    'Weeks of use',
    'Would buy again',
    'Title',
    'Review text',
    'Our answer',
    'Sample',
  ]),
  async page(db, query) {
    // Each state is read from an index in this order.
    const part = (hidden: number) => sql`SELECT * FROM (SELECT * FROM ${reviews}
      WHERE hidden = ${hidden} AND ${inRange(query, sql`created_at`, sql`id`)} ORDER BY created_at, id LIMIT ${query.limit})`;
    const rows = await db.read
      .select()
      .from(reviews)
      .where(
        sql`id IN (SELECT id FROM (${part(0)} UNION ALL ${part(1)}) ORDER BY created_at, id LIMIT ${query.limit})`,
      )
      .orderBy(reviews.createdAt, reviews.id);
    return rows.map((row) => ({ at: row.createdAt, id: row.id, text: csvRow(reviewCells(row)) }));
  },
};

const reviewCells = (row: typeof reviews.$inferSelect): Cell[] => [
  idCell(row.id),
  idCell(row.productId),
  indianTime(row.createdAt),
  row.editedAt === null ? '' : indianTime(row.editedAt),
  row.rating,
  yesNo(!row.hidden),
  yesNo(!row.hidden && row.waits === null),
  row.hidden ? hideReasonLabel(row.hideReason) : '',
  yesNo(row.verified),
  row.received ? receivedLabels[row.received] : '',
  row.skinType ?? '',
  row.ageBand ?? '',
  row.climate ?? '',
  row.weeks ?? '',
  row.buyAgain === null ? '' : yesNo(row.buyAgain),
  row.title ?? '',
  row.comment,
  row.reply ?? '',
  yesNo(row.sample),
];

type Product = PricedItem & {
  category: string;
  stock: number | null;
  opening: number | null;
  retired: number;
};

/**
 * All products, current and retired, by id. The stock is the current one; the period is ignored. The database cannot say
 * that a product has no MRP: it has the price then.
 */
export const stockExport: DataExport = {
  head: csvHead([...stockTitles, 'Category', 'Opening stock (pieces)', 'Active']),
  async page(db, { after, limit }) {
    const rows = await db.read.all<Product>(sql`
      SELECT id, name, sku, barcode, category, price, nullif(original_price, price) AS originalPrice,
        iif(tracked, stock, NULL) AS stock, iif(tracked, opening, NULL) AS opening, retired,
        part_ids IS NOT NULL AS isKit
      FROM ${products} WHERE id > ${after?.id ?? ''} ORDER BY id LIMIT ${limit}`);
    return rows.map((row) => ({
      at: 0,
      id: row.id,
      text: csvRow([...stockCells(row), row.category, row.opening, yesNo(!row.retired)]),
    }));
  },
};
