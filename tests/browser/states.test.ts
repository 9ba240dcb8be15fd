/**
 * States of pages that take steps, in one table: each is accessible and fits its window. pages.test.ts has the pages
 * as a first visit gets them; states in the middle of a payment, a sign-in or a code are checked in their own tests.
 */
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe } from 'vitest';
import { coupons, outbox, refunds, reviews, subscribers, tickets, users } from '#db/schema/index.ts';
import { raiseFlag } from '#functions/outbox/flag.ts';
import { password, registerUser, verifiedUser } from '../support/accounts.ts';
import { insertCoupon } from '../support/coupons.ts';
import { confirmRefund } from '../support/desk.ts';
import { address, placed, refillStock, serum, toner } from '../support/orders.ts';
import { paidOrder, startOrder } from '../support/payments.ts';
import { setStock } from '../support/rows.ts';
import { runsWhole } from '../support/whole.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button, dialog, field, row } from './desk-steps.ts';
import { openOrders, orderCard, orderHead } from './payment-steps.ts';
import { openCheckout } from './steps.ts';
import { see } from './visitor.ts';

const { shop, operator, visit, visitAsShopper, atDesk, test } = browserTest({
  simulators: true,
  keepsData: true,
});

test('contact: the open form, its errors, and the thanks', async () => {
  const { page } = await visit(390, { path: '/contact#support' });
  const form = page.getByRole('form', { name: 'Contact Support' });
  await see(form);
  await button(page, 'Menu').click();
  await looksRight(page, 'the menu', { within: '#menu', largeText: true });
  await page.keyboard.press('Escape');
  await looksRight(page, 'open', { within: '#support' });
  await button(page, 'Submit Ticket').click();
  await see(page.getByText('Please enter a subject'));
  await looksRight(page, 'with errors', { within: '#support', largeText: true });
  for (const [label, text] of Object.entries({
    Email: address.email,
    Subject: 'A pump',
    Description: 'Broken',
  }))
    await form.getByLabel(label, { exact: true }).fill(text);
  await button(page, 'Submit Ticket').click();
  await see(page.getByText('Ticket Submitted Successfully!'));
  await looksRight(page, 'submitted', { within: '#support' });
});

test('unsubscribing: the question, and the confirmation', async () => {
  const { page } = await visit(390);
  await page.route(/\/api\/unsubscribe/, (route) => route.fulfill({ json: { success: true } }));
  await page.goto('/unsubscribe?token=a');
  await see(button(page, 'Unsubscribe'));
  await looksRight(page, 'the question', { within: 'main' });
  await button(page, 'Unsubscribe').click();
  await see(page.getByRole('heading', { name: 'You are unsubscribed' }));
  await looksRight(page, 'the confirmation', { within: 'main' });
});

test('a cart with an unavailable line, and the checkout with its sums', async () => {
  await refillStock(shop.db);
  await setStock(shop.db, serum, 1);
  const { page } = await visitAsShopper({ path: '/cart', cart: { [toner]: 2, [serum]: 2 } });
  await see(page.getByText('Only 1 left'));
  const name = page.locator('.cart-row h2 a').first();
  await name.evaluate((link) =>
    link.replaceChildren('Kumkumadi and Bakuchiol Overnight Renewal Moisturiser'),
  );
  await looksRight(page, 'the cart', { atBothWidths: true });
  await setStock(shop.db, serum, 100);
  await openCheckout(page);
  await looksRight(page, 'the checkout', { atBothWidths: true });
  await button(page, /^Place Order/).click();
  await see(page.getByText('Please enter a 10-digit mobile number'));
  await looksRight(page, 'the checkout with errors', { within: '.checkout', largeText: true });
});

test('My Orders: an unpaid order, and a refunded one', async () => {
  await refillStock(shop.db);
  const person = await shop.person();
  const { orderId } = await paidOrder(shop, person, 'stripe');
  await person.post('/api/order/cancel', { orderId });
  const [due] = await shop.db.read.select().from(refunds).where(eq(refunds.orderId, orderId));
  await confirmRefund(shop, operator, due?.id ?? '');
  await shop.simulators.settled();
  await startOrder(person, 'razorpay', { [serum]: 1 });
  const { page } = await visitAsShopper({ person });
  await openOrders(page);
  await see(orderCard(page).getByRole('button', { name: 'Cancel Order' }));
  await looksRight(page, 'unpaid', { atBothWidths: true });
  await orderHead(page, 1).click();
  await see(orderCard(page, 1).getByText('₹599.00 was sent back.'));
  await looksRight(page, 'refunded', { within: 'main' });
});

