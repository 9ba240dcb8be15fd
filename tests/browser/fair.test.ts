/**
 * The thirteen dark patterns of India's Guidelines for Prevention and Regulation of Dark Patterns, 2023: one test for
 * each, which fails if the shop has it. `/policies/fair-design` promises the same to shoppers.
 */
import { sql } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { products } from '#db/schema/index.ts';
import { day, hour, setClock } from '../support/clock.ts';
import { codeIn, welcomeEmailTo } from '../support/newsletter.ts';
import { placed, serum, toner } from '../support/orders.ts';
import { countRows, select, setStock } from '../support/rows.ts';
import { faults } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { buyKit, kit, payOnline } from './fair-orders.ts';
import { findings, once, type PageContent, textOf, visitEverywhere } from './fair-pages.ts';
import { openOrders } from './payment-steps.ts';
import { hydrated, storedCarts } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visit, visitAsGuest, visitAsShopper, test } = browserTest({
  simulators: true,
  keepsData: true,
});

beforeEach(() => shop.db.write.update(products).set({ stock: 100 }));

const bought = once(() => buyKit(shop, visit));
const paidOnline = once(() => payOnline(shop, visit));
const everywhere = once(() => visitEverywhere(shop, visit));

/** Texts of places for the stock that are not empty, by product. */
const stockTexts = (page: Page) =>
  page
    .locator('[data-live="stock"]')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.filter((one) => one.textContent).map((one) => [(one as HTMLElement).dataset.id, one.textContent]),
      ),
    );

test('False urgency: nothing counts down, and what is said of stock and time is true', async () => {
  const { all, opened } = await everywhere();
  const hurry =
    /\bhurry\b(?!\?)|selling (out|fast)|almost gone|last chance|limited[- ]time|flash sale|ends (soon|today|tonight|in)|while (stocks?|supplies) lasts?|act (now|fast)|don.t miss|(people|others|shoppers) (are )?(looking|viewing|watching|bought|buying)|in \d+ carts|\d\d?:\d\d:\d\d/i;
  expect(findings(all, hurry, textOf)).toEqual([]);
  expect(opened.map(({ path, changed }) => [path, changed]).filter(([, changed]) => changed)).toEqual([]);

  const { page } = await visit(390);
  const stock = { [serum]: 1, [toner]: 5, 'barrier-cream': 6, [kit]: 0 };
  for (const [id, pieces] of Object.entries(stock)) await setStock(shop.db, id, pieces);
  await page.goto('/collection');
  await becomes(() => stockTexts(page), {
    [serum]: 'Only 1 left',
    [toner]: 'Only 5 left',
    [kit]: 'Sold out',
  });

  // The courier's time is a time of the day, and does not begin anew with a visit.
  const left = page.locator('[data-time-left]');
  const wednesday = Date.parse('2026-12-02T10:00:00+05:30');
  for (const [hours, text] of [
    [0, 'Order within 4 h'],
    [1, 'Order within 3 h'],
  ] as const) {
    await setClock(shop, wednesday + hours * hour - Date.now());
    await page.clock.setFixedTime(wednesday + hours * hour);
    await page.goto(`/product/${toner}`);
    await page.getByLabel('Delivery to pincode').fill('560001');
    await see(page.getByText(/^Arrives /));
    expect(await left.textContent()).toBe(text);
  }
});

test('Basket sneaking: the cart and the order hold what was chosen, and nothing else', async () => {
  const { guest } = await everywhere();
  expect(guest.carts).toEqual({ guest: { [toner]: 1 } });
  const { cart, lines, order, sold } = await bought();
  expect(cart).toEqual({ guest: { [kit]: 1 } });
  expect(lines).toEqual([expect.stringMatching(/^Morning Ritual\s+Quantity 1$/)]);
  expect(sold.map(({ productId, quantity }) => [productId, quantity])).toEqual([[kit, 1]]);
  expect(order?.subtotal).toBe(sold[0]?.price);
});

