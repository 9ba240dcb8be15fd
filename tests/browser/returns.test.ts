/** A return, from the shopper's request at 390 px to the refund at the desk (docs/behaviour.md, "Returns"). */
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { refunds } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import { guestOrder, linkTo, newGuest } from '../support/guests.ts';
import { serum, toner } from '../support/orders.ts';
import { paidOrder } from '../support/payments.ts';
import { photoFile } from '../support/photos.ts';
import { deliver } from '../support/reviews.ts';
import { stockOf } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { confirm, dialog, pressInDialog, row } from './desk-steps.ts';
import { openOrders } from './payment-steps.ts';
import { toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, operator, visitAsGuest, visitAsShopper, atDesk, test } = browserTest({ simulators: true });

const steps = (page: Page) => page.locator('.order-returns .order-timeline li');
/** The newest order of a person and its first return. */
async function returnOf(client: Client) {
  const [order] = (await client.post('/api/order/userorders')).body.orders;
  const [one] = order?.returns ?? [];
  if (!order || !one) throw new Error('no return');
  return { order, one };
}

test('one of three pieces: asked for at 390 px, approved, checked and refunded at the desk; the shopper follows each step', async () => {
  const { page, person } = await visitAsShopper();
  const { orderId } = await paidOrder(shop, person, 'razorpay', { [serum]: 3 });
  await deliver(operator, orderId);
  await openOrders(page);
  await page.getByRole('button', { name: 'Return', exact: true }).tap();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'One more' }).tap();
  const submit = form.getByRole('button', { name: 'Return 1 of 3' });
  await submit.tap();
  await see(form.getByText('Please choose a reason for each product that you return.'));
  await form.getByLabel(/^Why do you return/).selectOption('damaged');
  await form.getByLabel('What is wrong?').fill('The pump leaks');
  await submit.tap();
  await see(form.getByText(/^Please add a photo of what is damaged/));
  await form.getByLabel('Add a photo').setInputFiles(await photoFile(3000, 2000));
  await see(form.getByText('Sent'));
  await see(form.getByAltText('Your photo 1'));
  await looksRight(page, 'return', { within: 'dialog' });
  await submit.tap();
  await see(toast(page, /^We have your return ORD-\d+-R1/));
  await see(steps(page).getByText('Requested'));
  await looksRight(page, 'returns', { within: '.order-returns' });

  const desk = await atDesk('returns');
  // On a late line the quote may be asked for when the return is checked already.
  desk.allowFailure('/api/desk/returns/quote', 409);
  const { reference } = (await returnOf(person)).one;
  const line = row(desk.page, reference);
  await see(line.getByText('It arrived damaged or leaking'));
  const thumb = line.getByRole('button', { name: `Return ${reference}` });
  await see(thumb);
  await becomes(() => thumb.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth), 1600);
  await thumb.click();
  await see(desk.page.getByRole('dialog', { name: 'Photo' }));
  await looksRight(desk.page, 'desk-return-photo', { within: 'dialog' });
  await desk.page.getByRole('button', { name: 'Close' }).click();
  await looksRight(desk.page, 'desk-returns');
  await line.getByRole('button', { name: /^Approve/ }).click();
  await pressInDialog(desk.page, 'Approve', { 'How it comes to you': 'Delhivery comes on Tuesday.' });
  await gone(line);
  await desk.page.getByRole('link', { name: 'On their way' }).click();
  await line.getByRole('button', { name: /^Picked up or sent/ }).click();
  await pressInDialog(desk.page, 'Picked up or sent');
  await see(line.getByText('In Transit'));
  const before = (await stockOf(shop.db, serum)) ?? 0;
  await line.getByRole('button', { name: /^Check it/ }).click();
  const again = dialog(desk.page).getByLabel('Can be sold again');
  expect(await again.isChecked()).toBe(false);
  await again.check();
  await looksRight(desk.page, 'return-check', { within: 'dialog' });
  await pressInDialog(desk.page, 'Accept 1 piece');
  await see(toast(desk.page, /₹599.00 waits under Refunds/));
  expect(await stockOf(shop.db, serum)).toBe(before + 1);

  await page.getByRole('button', { name: 'Refresh' }).tap();
  await see(page.locator('.order-returns').getByText('Refund: ₹599.00'));
  expect(await steps(page).allTextContents()).toEqual([
    expect.stringMatching(/Requested$/),
    expect.stringMatching(/Approved$/),
    expect.stringMatching(/Picked up$/),
    expect.stringMatching(/Received and checked$/),
    'to comeRefunded',
  ]);
});

