/** A shop whose every route can be requested with success (tests/support/requests). */
import { sql } from 'drizzle-orm';
import { operatorWithPassword } from './desk.ts';
import { guestOrder, linkTo, newGuest } from './guests.ts';
import { oneClickUrl, welcomeEmailTo } from './newsletter.ts';
import { serum } from './orders.ts';
import { paidOrder, pendingOrder } from './payments.ts';
import type { RequestData } from './requests/values.ts';
import { deliver, linkFor } from './reviews.ts';
import { select } from './rows.ts';
import { createActivity } from './sample-activity.ts';
import type { Person, TestShop } from './shop.ts';

/** @property things what the requests refer to */
export type UsedShop = { shopper: Person; operator: Person; things: RequestData };

/** Fills every table through the API, and finds the ids for the requests. The shop needs `simulators` and `proxy`. */
export async function useEverything(shop: TestShop): Promise<UsedShop> {
  const done = await createActivity(shop);
  const { shopper } = done;
  const operator = await operatorWithPassword(shop);
  const { db } = shop;
  const [guest, own, former] = [
    await newGuest(shop),
    await newGuest(shop, { email: shopper.email }),
    await newGuest(shop),
  ];
  const [{ orderId: guestId }, { orderId: ownId }] = [await guestOrder(guest), await guestOrder(own)];
  await deliver(operator, guestId);
  // For the job, which erases the guest of an ended order.
  await former.post('/api/order/cancel', { orderId: (await guestOrder(former)).orderId });
  await db.write.run(sql`
    UPDATE users SET password = (SELECT password FROM users WHERE id = ${operator.id}) WHERE id = ${shopper.id}`);
  const idIn = async (table: string) =>
    (await select<{ id: string }>(db, sql`SELECT id FROM ${sql.identifier(table)} LIMIT 1`))[0]?.id ?? '';
  const things = {
    orderId: done.orderId,
    placedId: (await paidOrder(shop, shopper, 'stripe', { [serum]: 2 })).orderId,
    pendingId: await pendingOrder(shopper, 'stripe'),
    email: shopper.email,
    addressId: await idIn('addresses'),
    ticketId: await idIn('tickets'),
    reviewId: await idIn('reviews'),
    refundId: await idIn('refunds'),
    flagId: 'x',
    shopUrl: shop.stack.url,
    guestToken: guest.token,
    guestLink: linkTo(guestId),
    reviewLink: linkFor(guestId, serum),
    ownLink: linkTo(ownId),
    heldId: await idIn('outbox'),
    sessionId: (await shopper.get('/api/user/sessions')).body.sessions[0]?.id ?? '',
    unsubscribe: oneClickUrl(await welcomeEmailTo(shop, 'reader@example.in')).search,
  };
  return { shopper, operator, things };
}
