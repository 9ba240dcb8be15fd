/** The exports of orders: one row for each order, or one for each line. */

import { type SQL, sql } from 'drizzle-orm';
import { type Cell, csvRow, idCell, rupees } from 'shop-import/csv';
import type { Db } from '#db/client.ts';
import { orderLines, orders, refunds } from '#db/schema/index.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import type { OrderPaymentMethod } from '#domain/payments/payment-methods.ts';
import { paymentRules } from '#domain/payments/payment-methods.ts';
import { discountKind, discountName } from '#domain/pricing/discount-name.ts';
import type { Paise } from '#lib/money.ts';
import { fullNameIn } from '../lib/full-name.ts';
import { csvHead, type DataExport, type ExportQuery, indianTime, inRange, yesNo } from './data-export.ts';

/** Ids of the next page of orders, oldest first. */
const pageIds = (query: ExportQuery): SQL =>
  sql`SELECT id FROM ${orders} INDEXED BY orders_created
    WHERE ${inRange(query, sql`created_at`, sql`id`)} ORDER BY created_at, id LIMIT ${query.limit}`;

/** The columns that both exports share. */
type OrderColumns = {
  id: string;
  reference: string;
  at: number;
  status: OrderStatus;
  paid: number;
  method: OrderPaymentMethod;
  sample: number;
  state: string;
};
const orderColumns = sql`o.id, o.reference, o.created_at AS at, o.status, o.paid, o.payment_method AS method, o.sample,
  o.address ->> 'state' AS state`;

const pageQuery = (query: ExportQuery, columns: SQL): SQL =>
  sql`SELECT ${columns} FROM (${pageIds(query)}) AS page CROSS JOIN ${orders} AS o ON o.id = page.id
    ORDER BY o.created_at, o.id`;

const commonTitles = ['Order', 'Placed (Indian time)', 'Status', 'Paid', 'Payment method'];
const commonCells = ({ reference, at, status, paid, method }: OrderColumns): Cell[] => [
  idCell(reference),
  indianTime(at),
  status,
  yesNo(paid),
  paymentRules[method].name,
];

type OrderRow = OrderColumns &
  Record<'subtotal' | 'discount' | 'delivery' | 'total', Paise> & {
    pieces: number | null;
    refunded: Paise | null;
    couponCode: string | null;
    courier: string | null;
    trackingId: string | null;
    ewayBill: string | null;
    businessName: string | null;
    gstin: string | null;
    registered: string | null;
  } & Record<'name' | 'phone' | 'email' | 'street' | 'city' | 'zipcode', string | null>;

const orderRowColumns = sql`${orderColumns}, o.subtotal, o.discount, o.delivery, o.total, o.coupon_code AS couponCode, o.courier,
  o.tracking_id AS trackingId, o.eway_bill AS ewayBill, o.business_name AS businessName, o.gstin,
  o.registered_address ->> 'address' || ', ' || (o.registered_address ->> 'city') || ' '
    || (o.registered_address ->> 'zipcode') AS registered,
  (SELECT sum(quantity) FROM ${orderLines} WHERE order_id = o.id) AS pieces,
  (SELECT sum(amount) FROM ${refunds} INDEXED BY refunds_order WHERE order_id = o.id AND status = 'done') AS refunded,
  ${fullNameIn(sql`o.address`)} AS name,
  o.address ->> 'phone' AS phone, o.address ->> 'email' AS email, o.address ->> 'address' AS street,
  o.address ->> 'city' AS city, o.address ->> 'zipcode' AS zipcode`;

/** A row for each order. */
export const orderExport: DataExport = {
  head: csvHead([
    ...commonTitles,
    'Pieces',
    'Subtotal (₹)',
    'Discount (₹)',
    'Code',
    'Delivery (₹)',
    'Total (₹)',
    'Refunded (₹)',
    'Name',
    'Phone',
    'Email',
    'Address',
    'City',
    'State',
    'Pincode',
    'Courier',
    'Tracking number',
    'E-way bill',
    'Business',
    'GSTIN',
    'Registered address',
    'Sample',
    'Kind of discount',
  ]),
  async page(db, query) {
    const rows = await db.read.all<OrderRow>(pageQuery(query, orderRowColumns));
    return rows.map((row) => ({ at: row.at, id: row.id, text: csvRow(orderCells(row)) }));
  },
};

const orderCells = (row: OrderRow): Cell[] => [
  ...commonCells(row),
  row.pieces ?? 0,
  rupees(row.subtotal),
  rupees(row.discount),
  idCell(row.couponCode),
  rupees(row.delivery),
  rupees(row.total),
  rupees(row.refunded ?? 0),
  row.name,
  row.phone,
  row.email,
  row.street,
  row.city,
  row.state,
  row.zipcode,
  row.courier,
  idCell(row.trackingId),
  idCell(row.ewayBill),
  row.businessName,
  idCell(row.gstin),
  row.registered,
  yesNo(row.sample),
  row.discount
    ? discountName(
        discountKind({ discount: row.discount, code: row.couponCode, paymentMethod: row.method }),
        row.couponCode,
      )
    : null,
];

type LineRow = Record<'orderId' | 'productId' | 'name', string> &
  Record<'price' | 'discount', Paise> & { quantity: number };

/** Reads a page of orders and their lines in one database call. */
const readOrdersAndLines = (db: Db, query: ExportQuery) =>
  db.read.batch([
    db.read.all<OrderColumns>(pageQuery(query, orderColumns)),
    db.read.all<LineRow>(sql`
      SELECT order_id AS orderId, product_id AS productId, name, price, quantity, discount
      FROM (${pageIds(query)}) AS page CROSS JOIN ${orderLines} ON order_id = page.id
      ORDER BY order_id, position`),
  ]);

/** A row for each line. The lines of an order are always in the same part. */
export const orderLineExport: DataExport = {
  head: csvHead([
    ...commonTitles,
    'Product',
    'Name',
    'Pieces',
    'Price each (₹)',
    'Discount (₹)',
    'Amount (₹)',
    'State',
    'Sample',
  ]),
  async page(db, query) {
    const [orders, lines] = await readOrdersAndLines(db, query);
    const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
    return orders.map((order) => ({
      at: order.at,
      id: order.id,
      text: (byOrder.get(order.id) ?? []).map((line) => csvRow(lineCells(order, line))).join(''),
    }));
  },
};

const lineCells = (order: OrderColumns, { productId, name, quantity, price, discount }: LineRow): Cell[] => [
  ...commonCells(order),
  idCell(productId),
  name,
  quantity,
  rupees(price),
  rupees(discount),
  rupees(price * quantity - discount),
  order.state,
  yesNo(order.sample),
];