test('Confirm shaming: every dialog can be left by a plain word, and no button judges', async () => {
  const { all, opened } = await everywhere();
  const dialogs = new Map(opened.flatMap((page) => page.dialogs.map(({ name, buttons }) => [name, buttons])));
  expect([...dialogs.keys()]).toEqual(expect.arrayContaining(['Menu', 'Delete your account for good?']));
  const plain = /^(Close|Close menu|Cancel|Back|Not now|(Keep|Stay|Leave)( My)? [A-Za-z]+)$/;
  const without = [...dialogs].filter(([, buttons]) => !buttons.some((text) => plain.test(text)));
  expect(without).toEqual([]);
  const shame =
    /^no\b|\bI('m| am|'d| would| do| don't| will| prefer| hate| like)\b|no,? thanks|miss(ing)? out|full price|don't (care|want|need)|sorry|regret|\bmaybe later\b|sure\?/i;
  expect(findings(all, shame, ({ buttons }) => buttons)).toEqual([]);
});

test('Forced action: a guest orders with what a parcel needs, and nothing asks for more', async () => {
  const { guest } = await everywhere();
  expect(guest.pages.filter(({ path, landed }) => path !== landed)).toEqual([]);
  const { fields, guest: buyer, order, cookies } = await bought();
  expect([...new Set(fields)].sort()).toEqual(
    [
      'address',
      'city',
      'email',
      'firstName',
      'lastName',
      'mononym',
      'paymentMethod',
      'phone',
      'saveInfo',
      'state',
      'zipcode',
    ].sort(),
  );
  expect(order).toMatchObject({ status: 'Order Placed', address: { email: buyer.email } });
  const people = await select(shop.db, sql`SELECT guest FROM users WHERE email = ${buyer.email}`);
  expect(people).toEqual([{ guest: 1 }]);
  expect(await countRows(shop.db, 'subscribers')).toBe(0);
  expect(cookies).toEqual([]);
});

test('Subscription trap: the newsletter is left as easily as it is joined', async () => {
  const email = 'reads-letters@example.in';
  const { page } = await visit(390, { path: '/' });
  const joining = page.locator('[data-newsletter]');
  const controls = (within: Locator) => within.locator('input, select, textarea, button, a').count();
  const toJoin = await controls(joining);
  await joining.getByLabel('Email').fill(email);
  await joining.getByRole('button', { name: 'Subscribe' }).tap();
  await see(page.getByText('Thank you for subscribing!'));
  const asked = await shop.simulators.mailbox.waitFor(({ subject }) => subject.endsWith('is one click away'));
  const link = new URL(/https?:\S+\/subscribed\?token=\S+/.exec(asked.text ?? '')?.[0] ?? '');
  expect(asked.text).not.toContain('HARITA-');
  await page.goto(link.pathname + link.search);
  await page.getByRole('button', { name: 'Confirm and show my code' }).tap();
  await see(page.getByRole('heading', { name: 'Welcome' }));
  const { text, headers } = await welcomeEmailTo(shop, email);
  await see(page.getByText(codeIn({ text } as Parameters<typeof codeIn>[0])));
  expect(headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const { pathname, search } = new URL(/Unsubscribe: (\S+)/.exec(text ?? '')?.[1] ?? '');
  await page.goto(pathname + search);
  const leaving = page.locator('[data-state="ask"]');
  expect(await controls(leaving.locator(':scope > :not(.no-script)'))).toBeLessThanOrEqual(toJoin);
  expect(await page.locator('main :is(input, select, textarea)').count()).toBe(0);
  await leaving.getByRole('button', { name: 'Unsubscribe' }).tap();
  await see(page.getByRole('heading', { name: 'You are unsubscribed' }));
  expect(await countRows(shop.db, 'subscribers', sql`unsubscribed_at IS NULL`)).toBe(0);
});

/** Asserts that two answers are equally easy to see and to press. */
async function areEqual(page: Page, box: string): Promise<void> {
  const answers = await page.locator(`${box} .actions > *`).evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const { fontSize, fontWeight, opacity } = getComputedStyle(one);
      const onTop = document.elementFromPoint(x + width / 2, y + height / 2);
      return {
        height: Math.round(height),
        fontSize,
        fontWeight,
        opacity,
        reachable: onTop !== null && one.contains(onTop),
      };
    }),
  );
  const [first] = answers;
  expect(answers).toEqual([first, first]);
  expect(first?.reachable).toBe(true);
}

