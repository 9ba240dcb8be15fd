/** Photos (docs/behaviour.md, "Photos"): their upload, who sees them, what they are used for, and when they are deleted. */
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { expect } from 'vitest';
import { photos, returns } from '#db/schema/index.ts';
import type { ReturnPage } from '#desk/answers.ts';
import { maxUnusedPhotos, photoShares } from '#domain/photos/photo.ts';
import type { ApiReturn } from '#domain/returns/return.ts';
import { type Client, newClient, tally, times } from '../support/client.ts';
import { changeSettings, day, hour, setClock } from '../support/clock.ts';
import { guestOrder } from '../support/guests.ts';
import { serum, toner } from '../support/orders.ts';
import { paidOrder } from '../support/payments.ts';
import { place, sendPhoto, takePhoto, uploadPhoto, uploadPhotos } from '../support/photos.ts';
import { deliver } from '../support/reviews.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true });

const row = async (id: string) => (await shop.db.read.select().from(photos).where(eq(photos.id, id)))[0];
const ask = (client: Client, orderId: string, ids: string[], reason = 'damaged') =>
  client.post('/api/order/returns/request', {
    orderId,
    lines: [{ _id: serum, quantity: 1, reason }],
    method: 'post',
    photos: ids,
  });

/** An order that was paid online and delivered: three serums, two toners. */
async function deliveredTo(shopper: Person): Promise<string> {
  const { orderId } = await paidOrder(shop, shopper, 'razorpay', { [serum]: 3, [toner]: 2 });
  await deliver(operator, orderId);
  return orderId;
}
async function lastReturn(client: Client, orderId: string): Promise<ApiReturn> {
  const { body } = await client.post('/api/order/userorders');
  const one = body.orders.find(({ _id }) => _id === orderId)?.returns.at(-1);
  if (!one) throw new Error('no return');
  return one;
}
/** The bytes behind a link, as a browser loads them: without a token. */
const load = (url: string) => fetch(shop.stack.url + url);
const move = (returnId: string, seen: string, to: string, answer = 'Sorry') =>
  operator.post('/api/desk/returns/move', { returnId, seen, to, answer });

test('a photo with a place: uploaded, used for a return, seen by the shopper and the desk alone, without the place', async ({
  shopper,
}) => {
  const orderId = await deliveredTo(shopper);
  const id = await uploadPhoto(shopper);
  expect((await ask(shopper, orderId, [id])).status).toBe(200);
  const { photos: mine } = await lastReturn(shopper, orderId);
  expect(mine).toEqual([{ _id: id, url: expect.stringContaining(id), width: 320, height: 240 }]);
  const url = mine[0]?.url ?? '';
  const answer = await load(url);
  expect(answer.status).toBe(200);
  const headers = ['content-type', 'x-content-type-options', 'cache-control', 'content-security-policy'];
  expect(headers.map((name) => answer.headers.get(name))).toEqual([
    'image/jpeg',
    'nosniff',
    'private, max-age=3600',
    expect.stringContaining("default-src 'none'"),
  ]);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect((await takePhoto()).byteLength).toBeGreaterThan(bytes.byteLength);
  expect(bytes.includes(place)).toBe(false);
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();

  const { body } = await operator.get<ReturnPage>('/api/desk/returns');
  expect(body.rows.flatMap((one) => one.photos).map((photo) => photo.id)).toContain(id);
  expect((await load(url.replace(/\.[\w-]{43}/, `.${'A'.repeat(43)}`))).status).toBe(404);
  expect((await load(url.replace(/until=\d+/, 'until=9999999'))).status).toBe(404);
  expect((await load(`/api/photos/${id}?until=9999999`)).status).toBe(404);
  await setClock(shop, 2 * hour);
  expect((await load(url)).status).toBe(404);
});

test('a damaged or wrong product needs a photo, other reasons do not; nothing is written without', async ({
  shopper,
}) => {
  const orderId = await deliveredTo(shopper);
  for (const reason of ['damaged', 'wrong_product']) {
    const { status, body } = await ask(shopper, orderId, [], reason);
    expect([status, body.fields.photos]).toEqual([422, expect.stringContaining('Please add a photo')]);
  }
  expect(await shop.db.read.select().from(returns).where(eq(returns.orderId, orderId))).toEqual([]);
  expect((await ask(shopper, orderId, [], 'changed_mind')).status).toBe(200);
});

test('a photo is used once, by the one who has uploaded it, within a day', async ({ shopper }) => {
  const [orderId, other] = [await deliveredTo(shopper), await deliveredTo(shopper)];
  const stranger = await shop.person();
  const foreign = await uploadPhoto(stranger);
  const [own, old] = [await uploadPhoto(shopper), await uploadPhoto(shopper)];
  await shop.db.write
    .update(photos)
    .set({ createdAt: Date.now() - day })
    .where(eq(photos.id, old));
  const refused = [[foreign], [own, foreign], [old], [crypto.randomUUID()]];
  for (const ids of refused) {
    const { status, body } = await ask(shopper, orderId, ids);
    expect([status, body.fields.photos]).toEqual([422, 'A photo was not found. Please add it again.']);
  }
  expect(await row(own)).toMatchObject({ returnId: null });
  const answers = await Promise.all([ask(shopper, orderId, [own]), ask(shopper, other, [own])]);
  expect(tally(answers)).toEqual({ 200: 1, 422: 1 });
  expect((await ask(shopper, orderId, [own])).status).toBe(422);
  expect((await row(foreign))?.returnId).toBeNull();
});

