/** The database's rows about orders, for `invariants.ts`. */
import { ne } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  addresses,
  coupons,
  documentCounters,
  documents,
  orderEvents,
  orderLines,
  orders,
  outbox,
  payments,
  products,
  reductions,
  refunds,
} from '#db/schema/index.ts';
import { knownBy } from '../../support/rows.ts';

/** Everything about orders, as it is at one moment. Amounts are paise, stock is pieces by product. */
export async function readLedger({ read }: Db) {
  const [shelf, ...rest] = await read.batch([
    read.select({ id: products.id, stock: products.stock, partIds: products.partIds }).from(products),
    read.select().from(orders).where(ne(orders.requestHash, knownBy)),
    read.select().from(orderLines),
    read.select().from(orderEvents),
    read.select().from(payments),
    read.select().from(refunds),
    read.select().from(coupons),
    read.select().from(addresses),
    read.select().from(outbox),
    read.select().from(documents),
    read.select().from(documentCounters),
    read.select().from(reductions),
  ]);
  const [stored, lines, events, paid, back, codes, book, emails, issued, counters, given] = rest;
  return {
    stock: Object.fromEntries(shelf.map(({ id, stock }) => [id, stock])),
    kits: Object.fromEntries(shelf.flatMap(({ id, partIds }) => (partIds ? [[id, partIds]] : []))),
    orders: stored,
    lines,
    events,
    payments: paid,
    refunds: back,
    coupons: codes,
    addresses: book,
    emails,
    documents: issued,
    counters,
    reductions: given,
  };
}

export type Ledger = Awaited<ReturnType<typeof readLedger>>;
export type StoredOrder = Ledger['orders'][number];

/** The lines of one order. */
export const linesOf = ({ lines }: Ledger, id: string) => lines.filter(({ orderId }) => orderId === id);

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((before, number) => before + number, 0);
