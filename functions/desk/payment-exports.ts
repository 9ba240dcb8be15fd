/** The export of money that came in and went back, for matching bank statements. */
import { type SQL, sql } from 'drizzle-orm';
import { type Cell, csvRow, idCell, rupees } from 'shop-import/csv';
import {
  isOrdersPayment,
  isUndone,
  moneyReceived,
  orderEvents,
  orders,
  payments,
  refunds,
} from '#db/schema/index.ts';
import { isForeignPayment } from '#db/schema/payments.ts';
import { type RefundReason, type RefundTransfer, refundReasons } from '#domain/orders/refund.ts';
import { transferTitles } from '#domain/orders/refund-labels.ts';
import { isSale } from '#domain/payments/is-sale.ts';
import { type OrderPaymentMethod, paymentRules } from '#domain/payments/payment-methods.ts';
import type { Paise } from '#lib/money.ts';
import { csvHead, type DataExport, indianTime, inRange } from './data-export.ts';

/**
 * What an entry is made of: a row of the history about a payment or cash; a payment that is not the order's and has to go
 * back; a completed refund. Each is read from an index of its own.
 */
const sources = {
  received: {
    table: orderEvents,
    index: 'order_events_money',
    at: 'at',
    when: sql`(${moneyReceived}) AND NOT ${isUndone(orderEvents)}`,
  },
  foreign: { table: refunds, index: 'refunds_foreign_at', at: 'created_at', when: isForeignPayment },
  refunded: { table: refunds, index: 'refunds_done', at: 'done_at', when: sql`done_at IS NOT NULL` },
};
type Source = keyof typeof sources;

const from = (source: Source): SQL => {
  const { table, index, when } = sources[source];
  return sql`FROM ${table} INDEXED BY ${sql.identifier(index)} WHERE (${when})`;
};
const atOf = (source: Source): SQL => sql`${sql.identifier(sources[source].at)}`;

type Entry = {
  at: number;
  id: string;
  source: Source;
  reference: string | null;
  method: OrderPaymentMethod | null;
  amount: Paise;
  /** Paid for the order and another amount than its own, paise. */
  difference: Paise | null;
  paymentId: string | null;
  providerId: string | null;
  refundId: string | null;
  transfer: RefundTransfer | null;
  transferReference: string | null;
  reason: RefundReason | null;
  note: string | null;
};

/** Payments by when they were confirmed or collected, and refunds by when they were completed; oldest first. */
export const paymentExport: DataExport = {
  head: csvHead([
    'Date (Indian time)',
    'What',
    'Order',
    'Payment method',
    'Received (₹)',
    'Refunded (₹)',
    'Payment id',
    'Session or order of the provider',
    'Refund id',
    'Sent by',
    'Transfer reference',
    'Reason',
    'Note',
    'More than the order (₹)',
  ]),
  async page(db, query) {
    const part = (source: Source): SQL => sql`SELECT * FROM (
      SELECT ${atOf(source)} AS at, id, ${source} AS source ${from(source)}
      AND ${inRange(query, atOf(source), sql`id`)} ORDER BY ${atOf(source)}, id LIMIT ${query.limit})`;
    const rows = await db.read.all<Entry>(sql`
      SELECT page.at, page.id, page.source, o.reference, o.payment_method AS method,
             coalesce(refund.amount, p.paid_amount, p.amount, o.total) AS amount,
             CASE WHEN refund.id IS NULL THEN p.paid_amount - p.amount END AS difference,
             coalesce(refund.payment_id, p.payment_id) AS paymentId, p.provider_id AS providerId,
             refund.provider_id AS refundId, refund.transfer, refund.transfer_reference AS transferReference,
             refund.reason, refund.note
      FROM (${part('received')} UNION ALL ${part('foreign')} UNION ALL ${part('refunded')}
            ORDER BY at, id LIMIT ${query.limit}) AS page
      LEFT JOIN ${orderEvents} AS event ON page.source = 'received' AND event.id = page.id
      LEFT JOIN ${refunds} AS refund ON page.source <> 'received' AND refund.id = page.id
      LEFT JOIN ${orders} AS o ON o.id = coalesce(refund.order_id, event.order_id)
      LEFT JOIN ${payments} AS p ON ${isOrdersPayment}
      ORDER BY page.at, page.id`);
    return rows.map((row) => ({ at: row.at, id: row.id, text: csvRow(cells(row)) }));
  },
};

/** No money has moved: what came back has paid for another order. */
const isExchange = ({ source, method, transfer }: Entry): boolean =>
  source === 'refunded' ? transfer === 'exchange' : method !== null && !isSale(method);

const kindOf = (row: Entry): string => {
  if (isExchange(row)) return 'Exchange';
  if (row.source !== 'refunded') return 'Payment';
  return row.reason === 'postage' ? 'Postage' : 'Refund';
};

function cells(row: Entry): Cell[] {
  const isRefund = row.source === 'refunded';
  const amount = rupees(row.amount);
  return [
    indianTime(row.at),
    kindOf(row),
    idCell(row.reference),
    row.method && paymentRules[row.method].name,
    isRefund ? null : amount,
    isRefund ? amount : null,
    idCell(row.paymentId),
    idCell(row.providerId),
    idCell(isRefund ? row.refundId : null),
    row.transfer && transferTitles[row.transfer],
    idCell(row.transferReference),
    row.reason && refundReasons[row.reason].label,
    row.note,
    row.difference === null ? null : rupees(row.difference),
  ];
}
