/** EMAIL_HASH_KEY is replaced: links of the previous key work for a while, and what was stored under it still counts. */
import { expect, test } from 'vitest';
import { reviewOptOuts } from '#db/schema/index.ts';
import { emailHash } from '#functions/lib/email-hash.ts';
import { optOutToken } from '#functions/reviews/review-link.ts';
import { changeSettings } from '../support/clock.ts';
import { guestOrder, linkTo, newGuest, openLink, outcome } from '../support/guests.ts';
import { linkKey, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const next = 'the key that comes after it, as long';

test('with the previous key its links open orders and end emails; without it they are revoked', async () => {
  const { orderId } = await guestOrder(await newGuest(shop));
  const link = linkTo(orderId);
  const token = optOutToken(linkKey, emailHash(linkKey, 'asha@example.in'));
  const unsubscribe = async () => (await shop.client().post(`/api/unsubscribe?token=${token}`, {})).status;
  await changeSettings(shop, { EMAIL_HASH_KEY: next, EMAIL_HASH_KEY_PREVIOUS: linkKey });
  expect((await openLink(shop, link)).status).toBe(200);
  expect(await unsubscribe()).toBe(200);
  expect(await shop.db.read.select().from(reviewOptOuts)).toHaveLength(1);
  await shop.stack.restartWorker({ EMAIL_HASH_KEY: next });
  expect((await openLink(shop, link)).status).toBe(404);
  expect(await unsubscribe()).toBe(404);
});

test('a previous key that is too short is refused like a short key', async () => {
  await changeSettings(shop, { EMAIL_HASH_KEY: next, EMAIL_HASH_KEY_PREVIOUS: 'short' });
  expect(outcome(await openLink(shop, linkTo(crypto.randomUUID())))).toEqual([503, 'not_configured']);
});
