/** A product's page, prerendered or served by the shell (docs/behaviour.md, "Product page", "Product shell"). */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { priceChanges, products } from '#db/schema/index.ts';
import { day, hour, setClock } from '../support/clock.ts';
import { changeCoupon, insertCoupon } from '../support/coupons.ts';
import { cream, serum, toner } from '../support/orders.ts';
import { setRetired, setStock } from '../support/rows.ts';
import { browserTest } from './browser-test.ts';
import { badge, hold, isFocused, storedCarts, toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visit, visitAsGuest, test } = browserTest({ proxy: true, keepsData: true });

const tonerPage = `/product/${toner}`;

/** A product that was added after the last build. */
async function insertProduct(id: string, values: Partial<typeof products.$inferInsert> = {}): Promise<void> {
  const [like] = await shop.db.read.select().from(products).where(eq(products.id, toner));
  if (!like) throw new Error('the catalogue lacks its toner');
  await shop.db.write.insert(products).values({ ...like, id, name: 'Neem Water', stock: 3, ...values });
}

describe('a built page', () => {
  test('breadcrumb, price with discount, skin type and quantity; Add to Cart adds it', async () => {
    const { page } = await visit(390, { path: tonerPage });
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
    const links = await trail
      .getByRole('link')
      .evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')]));
    expect(links).toEqual([
      ['Home', '/'],
      ['Shop', '/collection'],
      ['Toners', '/category/toner'],
    ]);
    expect(await trail.locator('[aria-current="page"]').textContent()).toBe('Rose Toner');
    const intro = page.locator('.intro');
    expect(await intro.locator('.price strong').textContent()).toBe('₹349.00');
    expect(await intro.locator('.price').textContent()).toMatch(
      /₹399\.00\s*12% off\s*inclusive of all taxes/,
    );
    await see(intro.getByText('For All Skin Types'));
    await see(intro.getByText('Free delivery'));
    await see(intro.getByText('100% authentic'));
    // "The product's own rating is used when there are no reviews"; this product has neither.
    await see(intro.getByText('No reviews yet'));

    // The quantity is between 1 and 10.
    const field = page.getByLabel('Quantity', { exact: true }).and(page.locator('input'));
    const [less, more] = [
      page.getByRole('button', { name: 'One less' }),
      page.getByRole('button', { name: 'One more' }),
    ];
    expect(await less.getAttribute('aria-disabled')).toBe('true');
    await less.tap({ force: true });
    expect(await field.inputValue()).toBe('1');
    for (let n = 0; n < 9; n++) await more.tap();
    expect(await field.inputValue()).toBe('10');
    expect(await more.getAttribute('aria-disabled')).toBe('true');
    await more.tap({ force: true });
    expect(await field.inputValue()).toBe('10');
    await field.fill('0');
    await field.blur();
    expect(await field.inputValue()).toBe('1');
    await field.fill('99');
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).tap();
    await see(toast(page, 'Rose Toner'));
    expect(await field.inputValue()).toBe('10');
    expect(await storedCarts(page)).toEqual({ guest: { [toner]: 10 } });
  });

  test('shows the price of a sale that has begun since the build: page, bar, label, structured data, cards and cart', async () => {
    const { page } = await visit(390);
    const from = Date.now() - hour;
    const sale = { name: 'Diwali sale', from, until: from + day, percent: 20 };
    await shop.db.write
      .update(products)
      .set({ sales: [sale] })
      .where(eq(products.id, toner));
    await shop.db.write.insert(priceChanges).values({ productId: toner, at: from - day, price: 33_900 });
    await page.goto(tonerPage);
    const intro = page.locator('.intro');
    await see(intro.getByText('₹279.20'));
    expect(await intro.locator('.price').textContent()).toMatch(/MRP ₹399\.00\s*30% off\s*inclusive/);
    await see(
      intro.getByText(/^Diwali sale until .*: 17% less than ₹339\.00, the lowest price of the 30 days/),
    );
    expect((await page.locator('.buy-bar .price').textContent())?.trim()).toBe('₹279.20');
    expect(await page.locator('.facts').last().textContent()).toContain(
      '₹2.79 per ml (at the MRP ₹3.99 per ml)',
    );
    const data = await page.locator('script[data-live="offer"]').textContent();
    expect(JSON.parse(data ?? '').offers).toMatchObject({
      price: '279.20',
      priceValidUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });

    await page.getByRole('button', { name: 'Add to Cart', exact: true }).tap();
    await page.goto('/collection');
    const card = page.locator(`[data-card="${toner}"] .price`);
    await becomes(() => card.textContent(), '₹279.20MRP ₹399.0030% off');
    await page.goto('/cart');
    await see(page.getByText('₹279.20 each'));
    await shop.db.write.update(products).set({ sales: [] });
    await page.goto(tonerPage);
    await see(intro.getByText('₹349.00'));
  });

  test('a page and a cart that stay open show the price after the end of a sale', async () => {
    const from = Date.now() - hour;
    await shop.db.write
      .update(products)
      .set({ sales: [{ name: 'Diwali sale', from, until: from + day, percent: 20 }] })
      .where(eq(products.id, toner));
    const { page, context } = await visitAsGuest({ cart: { [toner]: 1 } });
    const cart = await context.newPage();
    for (const one of [page, cart]) await one.clock.install();
    await page.goto(tonerPage);
    await cart.goto('/cart');
    const intro = page.locator('.intro');
    await see(intro.getByText('₹279.20'));
    await see(cart.getByText('₹279.20').first());
    await setClock(shop, day);
    for (const one of [page, cart]) await one.clock.fastForward(day);
    await see(intro.getByText('₹349.00'));
    await see(cart.getByText('₹349.00').first());
    expect(await cart.getByText('₹279.20').count()).toBe(0);
    expect((await page.locator('.buy-bar .price').textContent())?.trim()).toBe('₹349.00');
    await shop.db.write.update(products).set({ sales: [] });
  });

  test('a page that stays open shows the price of a sale within five seconds of its begin', async () => {
    const from = Date.now() + day;
    await shop.db.write
      .update(products)
      .set({ sales: [{ name: 'Diwali sale', from, until: from + day, percent: 20 }] })
      .where(eq(products.id, toner));
    const { page } = await visit(390);
    await page.clock.install();
    const isFollowed = page.waitForResponse(/live-prices/);
    await page.goto(tonerPage);
    await isFollowed;
    await see(page.locator('.intro').getByText('₹349.00'));
    await setClock(shop, from - Date.now() + 1_000);
    await page.clock.fastForward(from - Date.now() + 5_000);
    await see(page.locator('.intro').getByText('₹279.20'));
    await shop.db.write.update(products).set({ sales: [] });
  });

  test("Share opens the platform's sheet; without one it copies the address", async () => {
    const { page, context } = await visit(390);
    await page.addInitScript(() => {
      const shared: ShareData[] = [];
      Object.assign(window, { shared });
      navigator.canShare = () => true;
      navigator.share = async (data) => {
        shared.push(data ?? {});
        if (shared.length > 1) throw new DOMException('closed', 'AbortError');
      };
    });
    const share = page.getByRole('button', { name: 'Share' });
    const shared = () => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
    await page.goto(`${tonerPage}?from=mail`);
    await share.tap();
    await becomes(shared, [{ title: 'Rose Toner', url: `${shop.stack.url}${tonerPage}` }]);
    // Closing the sheet is no failure.
    await share.tap();
    await becomes(async () => (await shared()).length, 2);
    expect(await page.locator('.toast').count()).toBe(0);

    await page.evaluate(() => Object.assign(navigator, { canShare: undefined }));
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await share.tap();
    await see(toast(page, 'Link copied'));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${shop.stack.url}${tonerPage}`);
  });

  test('tabs work by keyboard; the FAQ shows one category at a time, and "accordions open one item at a time"', async () => {
    const { page } = await visit(390, { path: tonerPage });
    const tab = (name: string) => page.getByRole('tab', { name });
    const panel = (name: string) => page.getByRole('tabpanel', { name });
    expect(await panel('Key Benefits').isVisible()).toBe(true);
    expect(await page.locator('#panel-ingredients').isVisible()).toBe(false);
    await tab('Key Benefits').focus();
    for (const [key, name] of [
      ['ArrowRight', 'Ingredients'],
      ['ArrowRight', 'Key Benefits'],
      ['ArrowLeft', 'Ingredients'],
      ['Home', 'Key Benefits'],
      ['End', 'Ingredients'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await isFocused(tab(name))).toBe(true);
      expect(await page.getByRole('tab', { selected: true }).allTextContents()).toHaveLength(1);
      await see(panel(name));
      expect(await page.getByRole('tabpanel').count()).toBe(1);
    }
    await page.keyboard.press('Tab');
    expect(await isFocused(panel('Ingredients').getByRole('link').first())).toBe(true);

    const questions = page.locator('.faq details');
    const shownIn = async () => [
      ...new Set(
        await page
          .locator('.faq details:visible')
          .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.category)),
      ),
    ];
    await page.locator('.faq').scrollIntoViewIfNeeded();
    expect((await shownIn()).length).toBeGreaterThan(1);
    for (const name of ['Usage', 'Ingredients']) {
      const choice = page.getByRole('radio', { name, exact: true });
      await page.locator('.faq label', { has: choice }).tap();
      expect(await shownIn()).toEqual([name.toLowerCase()]);
    }
    // The list gets longer above or below the finger.
    await becomes(async () => {
      await page.locator('.faq label').first().tap();
      return (await shownIn()).length > 1;
    }, true);
    await questions.nth(0).locator('summary').tap();
    await questions.nth(1).locator('summary').tap();
    await becomes(
      () => questions.evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open).slice(0, 3)),
      [false, true, false],
    );
  });
});

describe('live stock', () => {
  /** The boxes of all elements that might be moved. */
  const places = (page: Page, what: string) =>
    page.locator(what).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));

  test("'Only 3 left' and 'Sold out' appear and move nothing; below the buttons of what is sold out the email is offered", async () => {
    const { page } = await visit(390);
    for (const [stock, text, parts] of [
      [3, 'Only 3 left', '.intro *:not([data-live]):not([data-live] *), .tabs, .faq'],
      [0, 'Sold out', '.intro .price, .buy > :not(.stock-alert, [data-live]), .buy .row .button'],
    ] as const) {
      await setStock(shop.db, serum, stock);
      const live = await hold(page, '**/api/product/live?*');
      await page.goto(`/product/${serum}`);
      await live.came;
      await page.evaluate(() => document.fonts.ready);
      const before = await places(page, parts);
      live.release();
      await see(page.getByRole('status').getByText(text, { exact: true }));
      expect(await places(page, parts)).toEqual(before);
      await page.unroute('**/api/product/live?*');
    }
    expect((await page.locator('.buy .button.add').textContent())?.trim()).toBe('Sold out');
    expect(await page.locator('script[data-live="offer"]').textContent()).toContain('schema.org/OutOfStock"');
    expect(await page.locator('[data-buy-bar] button').isDisabled()).toBe(true);
    for (const button of await page.locator('.buy .row .button').all())
      expect(await button.isDisabled()).toBe(true);
    await setStock(shop.db, serum, 100);
    await setRetired(shop.db, serum, true);
    await page.reload();
    await see(page.getByRole('status').getByText('No longer sold'));
    for (const button of await page.locator('.buy .row .button').all())
      expect(await button.isDisabled()).toBe(true);
    await setRetired(shop.db, serum, false);
  });

  test('cards do not move either; a sold-out card has a disabled button', async () => {
    await setStock(shop.db, cream, 0);
    const { page } = await visit(390);
    const live = await hold(page, '**/api/product/live?*');
    await page.goto('/collection');
    await live.came;
    await page.evaluate(() => document.fonts.ready);
    const before = await places(page, '.card, .card-price, .card .button');
    live.release();
    const card = page.locator(`[data-card="${cream}"]`);
    await see(card.locator('.card-stock').getByText('Sold out'));
    expect(await places(page, '.card, .card-price, .card .button')).toEqual(before);
    expect(await card.locator('[data-add-to-cart]').isDisabled()).toBe(true);
    await setStock(shop.db, cream, 100);
  });
});

describe('a product that is not in the build', () => {
  test('the shell shows it with 200, and it can be bought', async () => {
    await insertProduct('neem-water', { bestseller: true, spf: 30 });
    const code = await insertCoupon(shop.db, { percent: 15, listed: true });
    const { page } = await visit(390);
    const held = await hold(page, '**/api/product/neem-water');
    const response = await page.goto('/product/neem-water');
    expect(response?.status()).toBe(200);
    await held.came;
    await see(page.getByText('Loading product...'));
    held.release();
    await see(page.getByRole('heading', { level: 1, name: 'Neem Water' }));
    await see(page.getByText('₹349.00'));
    await see(page.getByText('Only 3 left'));
    await see(page.getByText(`15% off with ${code}`));
    await changeCoupon(shop.db, code, { listed: false });
    expect(await page.locator('.product-shell-marks .badge').allTextContents()).toEqual([
      'Bestseller',
      'SPF 30',
    ]);
    await page.getByRole('button', { name: 'One more' }).tap();
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).tap();
    await see(toast(page, 'Neem Water'));
    await becomes(() => badge(page), '2');
    // One of three is left to add.
    const add = page.locator('[data-add-to-cart]');
    expect(await page.getByRole('button', { name: 'One more' }).isDisabled()).toBe(true);
    await add.tap();
    await becomes(() => add.textContent(), 'All 3 in your cart');
    await add.press('Enter');
    await see(toast(page, 'Only 3 left, and all of them are in your cart.'));
    expect(await badge(page)).toBe('3');
  });

  test("retired: 'no longer sold', with 410; unknown: 'Product not found', with 404", async () => {
    await insertProduct('old-water', { name: 'Old Water', retired: true });
    const { page, expectFailure } = await visit(1280);
    expectFailure('/product/old-water', 410);
    await page.goto('/product/old-water');
    await see(page.getByRole('heading', { name: 'Old Water is no longer sold' }));
    expect(await page.getByRole('button', { name: 'Add to Cart' }).count()).toBe(0);

    const id = 'No%20Such';
    expectFailure(`/product/${id}`, 404);
    expectFailure(`/api/product/${id}`, 404);
    await page.goto(`/product/${id}`);
    await see(page.getByRole('heading', { name: 'Product not found' }));
  });

  test('an answer of the last release, without variants, is shown', async () => {
    await insertProduct('new-water', { name: 'New Water' });
    const { page } = await visit(390);
    await page.route('**/api/product/new-water', async (route) => {
      const { variants: _, ...answer } = await (await route.fetch()).json();
      await route.fulfill({ json: answer });
    });
    await page.goto('/product/new-water');
    await see(page.getByRole('heading', { level: 1, name: 'New Water' }));
  });

  test('during a database failure: an error text with 503, and a retry that works', async () => {
    await insertProduct('late-water', { name: 'Late Water' });
    const { page, expectFailure, failOnce } = await visit(1280);
    shop.proxy.answerWith(503, 'away');
    expectFailure('/product/late-water', 503);
    expectFailure('/api/product/late-water', 503);
    await page.goto('/product/late-water');
    const problem = page.getByRole('alert').getByText('The shop is busy for a moment. Please try again.');
    await see(problem);
    const again = page.getByRole('button', { name: 'Try again' });
    await failOnce('/api/product/late-water', { status: 500 });
    await again.click();
    await see(page.getByRole('alert').getByText('Error fetching products'));
    shop.proxy.answerWith();
    await again.click();
    await see(page.getByRole('heading', { level: 1, name: 'Late Water' }));
    await gone(problem);
  });
});

test('without JavaScript a product has its price, texts, pictures and links; the collection 16 products with prices', async () => {
  const { page } = await visit(390, { path: tonerPage, javaScriptEnabled: false });
  expect(await page.locator('.intro .price strong').textContent()).toBe('₹349.00');
  await see(page.locator('.intro .description'));
  // What says that the cart needs scripts is below the price.
  const [price, notice] = await Promise.all(
    ['.intro .price', '.buy .notice:visible'].map((part) => page.locator(part).first().boundingBox()),
  );
  expect(notice?.y).toBeGreaterThanOrEqual((price?.y ?? 0) + (price?.height ?? 0));
  for (const part of ['.benefits li', '.key dt', '.inci']) await see(page.locator(part));
  expect(await page.getByRole('link', { name: 'Does it suit my skin?' }).isVisible()).toBe(false);
  // A picture links to its large version.
  const large = await page
    .locator('[data-strip]')
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(large.slice(0, 2)).toEqual([1, 2].map((n) => `/media/products/${toner}/${n}.jpg`));
  for (const path of large) expect((await fetch(`${shop.stack.url}${path}`)).status).toBe(200);
  // Its reviews, and each ingredient with the products that have it, are pages of their own.
  await page.getByRole('link', { name: 'Read the reviews' }).tap();
  await page.waitForURL(`${tonerPage}/reviews`);
  await see(page.getByText('No rating yet'));
  await page.goBack();
  await page.getByRole('link', { name: 'Sodium PCA', exact: true }).tap();
  await page.waitForURL('**/ingredients/sodium-pca');
  await see(page.getByRole('link', { name: 'Rose Toner', exact: true }));
  await page.getByRole('main').getByRole('link', { name: 'All ingredients' }).tap();
  await see(page.getByRole('link', { name: 'Vitamin B3', exact: true }));
  expect(await page.getByLabel('Find an ingredient').isVisible()).toBe(false);

  await page.goto('/collection');
  const prices = await page.locator('.card .price strong:visible').allInnerTexts();
  expect(prices).toHaveLength(16);
  for (const price of prices) expect(price).toMatch(/^₹[\d,]+\.\d\d$/);
  expect(await page.locator('.card-name:visible').count()).toBe(16);
});