test('a guest uploads with the session of their order', async ({ guest }) => {
  const { orderId } = await guestOrder(guest, { [serum]: 1 });
  await deliver(operator, orderId);
  const json = {
    orderId,
    lines: [{ _id: serum, quantity: 1, reason: 'wrong_product' }],
    method: 'post',
    payout: { kind: 'upi', upiId: 'asha@okhdfcbank' },
    photos: [await uploadPhoto(guest), await uploadPhoto(guest)],
  };
  expect((await guest.post('/api/order/returns/request', json)).status).toBe(200);
  expect((await lastReturn(guest, orderId)).photos.map(({ _id }) => _id)).toEqual(json.photos);
});

test('8 MB are the most, and nobody uploads more than an hour allows; a dead session uploads nothing', async ({
  shopper,
}) => {
  const photo = await takePhoto();
  const filled = new Uint8Array(8 * 1024 * 1024);
  filled.set(photo);
  // Before an order was delivered, a quarter of it: the browser sends 300 KB.
  const sent = (bytes: Uint8Array<ArrayBuffer>) =>
    sendPhoto(shopper, bytes)
      .then(({ status }) => status)
      .catch(() => 'no answer');
  await expect.poll(() => sent(filled)).toBe(413);
  await deliveredTo(shopper);
  expect((await sendPhoto(shopper, filled)).status).toBe(200);
  // The shop does not read what is too large: the line may end before its answer is read. Then it is sent again.
  const tooLarge = () => sendPhoto(shopper, new Uint8Array(8 * 1024 * 1024 + 1)).then(({ status }) => status);
  await expect.poll(() => tooLarge().catch(() => 'no answer')).toBe(413);
  expect((await sendPhoto(shopper, photo.slice(0, -2))).body.message).toContain('did not arrive in full');
  await changeSettings(shop, { PHOTOS_PER_HOUR: '3' });
  await shop.db.write.run(sql`DELETE FROM attempts`);
  expect(tally(await Promise.all(times(6, () => sendPhoto(shopper, photo))))).toEqual({ 200: 3, 429: 3 });
  const strangers = await shop.people(3);
  const from = (one: Person) => newClient(shop.stack.url, one.token, '203.0.113.77');
  const answers = await Promise.all(strangers.map((one) => sendPhoto(from(one), photo)));
  expect(tally(answers)).toEqual({ 200: 1, 429: 2 });
  expect((await sendPhoto(shop.client(`guest-${'x'.repeat(43)}`), photo)).status).toBe(401);
});

test('when strangers have filled what the shop keeps unused, buyers still upload', async ({ shopper }) => {
  await deliveredTo(shopper);
  const stranger = await shop.person();
  const old = { type: 'image/jpeg' as const, width: 1, height: 1, userId: stranger.id };
  await shop.db.write
    .insert(photos)
    .values({ ...old, id: 'heap', bytes: photoShares.others.unusedBytes, createdAt: Date.now() });
  const photo = await takePhoto();
  expect((await sendPhoto(await shop.person(), photo)).status).toBe(429);
  expect((await sendPhoto(shopper, photo)).status).toBe(200);
  await shop.db.write.delete(photos).where(eq(photos.id, 'heap'));
});

test('of unused photos the newest stay usable; the job deletes the others with their pictures', async () => {
  const one = await shop.person();
  const ids = await uploadPhotos(one, maxUnusedPhotos + 2);
  const mine = await shop.db.read.select().from(photos).where(eq(photos.userId, one.id));
  expect(mine.map(({ id }) => id).sort()).toEqual(ids.slice(2).sort());
  await shop.stack.scheduled();
  expect(await row(ids[0] ?? '')).toBeUndefined();
  expect(await row(ids[2] ?? '')).toBeDefined();
  await setClock(shop, day + hour);
  await shop.stack.scheduled();
  expect(await row(ids[2] ?? '')).toBeUndefined();
});

test('photos of a return are deleted when it has ended and the return period is over, pictures included', async ({
  shopper,
}) => {
  const [orderId, other] = [await deliveredTo(shopper), await deliveredTo(shopper)];
  for (const id of [orderId, other])
    expect((await ask(shopper, id, [await uploadPhoto(shopper)])).status).toBe(200);
  const [one, open] = [await lastReturn(shopper, orderId), await lastReturn(shopper, other)];
  const [[photo], [kept]] = [one.photos, open.photos];
  if (!photo || !kept) throw new Error('no photo');
  expect((await move(one._id, 'Requested', 'Declined')).status).toBe(200);
  /** Whether both are there after the job of that time. */
  const after = async (ms: number) => {
    await setClock(shop, ms);
    await shop.stack.scheduled();
    await setClock(shop, 0);
    const rows = await Promise.all([row(photo._id), row(kept._id)]);
    const pictures = await Promise.all([load(photo.url), load(kept.url)]);
    return [...rows.map(Boolean), ...pictures.map(({ ok }) => ok)];
  };
  expect(await after(29 * day)).toEqual([true, true, true, true]);
  expect(await after(31 * day)).toEqual([false, true, false, true]);
});
