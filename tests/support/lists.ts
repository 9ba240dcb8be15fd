/**
 * The table of all lists of the desk (docs/architecture.md, "A list of the desk"): how rows get into each, and which rows
 * each of its filters must hold, as a plain condition. `tests/api/lists.test.ts` compares the pages with it; the table of
 * routes has its requests from here, so that plans, calls and growth are tested for every filter.
 * rule: long - one entry for each list
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderStatuses } from '#domain/orders/order.ts';
import { statusFilters } from '#domain/orders/order-rules.ts';
import { orderPaymentMethods } from '#domain/payments/payment-methods.ts';
import { insertManyOrders } from './many-orders.ts';
import { numbers, whole } from './many-rows.ts';
import { serum, toner } from './orders.ts';
import { operator, pages, queries, type RouteTable } from './routes/route.ts';

/** The rows of a filter: a condition on the list's table. @property at the column of its order, default: that of the list */
type Filter = { where: SQL; at?: string; isOldestFirst?: boolean };

type Search = {
  /** Inserts a row with a value in each field that the search reads. @returns its id */
  insert: (db: Db) => Promise<string>;
  /** Texts, with bars between them, that find this row and no other. */
  finds: readonly string[];
  /** Texts that find nothing, with bars between them. */
  findsNot: string;
};

export type List = {
  /** By which it is requested, if its route has a parameter. */
  id?: string;
  /** Where a plain query reads it. */
  from: SQL;
  /** The first column of its order; default: `created_at`. */
  at?: string;
  /** The last column of its order, and the field of a row that has it; default: `id`. */
  key?: string;
  /** Inserts what its rows are about. */
  prepare?: (db: Db) => Promise<unknown>;
  /** Inserts the rows with the numbers of a range; several have the same time or position. */
  insert: (db: Db, from: number, to: number) => Promise<unknown>;
  /** How many rows the test inserts: more than a page of each filter. */
  count?: number;
  /** Takes a row out of the list; default: deletes it. */
  remove?: (id: string) => SQL[];
  /** By query; the first is what the list shows without one. */
  filters: Record<string, Filter>;
  /** Queries that no row fits. */
  nothing?: readonly string[];
  search?: Search;
  /** Wrong queries that its parameters do not tell (the test makes those of choices and lengths). */
  wrong?: readonly string[];
  /** Numbers of its rows in other answers: the path, the field, and the filters that it sums. */
  counts?: readonly [path: string, field: string, filters: readonly string[]][];
  /** Requests besides those of its filters, in a shop with a past (years.ts). */
  alsoRequests?: readonly string[];
};

const newestFirst = (where: SQL = sql`true`, at?: string): Filter => ({ where, ...(at && { at }) });
const oldestFirst = (where: SQL = sql`true`): Filter => ({ where, isOldestFirst: true });

/** An id for each number `n`, in random order. */
const id = sql.raw(`printf('%08x-0000-4000-8000-%012x', (n * 2654435761) % 4294967296, n)`);
/** Eight rows at each time. */
const at = sql.raw('1000 + n / 8');
/** One of some texts for each number `n`. */
const oneOf = (...values: string[]): SQL =>
  sql`json_extract(${JSON.stringify(values)}, '$[' || (n % ${whole(values.length)}) || ']')`;

/** Inserts a row for each number `n` of a range. @param select the values of the columns */
const insertInto =
  (columns: string, select: SQL) =>
  (db: Db, from: number, to: number): Promise<unknown> =>
    db.write.run(sql`INSERT INTO ${sql.raw(columns)} ${numbers(from, to)} SELECT ${select} FROM number`);

const productColumns = `products (id, name, category, brand, description, price, original_price, images, features,
  skin_type, skin_types, benefits, key_ingredients, version, position, stock, paused, retired)`;
/** The columns that no list reads. */
const ofNoInterest = sql`'Harita', '', 100, 100, '[]', '[]', '', '[]', '', '', ''`;

const insertProducts = insertInto(
  productColumns,
  sql`'many-' || n, 'Product ' || n, ${oneOf('cleanser', 'sunscreen')}, ${ofNoInterest}, n / 8, ${oneOf('0', '5', '100')},
    iif(n % 7 = 0, 'A new label', NULL), n % 5 = 4`,
);