describe('My Account', () => {
  const main = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name });

  test('with addresses, open forms with errors, and its dialogs', async () => {
    const person = await verifiedUser(shop);
    for (const street of ['1 MG Road', '2 Church Street'])
      await person.post('/api/user/addresses', { ...address, address: street });
    const { page } = await visitAsShopper({ path: '/account', person });
    await see(page.getByText('2 Church Street'));
    await looksRight(page, 'with addresses', { within: 'main', atBothWidths: true });
    await main(page, 'Change email').click();
    await main(page, 'Add an Address').click();
    await main(page, 'Save Address').click();
    await see(page.getByText('Please enter a 6-digit pincode'));
    await looksRight(page, 'with errors', { within: 'main' });
    for (const name of ['Download My Data', 'Delete My Account']) {
      await main(page, name).click();
      await looksRight(page, name, { within: 'dialog[open]' });
      await page.keyboard.press('Escape');
    }
  });

  test('with an unconfirmed address', async () => {
    const { page } = await visitAsShopper({ path: '/account', person: await registerUser(shop) });
    await see(page.getByText('Not confirmed yet.'));
    await looksRight(page, 'not confirmed', { within: 'main' });
  });
});

describe('the desk', () => {
  let orderId: string;
  let ticketId: string;

  beforeAll(async () => {
    const { db } = shop;
    for (const table of [reviews, tickets, outbox, subscribers, coupons]) await db.write.delete(table);
    await refillStock(db);
    const person = await shop.person();
    orderId = (await placed(person, { [serum]: 1 }))._id;
    await operator.post(`/api/desk/orders/${orderId}/note`, { note: 'Call first', seen: 1 });
    const cancelled = await paidOrder(shop, person, 'stripe');
    await operator.post('/api/order/cancel', { orderId: cancelled.orderId, reason: 'Called' });
    await setStock(db, toner, 3);
    await setStock(db, serum, 4);
    const detail = 'Stripe took ₹1, the order asks for ₹599.';
    const flag = { kind: 'payment_mismatch' as const, about: orderId, detail, now: Date.now() };
    await db.write.batch([...raiseFlag(db, flag)]);
    const values = { LCP: 3000, INP: 90, CLS: 3, TTFB: 300 };
    await shop.client().post('/api/vitals', { page: 'home', values });
    for (const q of [
      'moisturiserfordryandsensitiveskininwinterandsummer that somebody has pasted',
      'lipstick',
    ])
      for (const clicked of [undefined, serum])
        await shop.client().post('/api/product/searched', { q, found: 0, clicked });
    await shop
      .client()
      .post('/api/contact/submit', {
        email: address.email,
        subject: 'A subject that goes on and on until it needs more than one line',
        message: `${'long'.repeat(60)}\nLine`,
      });
    ticketId = (await db.read.select().from(tickets))[0]?.id ?? '';
    await insertCoupon(db, { code: 'SUMMER-10', email: 'a.rather.long.address.of.somebody@mail.example.in' });
    await insertCoupon(db, { code: 'WINTER-10', maxUses: 1, uses: 1, minSubtotal: 49_900 });
    for (const comment of ['x'.repeat(2000), 'Short'])
      await (await shop.person()).post(`/api/reviews/${serum}`, { rating: 4, title: 'My word', comment });
    const colleague = await shop.person('operator');
    const name = 'Venkatanarasimharajuvaripeta Subramaniam';
    await db.write.update(users).set({ name }).where(eq(users.id, colleague.id));
    await db.write
      .insert(subscribers)
      .values({
        email: 'a.rather.long.address.of.somebody.or.other@mail.example.in',
        createdAt: Date.now(),
        token: 'secret',
      });
    await db.write
      .insert(outbox)
      .values({
        id: crypto.randomUUID(),
        cause: 'ticket:x',
        recipient: 'asha.rao.of.bengaluru@example.in',
        content: { kind: 'ticket_received', subject: 'Hello', message: 'A question', name: null },
        status: 'held',
        limited: true,
        nextTryAt: Date.now(),
        createdAt: Date.now(),
      });
  });

  /** A screen, and the buttons whose dialogs are checked too. */
  type Screen = { at: () => string; ready: (page: Page) => Locator; dialogs?: RegExp[] };
  /** Of each layout one, which `npm run verify` checks at both widths; the others at one. */
  const layouts = ['today', 'orders', 'an order', 'stock', 'refunds'];
  const at = (route: string) => () => route;
  const work: Record<string, Screen> = {
    audit: { at: at('audit'), ready: (page) => page.locator('.desk-screen tbody tr') },
    today: { at: at('today'), ready: (page) => page.locator('.desk-low').getByText('3 left') },
    searches: { at: at('searches'), ready: (page) => row(page, 'lipstick') },
    speed: { at: at('speed'), ready: (page) => page.getByText('≤ 4 s') },
    orders: { at: at('orders'), ready: (page) => page.locator('.desk-orders tbody tr') },
    'an order': { at: () => `orders/${orderId}`, ready: (page) => page.getByText('Call first') },
  };
  const goods: Record<string, Screen> = {
    'shipping many': {
      at: at('orders/ship'),
      ready: (page) => page.getByRole('heading', { name: 'Ship orders' }),
    },
    'a courier’s file': { at: at('orders/file'), ready: (page) => page.getByLabel('CSV file') },
    papers: { at: at('orders/print'), ready: (page) => page.locator('.parcel-label') },
    refunds: { at: at('refunds'), ready: (page) => button(page, /^Send back/), dialogs: [/^Send back/] },
    stock: { at: at('stock'), ready: (page) => row(page, 'Glow Serum'), dialogs: [/^Adjust Glow/] },
    'changes of stock': {
      at: at(`stock/${serum}`),
      ready: (page) => page.getByRole('heading', { level: 1, name: 'Glow Serum' }),
      dialogs: [/^Pause selling/],
    },
  };
  const people: Record<string, Screen> = {
    reviews: { at: at('reviews'), ready: (page) => page.getByText('Short'), dialogs: [/^Hide: the review/] },
    tickets: { at: at('tickets'), ready: (page) => row(page, 'A subject') },
    'a ticket': { at: () => `tickets/${ticketId}`, ready: (page) => page.getByLabel(/^Answer to/) },
    codes: { at: at('coupons'), ready: (page) => row(page, 'SUMMER-10'), dialogs: [/^Create code/] },
    newsletter: {
      at: at('subscribers'),
      ready: (page) => row(page, 'a.rather'),
      dialogs: [/^Unsubscribe a/],
    },
    'held emails': { at: at('held'), ready: (page) => row(page, 'Receipt of a message') },
    operators: {
      at: at('people'),
      ready: (page) => button(page, /^Remove Venkata/),
      dialogs: [/^Remove Venkata/, /^Add operator/],
    },
  };

  test.each([
    ['work and orders', work],
    ['parcels and goods', goods],
    ['people and what they wrote', people],
  ])('%s', async (_, screens) => {
    const { page } = await atDesk('audit');
    for (const [name, { at: route, ready, dialogs = [] }] of Object.entries(screens)) {
      await page.goto(`/desk#${route()}`);
      await see(ready(page));
      await see(page.getByRole('heading', { level: 1 }));
      await looksRight(page, name, { atBothWidths: runsWhole || layouts.includes(name) });
      for (const opener of dialogs) {
        await button(page, opener).first().click();
        await see(dialog(page));
        await looksRight(page, `the dialog of ${opener}`, { within: 'dialog[open]' });
        await page.keyboard.press('Escape');
      }
    }
  });

  test('an export, and its saved file', async () => {
    const { page } = await atDesk('export');
    await see(button(page, 'Export'));
    await looksRight(page, 'export', { atBothWidths: true });
    await field(page, 'Your password').fill(password);
    const saved = page.waitForEvent('download');
    await button(page, 'Export').click();
    await saved;
    await see(page.getByRole('link', { name: /^Save orders/ }));
    await looksRight(page, 'a saved file', { atBothWidths: true });
  });
});