test('a guest returns one of three pieces with a photo, on a slow line, in at most eight taps', async () => {
  const guest = await newGuest(shop);
  const { orderId } = await guestOrder(guest, { [toner]: 3 });
  await deliver(operator, orderId, { collected: true, password });
  const { page } = await visitAsGuest({ path: `/order#${linkTo(orderId)}`, token: guest.token });
  let taps = 0;
  const tap = async (what: Locator) => {
    taps += 1;
    await what.tap();
  };
  const network = await page.context().newCDPSession(page);
  const slow = { downloadThroughput: 50 * 1024, uploadThroughput: 20 * 1024, latency: 300, offline: false };
  await network.send('Network.emulateNetworkConditions', slow);
  await tap(page.getByRole('button', { name: 'Return', exact: true }));
  const form = page.getByRole('dialog');
  await tap(form.getByRole('button', { name: 'One more' }));
  // The list of reasons is opened, and one is chosen.
  taps += 2;
  await form.getByLabel(/^Why do you return/).selectOption('wrong_product');
  // The phone's pictures are opened, and one is chosen.
  taps += 2;
  await form.getByLabel('Add a photo').setInputFiles(await photoFile(4000, 3000));
  await see(form.getByRole('progressbar', { name: 'Sending photo 1' }));
  await looksRight(page, 'return-sending', { within: 'dialog' });
  await form.getByLabel('UPI ID').fill('asha@okhdfcbank');
  taps += 1;
  await tap(form.getByRole('button', { name: 'Return 1 of 3' }));
  // It waits for the photo.
  await see(toast(page, /^We have your return/));
  expect(taps).toBeLessThanOrEqual(8);
  const thumb = page.locator('.order-returns').getByRole('button', { name: /^Return ORD-/ });
  await thumb.tap();
  await see(page.getByRole('dialog', { name: 'Photo' }));
  await looksRight(page, 'return-photo', { within: 'dialog' });
});

test('a photo that a lost line has stopped is sent again; what is no picture is not taken', async () => {
  const { page, person, expectFailure, goOffline, goOnline } = await visitAsShopper();
  const { orderId } = await paidOrder(shop, person, 'razorpay', { [serum]: 1 });
  await deliver(operator, orderId);
  await openOrders(page);
  await page.getByRole('button', { name: 'Return', exact: true }).tap();
  const form = page.getByRole('dialog');
  await form.getByLabel(/^Why do you return/).selectOption('damaged');
  const add = form.getByLabel(/^Add a/);
  await add.setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') });
  await see(form.getByText('This device cannot read this picture. Please choose a JPEG.'));
  expectFailure('/api/photos', 0);
  await goOffline(/offline-sign|^\/api\//);
  await add.setInputFiles(await photoFile(800, 600));
  await see(form.getByRole('button', { name: 'Send photo 1 again' }));
  await looksRight(page, 'return-photo-failed', { within: 'dialog' });
  await form.getByRole('button', { name: 'Return 1 of 1' }).tap();
  await see(form.getByText('A photo was not sent. Please send it again, or remove it.'));
  await goOnline();
  await see(form.getByText('Sent', { exact: true }));
  await form.getByRole('button', { name: 'Remove photo 1' }).tap();
  await gone(form.getByAltText('Your photo 1'));
  await add.setInputFiles([await photoFile(800, 600), await photoFile(600, 800)]);
  await form.getByRole('button', { name: 'Return 1 of 1' }).tap();
  await see(toast(page, /^We have your return/));
  expect((await returnOf(person)).one.photos).toHaveLength(2);
});

test('a guest who paid in cash gives a UPI ID; the operator reads it at the refund', async () => {
  const guest = await newGuest(shop);
  const { orderId } = await guestOrder(guest, { [toner]: 1 });
  await deliver(operator, orderId, { collected: true, password });
  const { page, expectFailure } = await visitAsGuest({ token: guest.token });
  await page.goto(`/order#${linkTo(orderId)}`);
  await page.getByRole('button', { name: 'Return', exact: true }).tap();
  const form = page.getByRole('dialog');
  await form.getByLabel(/^Why do you return/).selectOption('changed_mind');
  await form.getByLabel('UPI ID').fill('asha');
  expectFailure('/api/order/returns/request', 422);
  await form.getByRole('button', { name: 'Return 1 of 1' }).tap();
  await see(form.getByText('Please enter your UPI ID, such as name@bank.'));
  await looksRight(page, 'return-cash', { within: 'dialog' });
  await form.getByLabel('UPI ID').fill('asha@okhdfcbank');
  await form.getByRole('button', { name: 'Return 1 of 1' }).tap();
  await see(toast(page, /^We have your return/));

  const { one, order } = await returnOf(guest);
  const returnId = one._id;
  await operator.post('/api/desk/returns/move', { returnId, seen: 'Requested', to: 'Approved' });
  const lines = [{ position: 0, accepted: 1, restock: false }];
  await operator.post('/api/desk/returns/check', { returnId, seen: 'Approved', lines });
  const desk = await atDesk('refunds');
  await row(desk.page, order.reference)
    .getByRole('button', { name: /^Send back/ })
    .click();
  await see(dialog(desk.page).getByText('UPI: asha@okhdfcbank'));
  await dialog(desk.page).getByLabel('UPI', { exact: true }).check();
  await dialog(desk.page).getByLabel('Reference of the transfer').fill('UTR 42');
  await confirm(desk.page, 'Send back');
  await see(toast(desk.page, 'The money is on its way back.'));
  const refundsOf = () => shop.db.read.select().from(refunds).where(eq(refunds.orderId, orderId));
  await becomes(async () => (await refundsOf()).map(({ status }) => status), ['done']);
});