/** The products that orders, reviews and stock changes are about. */
const insertSold = (db: Db) =>
  db.write.run(sql`INSERT OR IGNORE INTO ${sql.raw(productColumns)}
    SELECT value, value, 'serum', ${ofNoInterest}, 0, 100, NULL, 0 FROM json_each(${JSON.stringify([serum, toner])})`);

const insertOrders = (db: Db, from: number, to: number) => insertManyOrders(db, to - from, { first: from });

/** The orders of these numbers, each with its number `n`. */
const numbered = (
  from: number,
  to: number,
) => sql`(SELECT *, CAST(substr(reference, 5) AS INTEGER) AS n FROM orders
  WHERE substr(reference, 5) + 0 >= ${whole(from)} AND substr(reference, 5) + 0 < ${whole(to)})`;

/** Inserts orders, and a row of a table for each. */
const insertOfOrders = (columns: string, select: SQL) => async (db: Db, from: number, to: number) => {
  await insertOrders(db, from, to);
  await db.write.run(sql`INSERT INTO ${sql.raw(columns)} SELECT ${select} FROM ${numbered(from, to)}`);
};

/** The first moment of 2 January 2026 in India. */
const midnight = Date.UTC(2026, 0, 1, 18, 30);
const buyer = 'the-buyer';

/** Half of them are of each day, three at each millisecond. What filters read depends on different parts of a hash `h` of `n`. */
async function insertDesksOrders(db: Db, from: number, to: number): Promise<void> {
  await insertOrders(db, from, to);
  await db.write.run(sql`INSERT OR IGNORE INTO users (id, name, email, password, created_at)
    VALUES (${buyer}, 'Meera', 'meera@example.in', 'none', 0)`);
  const methods = ['cod', 'cod', ...orderPaymentMethods];
  await db.write.run(sql`UPDATE orders SET created_at = ${whole(midnight - 130)} + n / 3,
      status = ${JSON.stringify(orderStatuses)} ->> (h % 8), paid = h / 8 % 2, courier = iif(h / 16 % 2, 'DTDC', NULL),
      confirm_reason = iif(h / 32 % 2, 'first_order', NULL), confirmed_at = iif(h / 64 % 4, NULL, 1),
      sample = h / 256 % 8 = 0, user_id = iif(h / 2048 % 3, NULL, ${buyer}),
      payment_method = ${JSON.stringify(methods)} ->> (h / 6144 % ${whole(methods.length)})
    FROM (SELECT id AS of, n, (n * 2654435761) % 4294967296 / 64 AS h FROM ${numbered(from, to)}) WHERE id = of`);
}

const isUnconfirmed = sql`status = 'Order Placed' AND confirm_reason IS NOT NULL AND confirmed_at IS NULL`;
const isUnpaidCash = sql`payment_method = 'cod' AND paid = 0 AND sample = 0`;
const isOwed = sql`${isUnpaidCash} AND status = 'Delivered'`;
const isAsha = sql`address ->> 'firstName' = 'Asha'`;
const isLater = sql`created_at >= ${whole(midnight)}`;

/** The orders of each status filter: what is to be sent the oldest first. */
const ofStatus = (status: (typeof statusFilters)[number]): Filter => {
  if (status === 'unconfirmed') return oldestFirst(isUnconfirmed);
  if (status === 'unshipped')
    return oldestFirst(sql`status IN ('Order Placed', 'Packing') AND NOT (${isUnconfirmed})`);
  return { where: sql`status = ${status}`, isOldestFirst: status === 'Order Placed' || status === 'Packing' };
};

const found = { order: 'f0d1a2b3-0000-4000-8000-00000000abcd', customer: 'the-found-customer' };

