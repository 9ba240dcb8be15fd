/** Orders that are paid online, as the tests place them, and what the database says of them afterwards. */
import { asc, eq } from 'drizzle-orm';
import { flags, orderEvents, orders, outbox, payments, refunds } from '#db/schema.ts';
import type { OnlineMethod } from '#features/orders/order.ts';
import { orderOf, serum } from './orders.ts';
import type { Person, Shop } from './shop.ts';

/** Sends an order that is paid by card or by the widget. */
export async function begin(
  person: Person,
  method: OnlineMethod,
  wanted: Record<string, number> = { [serum]: 1 },
  key?: string,
) {
  const order = await orderOf(person, wanted);
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  return person.post(`/api/order/${method}`, order, headers);
}

/** Everything that is stored about an order, without what differs from run to run. */
export async function recordOf({ db }: Shop, orderId: string) {
  const [[order], [payment], events, back, letters, raised] = await db.read.batch([
    db.read.select().from(orders).where(eq(orders.id, orderId)),
    db.read.select().from(payments).where(eq(payments.orderId, orderId)),
    db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(asc(orderEvents.at)),
    db.read.select().from(refunds).where(eq(refunds.orderId, orderId)),
    db.read.select().from(outbox).orderBy(asc(outbox.createdAt)),
    db.read.select().from(flags),
  ]);
  return {
    status: order?.status,
    paid: order?.paid,
    payment,
    history: events.map(({ kind, toStatus, actor }) => `${actor}: ${toStatus ?? kind}`),
    refunds: back,
    letters: letters
      .filter(({ cause }) => cause.endsWith(orderId) || back.some(({ id }) => cause.endsWith(id)))
      .map(({ cause }) => cause.split(':')[0]),
    flags: raised
      .filter(({ about }) => about === orderId || about === payment?.paymentId)
      .map(({ kind }) => kind),
  };
}
