/** A shop whose every route can be requested with success (tests/support/routes). */
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from '#db/schema/index.ts';
import { documentLink } from '#functions/documents/document-link.ts';
import { claimLink } from '#functions/guests/order-link.ts';
import { operatorWithPassword } from './desk.ts';
import { guestOrder, linkTo, newGuest, openLink } from './guests.ts';
import { oneClickUrl, welcomeEmailTo } from './newsletter.ts';
import { serum } from './orders.ts';
import { paidOrder, pendingOrder } from './payments.ts';
import { deliver, linkFor } from './reviews.ts';
import type { RouteUsers } from './routes/index.ts';
import type { RouteValue } from './routes/route.ts';
import { anotherSession, select } from './rows.ts';
import { createActivity } from './sample-activity.ts';
import { linkKey, type Person, type ShopOptions, type TestShop } from './shop.ts';

/** The id of the newest row of every table that has ids, by `id in table`. */
async function idsOf({ db }: TestShop) {
  const tables = Object.values(schema).filter((one) => is(one, SQLiteTable) && 'id' in getTableColumns(one));
  const ids: Record<`id in ${string}`, string> = {};
  for (const table of tables as SQLiteTable[]) {
    const name = getTableName(table);
    const [row] = await select<{ id: string }>(
      db,
      sql`SELECT id FROM ${sql.identifier(name)} ORDER BY rowid DESC LIMIT 1`,
    );
    if (row) ids[`id in ${name}`] = row.id;
  }
  return ids;
}

/** A shop without limits that so many requests would reach; {@link useEverything} fills it. */
export const roomyShop = {
  proxy: true,
  simulators: true,
  flood: 10_000,
  writes: 10_000,
  vars: { ORDERS_PER_HOUR: '1000', LOGIN_FREE_TRIES: '1000' },
} satisfies ShopOptions;

/** Links to an order, and to its serum, that the shop has signed. */
export const linksOf = (orderId: string) => ({
  guestLink: linkTo(orderId),
  claimLink: claimLink(linkKey, { id: orderId, linkVersion: 0 }),
  ownLink: linkTo(orderId),
  reviewLink: linkFor(orderId, serum),
  documentLink: documentLink(linkKey, { id: orderId, linkVersion: 0 }),
});

/** Fills every table through the API, and finds what the requests refer to. @param shop with {@link roomyShop} */
export async function useEverything(
  shop: TestShop,
): Promise<RouteUsers & { shopper: Person; operator: Person }> {
  const { shopper, orderId } = await createActivity(shop);
  const operator = await operatorWithPassword(shop);
  const { db } = shop;
  const [guest, own, claiming, former] = [
    await newGuest(shop),
    await newGuest(shop, { email: shopper.email }),
    await newGuest(shop),
    await newGuest(shop),
  ];
  const [{ orderId: guestId }, { orderId: ownId }] = [await guestOrder(guest), await guestOrder(own)];
  const { orderId: claimedId } = await guestOrder(claiming);
  await deliver(operator, guestId);
  await deliver(operator, claimedId);
  // For the job, which erases the guest of an ended order.
  await former.post('/api/order/cancel', { orderId: (await guestOrder(former)).orderId });
  await db.write.run(sql`
    UPDATE users SET password = (SELECT password FROM users WHERE id = ${operator.id}) WHERE id = ${shopper.id}`);
  await anotherSession(db, shopper);
  const { sessions } = (await shopper.get('/api/user/sessions')).body;
  const data: Record<RouteValue, string> = {
    order: orderId,
    placedOrder: (await paidOrder(shop, shopper, 'stripe', { [serum]: 2 })).orderId,
    pendingOrder: await pendingOrder(shopper, 'stripe'),
    foreignOrder: guestId,
    unknown: crypto.randomUUID(),
    email: shopper.email,
    session: sessions.find(({ current }) => !current)?.id ?? '',
    unsubscribeToken:
      oneClickUrl(await welcomeEmailTo(shop, 'reader@example.in')).searchParams.get('token') ?? '',
    guestToken: claiming.token,
    linkToken: (await openLink(shop, linkTo(guestId))).body.token ?? '',
    ...linksOf(guestId),
    ownLink: linkTo(ownId),
    documentLink: documentLink(linkKey, { id: orderId, linkVersion: 0 }),
    shopUrl: shop.stack.url,
  };
  return { nobody: () => shop.client(), shopper, operator, data: { ...(await idsOf(shop)), ...data } };
}