/** An order with a value of its own in each field that a search reads. */
async function insertFoundOrder(db: Db): Promise<string> {
  const to = {
    firstName: 'Yashoda',
    lastName: 'Qureshi-मीरा',
    address: 'Flat 12/3, Neelkanth Heights',
    city: 'Pimpri-Chinchwad',
    zipcode: '411018',
    phone: '9123456789',
    email: 'yq@example.in',
  };
  const order = sql`${found.order}`;
  for (const statement of [
    sql`INSERT INTO users (id, name, email, password, created_at)
      VALUES (${found.customer}, 'Yamini Iyer', 'yamini@example.in', 'none', 0)`,
    sql`INSERT INTO orders (id, reference, user_id, status, payment_method, subtotal, discount, delivery, total, address,
        request_hash, created_at)
      VALUES (${order}, 'ORD-987654', ${found.customer}, 'Shipped', 'razorpay', 100, 0, 0, 100, ${JSON.stringify(to)}, '',
        ${whole(midnight)})`,
    sql`INSERT INTO order_lines (order_id, position, product_id, name, image, price, quantity)
      VALUES (${order}, 0, ${serum}, 'Élixir Serum', '', 100, 1)`,
    sql`UPDATE orders SET tracking_id = 'DL-1452-IN', gstin = '29AAPFU0939F1ZV', business_name = 'Sita-Traders',
        coupon_code = 'GLOW-2M9QXD', tags = '["gift-wrap","vip"]' WHERE id = ${order}`,
    sql`INSERT INTO payments (order_id, method, amount, provider_id, hold_until, origin)
      VALUES (${order}, 'razorpay', 100, 'order_Nx1', 0, '')`,
    sql`UPDATE payments SET payment_id = 'pay_Qz7Yb' WHERE order_id = ${order}`,
    sql`INSERT INTO documents (id, kind, year, serial, number, order_id, at, keep_until, data)
      VALUES ('found', 'invoice', '25-26', 77, 'INV/25-26/000077', ${order}, 0, 0, '{}')`,
  ])
    await db.write.run(statement);
  return found.order;
}

const orders: List = {
  from: sql`orders`,
  prepare: insertSold,
  insert: insertDesksOrders,
  count: 800,
  filters: {
    '': newestFirst(),
    ...Object.fromEntries(statusFilters.map((status) => [`status=${status}`, ofStatus(status)])),
    ...Object.fromEntries(
      orderPaymentMethods.map((method) => [`method=${method}`, newestFirst(sql`payment_method = ${method}`)]),
    ),
    'paid=yes': newestFirst(sql`paid = 1`),
    'paid=no': newestFirst(sql`paid = 0`),
    'paid=collect': newestFirst(
      sql`${isUnpaidCash} AND status IN ('Shipped', 'Out for Delivery', 'Delivered')`,
    ),
    [`account=${buyer}`]: newestFirst(sql`user_id = ${buyer}`),
    'owed=//': newestFirst(isOwed),
    'owed=//DTDC': newestFirst(sql`${isOwed} AND courier = 'DTDC'`),
    'owed=2026-01-02/2026-01-02/-': newestFirst(sql`${isOwed} AND courier IS NULL AND ${isLater}`),
    'from=2026-01-02': newestFirst(isLater),
    'to=2026-01-01': newestFirst(sql`NOT ${isLater}`),
    'from=2026-01-02&to=2026-01-02&q=asha': newestFirst(sql`${isLater} AND ${isAsha}`),
    'status=unshipped&from=2026-01-02&q=asha': {
      ...ofStatus('unshipped'),
      where: sql`${ofStatus('unshipped').where} AND ${isLater} AND ${isAsha}`,
    },
    'status=unconfirmed&method=cod&paid=no': oldestFirst(
      sql`${isUnconfirmed} AND payment_method = 'cod' AND paid = 0`,
    ),
    'status=Delivered&paid=yes&method=cod': newestFirst(
      sql`status = 'Delivered' AND paid = 1 AND payment_method = 'cod'`,
    ),
    'q=asha&status=Packing': oldestFirst(sql`${isAsha} AND status = 'Packing'`),
    'q=asha&paid=yes': newestFirst(sql`${isAsha} AND paid = 1`),
    'q=asha&method=stripe': newestFirst(sql`${isAsha} AND payment_method = 'stripe'`),
  },
  search: {
    insert: insertFoundOrder,
    finds: [
      `ORD-987654 | ord-987654 | 987654 | 987 654 | f0d1a2b3 | f0d1a2b3… | ${found.order}`,
      '9123456789 | +91 91234 56789 | 919123456789 | 6789 | 3456 | qureshi | Yashoda Qureshi | मीरा | yashoda मी',
      'yq@example.in | YQ@ | chinchwad | dl-1452 | yashoda Élixir 6789 | qur 411018 pimpri-ch | neelkanth',
      '12/3 heights | 29aapfu0939f1zv | traders | glow-2m9qxd | PAY_Qz7Yb | order_nx1 | INV/25-26/000077',
      '#gift | #gift-wrap #vip',
    ],
    findsNot: '_ashoda | yashoda qureshis | 91234567891 | yashoda@ | qureshi mask | #other | gift-wrap',
  },
  wrong: ['from=2026-02-30', 'to=yesterday'],
  counts: [
    ...orderStatuses
      .filter((status) => !['Delivered', 'Cancelled', 'Returned'].includes(status))
      .map((status): [string, string, string[]] => ['waiting', `counts.${status}`, [`status=${status}`]]),
    ['waiting', 'counts.unconfirmed', ['status=unconfirmed']],
  ],
  // What the past of a shop has: a name of all orders, and what one has.
  alsoRequests: [
    'q=meera',
    'q=ORD-9000003',
    'q=%2B919700000003',
    'q=buyer3@example.in',
    'status=Delivered&q=meera past33',
  ],
};