test('Interface interference: yes and no are equally easy to see and to press', async () => {
  const { page, person } = await visitAsShopper({ cart: { [toner]: 1 } });
  await placed(person, { [toner]: 1 });
  await openOrders(page);
  await page.getByRole('button', { name: 'Cancel Order' }).tap();
  // Its script loads when it is opened, so no page has it yet.
  const cancelling = page.getByRole('dialog', { name: 'Cancel the whole order?' });
  await see(cancelling);
  expect(await cancelling.getByRole('button').allTextContents()).toEqual([
    'Keep Order',
    'Cancel Whole Order',
  ]);
  await areEqual(page, 'dialog[open]');
  expect(await faults(page, { within: 'dialog[open]' })).toEqual([]);
  await page.goto('/account');
  await hydrated(page);
  for (const name of ['Delete My Account', 'Download My Data']) {
    await page.getByRole('button', { name }).tap();
    await areEqual(page, 'dialog[open]');
    await page.keyboard.press('Escape');
  }
  await page.goto('/unsubscribe?token=abc');
  await becomes(() => page.getByRole('button', { name: 'Unsubscribe' }).isEnabled(), true);
  await areEqual(page, '[data-state="ask"]');

  const { methods, chosen } = await bought();
  expect(methods).toEqual([methods[0], methods[0], methods[0]]);
  expect(chosen).toBe('cod');
});

test('Bait and switch: one price from the card to the order, and nothing sold out on offer', async () => {
  const { built } = await everywhere();
  const { body } = await shop.client().get('/api/product/list');
  const wanted = Object.fromEntries(
    body.products.map(({ _id, price }) => [
      _id,
      `₹${price.toLocaleString('en-IN', { minimumFractionDigits: 2 })}`,
    ]),
  );
  const shown = built.flatMap(({ path, prices }) =>
    Object.entries(prices).map(([id, price]) => [path, id, price]),
  );
  expect(shown.length).toBeGreaterThan(32);
  expect(shown.filter(([, id = '', price]) => wanted[id] !== price)).toEqual([]);
  const { prices } = await bought();
  expect(prices).toEqual(Array(4).fill(wanted[kit]));

  await setStock(shop.db, toner, 0);
  const { page } = await visit(390, { path: '/collection?q=rose' });
  const buttons = page.locator(`[data-add-to-cart="${toner}"], [data-buy-now="${toner}"]`);
  await becomes(() => stockTexts(page), { [toner]: 'Sold out' });
  expect(
    await buttons.evaluateAll((all) => all.map((one) => (one as HTMLButtonElement).disabled)),
  ).not.toContain(false);
  expect((await shop.client().get('/feed.xml')).text).toMatch(
    new RegExp(`<g:id>${toner}</g:id>(?:(?!</item>)[\\s\\S])*out_of_stock`),
  );
});

test('Drip pricing: the bill of the cart is the bill of every way to pay, and of the order', async () => {
  const { bills, order, code } = await bought();
  expect(bills.cart?.map(([label]) => label)).toEqual([
    'Subtotal',
    `Discount (${code})`,
    'Delivery',
    'Total',
  ]);
  for (const at of ['razorpay', 'stripe']) expect([at, bills[at]]).toEqual([at, bills.cart]);
  const paiseOf = (bill: typeof bills.cart) =>
    bill?.map(([, amount]) => (amount === 'Free' ? 0 : Number(amount?.replace(/\D/g, '')))) ?? [];
  // Cash is paid in whole rupees: a part of the discount that is below a rupee goes, and nothing else changes.
  expect(bills.checkout).toEqual(bills.cod);
  const [inCart, inCash] = [paiseOf(bills.cart), paiseOf(bills.cod)];
  expect(inCash[3]).toBe(Math.ceil((inCart[3] ?? 0) / 100) * 100);
  expect([inCash[0], inCash[2]]).toEqual([inCart[0], inCart[2]]);
  expect([order?.subtotal, order?.discount, order?.delivery, order?.total]).toEqual(inCash);
  const { built } = await everywhere();
  expect(
    built.filter(
      ({ path, text }) => path.startsWith('/product/') && !text.includes('inclusive of all taxes'),
    ),
  ).toEqual([]);
});

