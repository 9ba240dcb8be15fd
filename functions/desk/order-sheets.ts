/** Orders as rows of a file: one each, or one for each of their lines. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, refunds } from '#db/schema/index.ts';
import { type OrderStatus, type PaymentMethod, paymentMethodNames } from '#features/orders/order.ts';
import type { Paise } from '#lib/money.ts';
import { type Cell, rupees } from './csv.ts';
import { moment, type Period, type Sheet, type Stretch, within, yesNo } from './sheet.ts';

const count = ({ from, to }: Period): SQL =>
  sql`SELECT count(*) AS count FROM ${orders} INDEXED BY orders_created WHERE created_at >= ${from} AND created_at < ${to}`;

/** Ids of the next orders, the oldest first. */
const next = (stretch: Stretch): SQL =>
  sql`SELECT id FROM ${orders} INDEXED BY orders_created
    WHERE ${within(stretch, sql`created_at`, sql`id`)} ORDER BY created_at, id LIMIT ${stretch.limit}`;

/** What both sheets say of an order. */
type Order = {
  id: string;
  reference: string;
  at: number;
  status: OrderStatus;
  paid: number;
  method: PaymentMethod;
  sample: number;
  state: string;
};
const known = sql`o.id, o.reference, o.created_at AS at, o.status, o.paid, o.payment_method AS method, o.sample,
  o.address ->> 'state' AS state`;

const ordered = (stretch: Stretch, columns: SQL): SQL =>
  sql`SELECT ${columns} FROM (${next(stretch)}) AS page CROSS JOIN ${orders} AS o ON o.id = page.id
    ORDER BY o.created_at, o.id`;

const titles = ['Order', 'Placed (Indian time)', 'Status', 'Paid', 'Payment method'];
const cells = ({ reference, at, status, paid, method }: Order): Cell[] => [
  reference,
  moment(at),
  status,
  yesNo(paid),
  paymentMethodNames[method],
];

type Whole = Order &
  Record<'subtotal' | 'discount' | 'delivery' | 'total', Paise> & {
    pieces: number | null;
    sentBack: Paise | null;
    couponCode: string | null;
    courier: string | null;
    trackingId: string | null;
  } & Record<'name' | 'phone' | 'email' | 'street' | 'city' | 'zipcode', string | null>;

const whole = sql`${known}, o.subtotal, o.discount, o.delivery, o.total, o.coupon_code AS couponCode, o.courier,
  o.tracking_id AS trackingId,
  (SELECT sum(quantity) FROM ${orderLines} WHERE order_id = o.id) AS pieces,
  (SELECT sum(amount) FROM ${refunds} WHERE order_id = o.id AND status = 'done') AS sentBack,
  trim((o.address ->> 'firstName') || ' ' || (o.address ->> 'lastName')) AS name,
  o.address ->> 'phone' AS phone, o.address ->> 'email' AS email, o.address ->> 'address' AS street,
  o.address ->> 'city' AS city, o.address ->> 'zipcode' AS zipcode`;

/** A row for each order. */
export const orderSheet: Sheet = {
  titles: [
    ...titles,
    ...['Pieces', 'Subtotal (₹)', 'Discount (₹)', 'Code', 'Delivery (₹)', 'Total (₹)', 'Sent back (₹)'],
    ...[
      'Name',
      'Phone',
      'Email',
      'Address',
      'City',
      'State',
      'Pincode',
      'Courier',
      'Tracking number',
      'Sample',
    ],
  ],
  count,
  async page(db, stretch) {
    const rows = await db.read.all<Whole>(ordered(stretch, whole));
    return rows.map((row) => ({ at: row.at, id: row.id, rows: [wholeCells(row)] }));
  },
};

const wholeCells = (row: Whole): Cell[] => [
  ...cells(row),
  ...[row.pieces ?? 0, rupees(row.subtotal), rupees(row.discount), row.couponCode],
  ...[rupees(row.delivery), rupees(row.total), rupees(row.sentBack ?? 0)],
  ...[row.name, row.phone, row.email, row.street, row.city, row.state, row.zipcode],
  ...[row.courier, row.trackingId, yesNo(row.sample)],
];

type Line = Record<'orderId' | 'productId' | 'name', string> &
  Record<'price' | 'discount', Paise> & { quantity: number };

/** @param db for one call: orders, and their lines */
const withLines = (db: Db, stretch: Stretch) =>
  db.read.batch([
    db.read.all<Order>(ordered(stretch, known)),
    db.read.all<Line>(sql`
      SELECT order_id AS orderId, product_id AS productId, name, price, quantity, discount
      FROM (${next(stretch)}) AS page CROSS JOIN ${orderLines} ON order_id = page.id
      ORDER BY order_id, position`),
  ]);

/** A row for each line; an order's lines are never parted. */
export const lineSheet: Sheet = {
  titles: [
    ...titles,
    ...['Product', 'Name', 'Pieces', 'Price each (₹)', 'Discount (₹)', 'Amount (₹)', 'State', 'Sample'],
  ],
  count,
  async page(db, stretch) {
    const [found, lines] = await withLines(db, stretch);
    const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
    return found.map((order) => ({
      at: order.at,
      id: order.id,
      rows: (byOrder.get(order.id) ?? []).map((line) => lineCells(order, line)),
    }));
  },
};

const lineCells = (order: Order, { productId, name, quantity, price, discount }: Line): Cell[] => [
  ...cells(order),
  ...[productId, name, quantity, rupees(price), rupees(discount), rupees(price * quantity - discount)],
  ...[order.state, yesNo(order.sample)],
];