const customers: List = {
  // The newest order of each person, whose time and id are one text.
  from: sql`(SELECT user_id AS id, max(printf('%015d', created_at) || id) AS newest FROM orders
    WHERE user_id IS NOT NULL GROUP BY user_id)`,
  at: 'newest',
  prepare: insertSold,
  // Two orders of each.
  insert: async (db, from, to) => {
    await insertInto(
      'users (id, name, email, password, created_at)',
      sql`${id}, 'Customer', 'buyer' || n || '@example.in', 'none', 0`,
    )(db, from, to);
    await insertOrders(db, 2 * from, 2 * to);
    await db.write.run(sql`UPDATE orders SET user_id = person FROM (
        SELECT id AS of, (SELECT id FROM users WHERE email = 'buyer' || (n / 2) || '@example.in') AS person
        FROM ${numbered(2 * from, 2 * to)}) WHERE id = of`);
  },
  remove: (id) => [sql`UPDATE orders SET user_id = NULL WHERE user_id = ${id}`],
  filters: { '': newestFirst() },
  search: {
    insert: async (db) => {
      await insertFoundOrder(db);
      return found.customer;
    },
    finds: [
      'yashoda | Qureshi | yashoda qureshi | मीरा | +91 91234 56789 | 6789 | YQ@example.in',
      'yamini@example.in',
    ],
    findsNot: `yashoda das | _ashoda | 91234567891 | heights yashoda | yashoda serum | 411018 | pimpri | ${serum}`,
  },
  alsoRequests: ['q=meera', 'q=meera iyer', 'q=%2B91 97000 00003', 'q=buyer4'],
};

const refunds: List = {
  from: sql`refunds`,
  prepare: insertSold,
  insert: insertOfOrders(
    'refunds (id, order_id, amount, reason, status, created_at)',
    sql`id, id, 100, 'adjustment', ${oneOf('due', 'sent', 'done', 'failed', 'too_small')}, ${at}`,
  ),
  filters: {
    '': oldestFirst(sql`status IN ('due', 'failed')`),
    'queue=due': oldestFirst(sql`status IN ('due', 'failed')`),
    'queue=sent': oldestFirst(sql`status = 'sent'`),
    'queue=done': newestFirst(sql`status = 'done'`),
    'queue=too_small': oldestFirst(sql`status = 'too_small'`),
  },
  counts: [
    ['menu', 'refunds', ['queue=due']],
    ['today', 'refundsDue', ['queue=due']],
  ],
};

const returns: List = {
  from: sql`returns`,
  prepare: insertSold,
  insert: insertOfOrders(
    'returns (id, order_id, number, status, method, created_at)',
    sql`id, id, 1, ${oneOf('Requested', 'Approved', 'In Transit', 'Checked', 'Declined', 'Cancelled')}, 'pickup', ${at}`,
  ),
  filters: {
    '': oldestFirst(sql`status = 'Requested'`),
    'queue=requested': oldestFirst(sql`status = 'Requested'`),
    'queue=coming': oldestFirst(sql`status IN ('Approved', 'In Transit')`),
    'queue=ended': newestFirst(sql`status IN ('Checked', 'Declined', 'Cancelled')`),
  },
  counts: [['menu', 'returns', ['queue=requested']]],
};

const tickets: List = {
  from: sql`tickets`,
  insert: insertInto(
    'tickets (id, email, subject, issue_type, message, status, created_at)',
    sql`${id}, 'a@example.in', n, 'order', 'Please', ${oneOf('open', 'closed')}, ${at}`,
  ),
  filters: {
    '': newestFirst(sql`status = 'open'`),
    'show=open': newestFirst(sql`status = 'open'`),
    'show=closed': newestFirst(sql`status = 'closed'`),
    'show=all': newestFirst(),
  },
  counts: [
    ['menu', 'tickets', ['show=open']],
    ['today', 'openTickets', ['show=open']],
  ],
};

