/** Refunds of parts of an order that was handed over, and what must agree after each. */
import { asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { documents, orders, reductions, refunds } from '#db/schema/index.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { type ApiBody, type Client, times } from './client.ts';
import { attachTracking, detailOf } from './desk.ts';
import { move } from './moves.ts';
import { placed, serum, toner } from './orders.ts';
import { paidOrder } from './payments.ts';
import { select } from './rows.ts';
import type { Person, TestShop } from './shop.ts';

type DeskBody = ApiBody & { seen: number; left: number; amount: number };
/** Units of products. */
type Quantities = Record<string, number>;

/** Units of a line that the shopper keeps. */
export const kept = (position: number, quantity: number) => ({
  position,
  quantity,
  returned: false,
  restock: false,
});

/** Units of a line that came back. */
export const back = (position: number, quantity: number, restock: boolean) => ({
  position,
  quantity,
  returned: true,
  restock,
});

export const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/** The requests of a shopper and an operator. */
export function refundingOf(shop: TestShop, person: Person, operator: Client) {
  const seenOf = async (orderId: string) => (await detailOf(operator, orderId)).seen;
  const ask = (orderId: string, json: object) =>
    operator.post<DeskBody>(`/api/desk/orders/${orderId}/refund`, { reason: 'It leaked', ...json });
  /** Refunds a part, as the order is now. */
  const giveBack = async (orderId: string, part: object) =>
    ask(orderId, { seen: await seenOf(orderId), ...part });
  const takeBack = (orderId: string) => move(operator, orderId, 'Returned', { restock: true });

  /** An order that was paid online, and handed over: lines 0 and 1 in this order. */
  async function shipped(method: OnlineMethod, quantities: Quantities = { [serum]: 3, [toner]: 2 }) {
    const paid = await paidOrder(shop, person, method, quantities);
    expect((await attachTracking(operator, paid.orderId)).status).toBe(200);
    return paid;
  }

  /** An order by cash on delivery that is out for delivery, not paid yet. The courier gets ₹49. */
  async function withCourier(quantities: Quantities = { [serum]: 3, [toner]: 2 }): Promise<string> {
    const { _id: orderId } = await placed(person, quantities);
    await shop.db.write
      .update(orders)
      .set({ delivery: 4900, total: sql`total + 4900` })
      .where(eq(orders.id, orderId));
    await attachTracking(operator, orderId);
    await move(operator, orderId, 'Out for Delivery');
    return orderId;
  }

  /** What is stored about an order, oldest first. */
  async function stored(orderId: string) {
    const oldest = asc(sql`rowid`);
    const [given, sentBack, papers, [order]] = await shop.db.read.batch([
      shop.db.read.select().from(reductions).where(eq(reductions.orderId, orderId)).orderBy(oldest),
      shop.db.read.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(oldest),
      shop.db.read.select().from(documents).where(eq(documents.orderId, orderId)).orderBy(oldest),
      shop.db.read.select().from(orders).where(eq(orders.id, orderId)),
    ]);
    const notes = papers.filter(({ kind }) => kind === 'credit_note');
    const invoice = papers.find(({ kind }) => kind === 'invoice');
    return { order, given, refunds: sentBack, notes, invoice };
  }

  /** The states of an order's refunds, oldest first. */
  const states = async (orderId: string) => (await stored(orderId)).refunds.map(({ status }) => status);

  /**
   * Every refund is worth its reductions and has a credit note of the same amount, in the same order; nothing exceeds
   * the invoice; and the series of credit notes has no gap.
   */
  async function expectSums(orderId: string): Promise<void> {
    const { order, given, refunds: sentBack, notes, invoice } = await stored(orderId);
    const afterInvoice = given.filter(({ kind }) => kind !== 'cancelled');
    expect(sum(notes.map(({ data }) => data.total))).toBe(sum(afterInvoice.map(({ amount }) => amount)));
    if (order?.paid) {
      for (const { id, amount } of sentBack)
        expect(sum(given.flatMap((one) => (one.refundId === id ? one.amount : [])))).toBe(amount);
      const ofInvoice = sentBack.filter(({ id }) => afterInvoice.some(({ refundId }) => refundId === id));
      expect(notes.map(({ data }) => data.total)).toEqual(ofInvoice.map(({ amount }) => amount));
    }
    expect(sum(afterInvoice.map(({ amount }) => amount))).toBeLessThanOrEqual(invoice?.data.total ?? 0);
    for (const { data, number } of notes)
      expect([number, data]).toMatchObject([/^HRC\//, { invoice: { number: invoice?.number } }]);
    const series = await select<{ serial: number }>(
      shop.db,
      sql`SELECT serial FROM documents WHERE kind = 'credit_note' ORDER BY serial`,
    );
    expect(series.map(({ serial }) => serial)).toEqual(times(series.length, (n) => n + 1));
  }

  /** All of the invoice was given back: each of its sums is that of the credit notes. */
  async function expectAllGivenBack(orderId: string): Promise<void> {
    const { notes, invoice } = await stored(orderId);
    const sums = (one: 'taxable' | 'cgst' | 'sgst' | 'igst') => sum(notes.map(({ data }) => data.tax[one]));
    expect({
      total: sum(notes.map(({ data }) => data.total)),
      tax: { taxable: sums('taxable'), cgst: sums('cgst'), sgst: sums('sgst'), igst: sums('igst') },
    }).toEqual({ total: invoice?.data.total, tax: invoice?.data.tax });
  }

  return {
    seenOf,
    ask,
    giveBack,
    takeBack,
    shipped,
    withCourier,
    stored,
    states,
    expectSums,
    expectAllGivenBack,
  };
}