// tests/browser/reviews.test.ts and tests/built/content.test.ts: samples of reviews and testimonials are marked.
test('Disguised advertisement: no place is paid for, and illustrations are marked', async () => {
  const { built, all } = await everywhere();
  expect(
    findings(all, /\b(sponsored|promoted by|paid partnership|affiliate|in partnership with)\b/i, textOf),
  ).toEqual([]);
  const paid = (page: PageContent) =>
    page.links
      .filter(({ rel }) => /sponsored/.test(rel))
      .concat(page.links.filter(({ href }) => /^https?:.*[?&](utm_\w+|aff\w*|ref|tag|gclid)=/.test(href)));
  expect(all.flatMap(paid)).toEqual([]);
  expect(built.find(({ path }) => path === '/')?.text).toContain('Illustration');
});

test('Nagging: nothing opens by itself within an hour, and what was dismissed stays so', async () => {
  const { opened, guest, shopper } = await everywhere();
  expect(opened.filter((page) => page.opened.length).map((page) => [page.path, page.opened])).toEqual([]);
  expect([...guest.asked, ...shopper.asked]).toEqual([]);

  const { page } = await visitAsGuest({ cart: { [toner]: 1 }, reducedMotion: 'no-preference' });
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Remove Rose Toner' }).tap();
  await see(page.getByText('Rose Toner was removed.'));
  const still = page.locator('[data-banner-toggle]');
  await still.tap();
  await page.goto('/cart');
  await becomes(() => still.getAttribute('aria-pressed'), 'true');
  await gone(page.getByText('Rose Toner'));
  expect(await storedCarts(page)).toEqual({ guest: {} });
});

test('Trick question: every box begins empty, and says without a "not" what it does', async () => {
  const { all } = await everywhere();
  const boxes = all.flatMap(({ path, boxes }) => boxes.map((box) => ({ path, ...box })));
  expect(boxes).toContainEqual({
    path: '/checkout',
    label: 'Save this information for next time',
    checked: false,
  });
  const doubtful = boxes.filter(
    ({ label, checked }) =>
      checked ||
      !label ||
      /\b(not|no|never|without|unless|stop|opt)\b|n['’]t\b|\bun(tick|check|subscribe)/i.test(label),
  );
  expect(doubtful).toEqual([]);
});

test('SaaS billing: an order is one payment, and nothing can be charged again', async () => {
  const { all } = await everywhere();
  expect(
    findings(
      all,
      /free trial|subscribe (and|&) save|auto-?renew|membership|(billed|charged) (monthly|yearly)|monthly plan|repeat order/i,
      textOf,
    ),
  ).toEqual([]);
  const { options, session } = await paidOnline();
  expect(session).toMatchObject({ mode: 'payment' });
  const created = shop.simulators.stripe.api.seen('POST', '/v1/checkout/sessions').map(({ body }) => body);
  expect(JSON.stringify(created)).not.toMatch(/recurring|future_usage|subscription|customer_creation/);
  expect(options).toEqual(
    [
      'key',
      'prefill',
      'order_id',
      'amount',
      'currency',
      'name',
      'description',
      'theme',
      'handler',
      'modal',
    ].sort(),
  );
  const charges = () => shop.simulators.stripe.charges.length + shop.simulators.razorpay.payments.length;
  const before = charges();
  for (const days of [32, 366]) {
    await setClock(shop, days * day);
    await shop.stack.scheduled();
  }
  expect([before, charges()]).toEqual([1, 1]);
});

test('Rogue malware: no foreign script, no download, and the payment window only for a payment', async () => {
  const { guest, shopper, all, opened } = await everywhere();
  expect([...guest.foreign, ...shopper.foreign]).toEqual([]);
  expect(all.filter(({ frames }) => frames)).toEqual([]);
  const files = /\.(exe|msi|dmg|pkg|apk|ipa|crx|xpi|jar|zip|bat|scr)$/i;
  expect(
    all.flatMap(({ links }) => links.filter(({ href, download }) => download || files.test(href))),
  ).toEqual([]);
  const ofProvider = ["'self'", 'https://checkout.razorpay.com', 'https://cdn.razorpay.com'];
  for (const { path, scripts } of opened)
    expect([path, scripts]).toEqual([path, path === '/checkout' ? ofProvider : ["'self'"]]);
  const { scripts } = await paidOnline();
  expect(scripts.before).toEqual([]);
  expect(scripts.after).toEqual([expect.stringContaining('razorpay')]);
});