/** Rows whose number has these parts: a third is hidden, some of each wait for an operator. */
const insertReviews = insertInto(
  `reviews (id, product_id, rating, comment, created_at, hidden, hide_reason, waits, reported_at, objection, objection_at,
    decided_at, photos_at)`,
  sql`${id}, iif(n % 5 < 2, ${toner}, ${serum}), 3, iif(n % 17 = 16, '', n), ${at}, n % 3 = 0, iif(n % 3 = 0, 'spam', NULL),
    iif(n % 6 = 0, 'operator', NULL), iif(n % 17 <> 16 AND n % 4 = 1, 9000 - n / 5, NULL), iif(n % 9 = 3, 'Why?', NULL),
    iif(n % 17 <> 16 AND n % 9 = 3, 9000 - n / 7, NULL), iif(n % 18 = 3, 1, NULL),
    iif(n % 17 <> 16 AND n % 4 > 1, 9000 - n / 3, NULL)`,
);
const isWritten = sql`comment <> ''`;
const views: Record<string, Filter> = {
  all: newestFirst(isWritten),
  shown: newestFirst(sql`${isWritten} AND hidden = 0`),
  held: newestFirst(sql`${isWritten} AND waits = 'operator'`),
  hidden: newestFirst(sql`${isWritten} AND hidden = 1 AND waits IS NULL`),
  reported: newestFirst(sql`reported_at IS NOT NULL`, 'reported_at'),
  photos: newestFirst(sql`photos_at IS NOT NULL AND (hidden = 0 OR waits IS NOT NULL)`, 'photos_at'),
  objected: newestFirst(sql`objection_at IS NOT NULL AND decided_at IS NULL`, 'objection_at'),
};
const ofToner = ({ where, ...filter }: Filter): Filter => ({
  ...filter,
  where: sql`${where} AND product_id = ${toner}`,
});

const reviews: List = {
  from: sql`reviews`,
  prepare: insertSold,
  insert: insertReviews,
  filters: {
    '': newestFirst(isWritten),
    [`product=${toner}`]: ofToner(newestFirst(isWritten)),
    ...Object.fromEntries(
      Object.entries(views).flatMap(([show, filter]) => [
        [`show=${show}`, filter],
        [`show=${show}&product=${toner}`, ofToner(filter)],
      ]),
    ),
  },
  nothing: ['product=no-such-product'],
  wrong: ['product=A B'],
  counts: [
    ['menu', 'reviews', ['show=reported', 'show=photos', 'show=objected']],
    ['today', 'reportedReviews', ['show=reported']],
  ],
};

const coupons: List = {
  from: sql`coupons`,
  key: 'code',
  insert: insertInto(
    'coupons (code, percent, email, valid_until, created_at)',
    sql`'CODE-' || n, 10, iif(n % 4, 'a@example.in', NULL), 1, ${at}`,
  ),
  filters: {
    '': newestFirst(),
    'show=all': newestFirst(),
    'show=everybody': newestFirst(sql`email IS NULL`),
    'show=personal': newestFirst(sql`email IS NOT NULL`),
  },
  search: {
    insert: async () => 'CODE-7',
    finds: ['CODE-7 | code-7 |  code 7  | Code – ७'],
    findsNot: 'code | code- | मीरा',
  },
  alsoRequests: ['q=PAST4'],
};

const isConfirmed = sql`(asked_at IS NULL OR unsubscribed_at IS NOT NULL)`;

const subscribers: List = {
  from: sql`subscribers`,
  key: 'email',
  // The apostrophe is in every cursor.
  insert: insertInto(
    'subscribers (email, created_at, unsubscribed_at, asked_at)',
    sql`'a''' || n || '@example.in', ${at}, iif(n % 3, NULL, 2000), iif(n % 7 = 1, 1, NULL)`,
  ),
  filters: {
    '': newestFirst(sql`unsubscribed_at IS NULL AND asked_at IS NULL`),
    'q=a': { ...oldestFirst(isConfirmed), at: 'email' },
    "q=A'1": { ...oldestFirst(sql`${isConfirmed} AND email LIKE 'a''1%'`), at: 'email' },
  },
  search: {
    insert: async (db) => {
      await db.write.run(
        sql`INSERT INTO subscribers (email, created_at) VALUES ('zoya@example.in', 1), ('azoya@example.in', 1)`,
      );
      return 'zoya@example.in';
    },
    finds: ['z | ZOY | zoya@example.in'],
    findsNot: 'oya | example | मीरा',
  },
  counts: ['', '?q=a'].map((query) => [`subscribers${query}`, 'count', ['']] as const),
  alsoRequests: ['q=buyer'],
};

