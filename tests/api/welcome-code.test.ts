/**
 * The welcome code (docs/behaviour.md, "Newsletter"): 10 % off one order of at least ₹499, within 30 days (days in
 * India), once, and only for an account with the address that it was emailed to.
 */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { coupons, sessions } from '#db/schema/index.ts';
import { endOfDay } from '#lib/dates.ts';
import type { Client } from '../support/client.ts';
import { day, minute, setClock } from '../support/clock.ts';
import { orderWith, quoteWith, usesOf } from '../support/coupons.ts';
import { codeIn, subscribeAndConfirm, welcomeEmailTo } from '../support/newsletter.ts';
import { placeOrder, serum } from '../support/orders.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true });

/** The code in the welcome email to an address. */
async function codeFor(email: string): Promise<string> {
  expect((await subscribeAndConfirm(shop, email)).status).toBe(200);
  return codeIn(await welcomeEmailTo(shop, email));
}
const problemWith = async (client: Client, code: string, wanted = { [serum]: 1 }) =>
  (await quoteWith(client, wanted, code)).body.quote.couponProblem;
/** @param at UTC ms */
const clockAt = (at: number) => setClock(shop, at - Date.now());

test('gives 10 % off one order, and not off a second one', async ({ shopper: person }) => {
  const code = await codeFor(person.email);
  const first = await placeOrder(person, await orderWith(person, { [serum]: 1 }, code.toLowerCase()));
  expect(first.status).toBe(200);
  expect(first.body.order).toMatchObject({ discount: 59, amount: 540, couponCode: code });
  expect(await usesOf(shop.db, code)).toBe(1);
  expect(await problemWith(person, code)).toBe('used_up');
  const again = await placeOrder(person, { ...(await orderWith(person, { [serum]: 1 }, code)), amount: 540 });
  expect([again.status, again.body.code]).toEqual([409, 'coupon']);
});

test('works for an account that is opened later', async () => {
  const email = 'later@example.in';
  const code = await codeFor(email);
  const account = { name: 'Asha Rao', email: 'Later@Example.in', password: 'a long walk in Lalbagh' };
  const { body } = await shop.client().post('/api/user/register', account);
  expect(await problemWith(shop.client(body.token), code)).toBeNull();
});

test('expires exactly at the end of the 30th day in India', async ({ shopper: person }) => {
  // Half past midnight in India, still the day before in UTC.
  const night = endOfDay(Date.now()) + 30 * minute;
  const end = endOfDay(night + 30 * day);
  expect(new Date(end).toISOString()).toMatch(/T18:30:00\.000Z$/);
  // A session ends after 30 days as well.
  await shop.db.write.update(sessions).set({ expiresAt: end + day });

  await clockAt(night);
  const code = await codeFor(person.email);
  const [row] = await shop.db.read.select().from(coupons).where(eq(coupons.code, code));
  expect(new Date(row?.validUntil ?? 0)).toEqual(new Date(end));
  await clockAt(end - minute);
  expect(await problemWith(person, code)).toBeNull();
  await clockAt(end);
  expect(await problemWith(person, code)).toBe('expired');
});