const isSold = sql`retired = 0`;

const stock: List = {
  from: sql`products`,
  at: 'position',
  insert: insertProducts,
  filters: {
    '': oldestFirst(isSold),
    'show=sold': oldestFirst(isSold),
    'show=low': oldestFirst(sql`${isSold} AND stock <= low_stock`),
    'show=out': oldestFirst(sql`${isSold} AND stock = 0`),
    'show=paused': oldestFirst(sql`${isSold} AND paused IS NOT NULL`),
    'show=retired': oldestFirst(sql`retired = 1`),
    'category=sunscreen': oldestFirst(sql`${isSold} AND category = 'sunscreen'`),
    'show=out&category=sunscreen&q=product 1': oldestFirst(
      sql`${isSold} AND stock = 0 AND category = 'sunscreen' AND name LIKE '%1%'`,
    ),
  },
  search: {
    // SQLite changes the case of ASCII only, on both sides.
    insert: async (db) => {
      await db.write.run(
        sql`UPDATE products SET name = 'Glow मीरा', sku = 'ÉC-30', barcode = '8901234567890' WHERE id = 'many-12'`,
      );
      return 'many-12';
    },
    finds: ['glow | GLOW मी | any-12 glow | Éc-30 | 8901234 | c-3 890'],
    findsNot: 'product 12 glow | glowing',
  },
  alsoRequests: ['q=serum', 'category=serum&q=serum'],
};

/** Every third has a change that is not in content yet. */
const productFiles: List = {
  from: sql`product_files`,
  at: 'position',
  insert: async (db, from, to) => {
    await insertInto(
      'product_files (id, name, category, status, position, words, items, hash)',
      sql`'many-' || n, 'Product ' || n, 'serum', ${oneOf('published', 'published', 'draft', 'hidden', 'retired')}, n / 8,
        'product ' || n || ' many-' || n, '[]', ''`,
    )(db, from, to);
    await insertInto(
      'catalogue_changes (id, at, actor_id, product_id, fields, next_try_at, ended_at)',
      sql`${id}, ${at}, 'past', 'many-' || n, '[]', 0, iif(n % 3, 1, NULL)`,
    )(db, from, to);
  },
  remove: (id) => [
    sql`DELETE FROM product_files WHERE id = ${id}`,
    sql`DELETE FROM catalogue_changes WHERE product_id = ${id}`,
  ],
  filters: {
    '': oldestFirst(),
    'show=all': oldestFirst(),
    'show=published': oldestFirst(sql`status = 'published'`),
    'show=draft': oldestFirst(sql`status = 'draft'`),
    'show=hidden': oldestFirst(sql`status = 'hidden'`),
    'show=retired': oldestFirst(sql`status = 'retired'`),
    'show=open': oldestFirst(sql`substr(id, 6) % 3 = 0`),
    'show=draft&q=product 1': oldestFirst(sql`status = 'draft' AND name LIKE '%1%'`),
  },
  search: {
    insert: async (db) => {
      await db.write.run(
        sql`UPDATE product_files SET words = 'glow मीरा éc-30 8901234567890' WHERE id = 'many-12'`,
      );
      return 'many-12';
    },
    finds: ['glow | GLOW मी | Éc-30 | 8901234 | c-3 890'],
    findsNot: 'product 12 glow | glowing',
  },
};

const changesOfProduct: List = {
  id: serum,
  from: sql`catalogue_changes`,
  at: 'at',
  prepare: (db) =>
    db.write.run(sql`INSERT OR IGNORE INTO product_files (id, name, category, status, position, words, items, hash)
      VALUES (${serum}, 'Serum', 'serum', 'published', 0, '', '[]', '')`),
  insert: insertInto(
    'catalogue_changes (id, at, actor_id, product_id, fields, next_try_at)',
    sql`${id}, ${at}, 'past', iif(n % 4, ${serum}, ${toner}), '[]', 0`,
  ),
  filters: { '': newestFirst(sql`product_id = ${serum}`) },
};

const items: List = {
  from: sql`products`,
  at: 'id',
  insert: insertProducts,
  count: 1300,
  filters: { '': oldestFirst(isSold) },
};

const stockOfProduct: List = {
  id: serum,
  from: sql`stock_changes`,
  at: 'at',
  prepare: insertSold,
  insert: insertInto(
    'stock_changes (id, product_id, at, change, reason)',
    sql`${id}, iif(n % 4, ${serum}, ${toner}), ${at}, 0, 'counted'`,
  ),
  filters: { '': newestFirst(sql`product_id = ${serum}`) },
};

const audit: List = {
  from: sql`(SELECT id, at FROM audit UNION ALL SELECT id, at FROM order_events WHERE actor = 'operator')`,
  at: 'at',
  insert: async (db, from, to) => {
    await insertInto(
      'audit (id, at, actor_id, action, about)',
      sql`'a' || ${id}, ${at}, 'past', 'review_shown', ${serum}`,
    )(db, from, to);
    await insertInto(
      'order_events (id, order_id, at, actor, kind)',
      sql`'e' || ${id}, 'past', ${at}, ${oneOf('operator', 'shopper')}, 'note'`,
    )(db, from, to);
  },
  remove: (id) => ['audit', 'order_events'].map((name) => sql`DELETE FROM ${sql.raw(name)} WHERE id = ${id}`),
  filters: { '': newestFirst() },
};

const held: List = {
  from: sql`outbox`,
  at: 'next_try_at',
  insert: insertInto(
    'outbox (id, cause, recipient, status, next_try_at, created_at)',
    sql`${id}, 'welcome:' || n, 'a@example.in', ${oneOf('held', 'held', 'sent')}, ${at}, 0`,
  ),
  filters: { '': newestFirst(sql`status = 'held'`) },
  counts: [['menu', 'held', ['']]],
};

/** By the route of each. */
export const lists: Record<string, List> = {
  'GET /api/desk/orders': orders,
  'GET /api/desk/customers': customers,
  'GET /api/desk/refunds': refunds,
  'GET /api/desk/returns': returns,
  'GET /api/desk/tickets': tickets,
  'GET /api/desk/reviews': reviews,
  'GET /api/desk/coupons': coupons,
  'GET /api/desk/subscribers': subscribers,
  'GET /api/desk/products': productFiles,
  'GET /api/desk/products/:productId': changesOfProduct,
  'GET /api/desk/stock': stock,
  'GET /api/desk/stock/:productId': stockOfProduct,
  'GET /api/desk/stock-lists/items': items,
  'GET /api/desk/audit': audit,
  'GET /api/desk/held': held,
};

/** The plain query of a filter's ids, in the order of the list. */
export function plainQuery(list: List, { where, at = list.at ?? 'created_at', isOldestFirst }: Filter): SQL {
  const key = list.key ?? 'id';
  const direction = isOldestFirst ? 'ASC' : 'DESC';
  const by = sql.raw(`${at} ${direction}, ${key} ${direction}`);
  return sql`SELECT ${sql.raw(key)} AS id FROM ${list.from} WHERE ${where} ORDER BY ${by}`;
}

/** Statements that take a row out of a list. */
export const removal = ({ from, key = 'id', remove }: List, id: string): SQL[] =>
  remove?.(id) ?? [sql`DELETE FROM ${from} WHERE ${sql.raw(key)} = ${id}`];

/** What is referred to comes last. */
const tables =
  `refunds returns payments documents orders order_events reviews tickets coupons subscribers stock_changes
  audit outbox products product_files catalogue_changes`.split(/\s+/);

/** Empties all lists. */
export async function emptyLists(db: Db): Promise<void> {
  for (const table of tables) await db.write.run(sql`DELETE FROM ${sql.raw(table)}`);
  await db.write.run(sql`DELETE FROM users WHERE role = 'shopper'`);
}

const encode = (texts: readonly string[]) => texts.map((text) => String(new URLSearchParams(text)));

/** The entries of the table of routes: the first and a later page of each filter. */
export const listRoutes: RouteTable = Object.fromEntries(
  Object.entries(lists).map(([name, { id, filters, alsoRequests = [] }]) => [
    name,
    {
      may: operator,
      ...(id && { id }),
      requests: [
        ...pages(...encode(Object.keys(filters).filter((query) => query && !/\bq=/.test(query)))),
        ...queries(...encode(alsoRequests).map((query) => `?${query}`)),
      ],
    },
  ]),
);
