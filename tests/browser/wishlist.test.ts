/** The wish list on the device, in the account and by a link (docs/behaviour.md, "Wish list"). */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { maxWishes, type WishList } from '#domain/wishlist/wish-list.ts';
import { verifiedUser } from '../support/accounts.ts';
import { serum, toner } from '../support/orders.ts';
import { setRetired, setStock } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { badge, isFocused, logIn, requested, shownNames, signOut, stored, storing, toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visit, visitAsShopper, test } = browserTest();
const tint = 'mineral-tint-spf-40';
const list = '/wishlist';

const heart = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name: `Save ${name}`, exact: true });
const isPressed = (page: Page, name: string) => heart(page, name).first().getAttribute('aria-pressed');
const savedHere = async (page: Page): Promise<string[]> =>
  (JSON.parse((await stored(page, 'wishes')) ?? '[]') as WishList).map(({ id }) => id);
const keeping = (...ids: string[]) =>
  storing(shop, { wishes: JSON.stringify(ids.map((id, n) => ({ id, at: 1_000 - n }))) });
const inAccount = async (person: { get: Awaited<ReturnType<typeof shop.person>>['get'] }) =>
  (await person.get<{ wishes: WishList }>('/api/wishlist')).body.wishes.map(({ id }) => id);

describe('on the device', () => {
  test('a heart saves and removes, with Undo; page, card and list agree, also after a reload', async () => {
    const { page } = await visit(390, { path: '/collection' });
    const loads = requested(page, /hearts/);
    await see(heart(page, 'Rose Toner'));
    expect(loads).toEqual([]);
    const box = await heart(page, 'Rose Toner').boundingBox();
    expect([box?.width, box?.height].every((size) => (size ?? 0) >= 44)).toBe(true);
    await heart(page, 'Rose Toner').tap();
    await see(toast(page, 'Saved'));
    await becomes(() => isPressed(page, 'Rose Toner'), 'true');
    expect(await isPressed(page, 'Glow Serum')).toBe('false');
    expect(page.url()).toBe(`${shop.stack.url}/collection`);

    await page.goto(`/product/${toner}`);
    await becomes(() => isPressed(page, 'Rose Toner'), 'true');
    await heart(page, 'Rose Toner').tap();
    await becomes(() => isPressed(page, 'Rose Toner'), 'false');
    expect(await savedHere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await becomes(() => isPressed(page, 'Rose Toner'), 'true');

    await page.goto(list);
    await becomes(() => shownNames(page), ['Rose Toner']);
    await looksRight(page, list, { atBothWidths: true });
  });

  test('works by keyboard, also among the results of a search', async () => {
    const { page } = await visit(1280, { path: '/collection?q=rose' });
    await heart(page, 'Rose Toner').focus();
    await page.keyboard.press('Enter');
    await becomes(() => isPressed(page, 'Rose Toner'), 'true');
    expect(await isFocused(heart(page, 'Rose Toner'))).toBe(true);
    await page.keyboard.press('Space');
    await becomes(() => isPressed(page, 'Rose Toner'), 'false');
  });

  test('the list adds to the cart, says what is sold out, and loses what is removed; the focus stays in it', async () => {
    await setStock(shop.db, serum, 0);
    const { page } = await visit(1280, { path: list, ...keeping(toner, serum, tint) });
    await becomes(() => shownNames(page), ['Rose Toner', 'Glow Serum', 'Mineral Tint']);
    await see(page.locator(`[data-card="${serum}"]`).getByText('Sold out').first());
    await see(page.getByRole('link', { name: 'Choose a size or shade of Mineral Tint' }));
    await page.getByRole('button', { name: 'Add to cart Rose Toner' }).click();
    await becomes(() => badge(page), '1');
    await heart(page, 'Rose Toner').click();
    await becomes(() => shownNames(page), ['Glow Serum', 'Mineral Tint']);
    expect(await isFocused(page.getByRole('heading', { level: 1 }))).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await becomes(() => shownNames(page), ['Rose Toner', 'Glow Serum', 'Mineral Tint']);
    await becomes(() => isPressed(page, 'Rose Toner'), 'true');
    await setStock(shop.db, serum, 10);
  });

  test('retired and unknown products are named as no longer sold, and can be removed', async () => {
    await setRetired(shop.db, toner, true);
    const { page } = await visit(390, { path: list, ...keeping(toner, 'old-lip-balm', serum) });
    const old = page.getByRole('region', { name: 'No longer sold' });
    await becomes(() => old.getByRole('listitem').count(), 2);
    await looksRight(page, list);
    await old.getByRole('button', { name: 'Remove Old lip balm' }).tap();
    await becomes(() => savedHere(page), [toner, serum]);
    await setRetired(shop.db, toner, false);
  });

  test('a full list refuses another product; an unreadable one is empty', async () => {
    const ids = Array.from({ length: maxWishes }, (_, n) => `thing-${n}`);
    const { page } = await visit(390, { path: `/product/${toner}`, ...keeping(...ids) });
    await heart(page, 'Rose Toner').tap();
    await see(toast(page, 'Your wish list has 100 products. Please remove one first.'));
    expect(await isPressed(page, 'Rose Toner')).toBe('false');
    const other = await visit(390, { path: list, ...storing(shop, { wishes: '{"a":' }) });
    await see(other.page.getByText('Nothing is saved yet.'));
    await looksRight(other.page, list, { atBothWidths: true });
  });

  test('without scripts there is no heart; when the products cannot be read, the list says so and tries again', async () => {
    const plain = await visit(390, { path: '/collection', javaScriptEnabled: false });
    await gone(plain.page.locator('.heart'));
    const { page, expectFailure } = await visit(390, keeping(toner));
    expectFailure('/api/product/cards', 503);
    await page.route('**/api/product/cards?*', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.goto(list);
    await see(page.getByText('The products could not be loaded.'));
    await page.getByRole('button', { name: 'Try again' }).tap();
    await becomes(() => shownNames(page), ['Rose Toner']);
  });

  test('an empty cart shows what is saved, and bestsellers', async () => {
    const { page } = await visit(390, { path: '/cart', ...keeping(toner, serum) });
    const saved = page.getByRole('region', { name: 'From your wish list' });
    await becomes(() => saved.locator('.card-name').allTextContents(), ['Rose Toner', 'Glow Serum']);
    const best = page.getByRole('region', { name: 'Bestsellers' });
    expect(await best.locator('.card').count()).toBe(4);
    await becomes(() => isPressed(page, 'Glow Serum'), 'true');
    await looksRight(page, '/cart', { atBothWidths: true });
    await saved.getByRole('button', { name: 'Add to cart Rose Toner' }).tap();
    await see(page.locator('.cart-row').filter({ hasText: 'Rose Toner' }));
    await gone(best);
  });
});

describe('in the account', () => {
  test('signing in joins the list of the device once; signing out leaves nothing of it', async () => {
    const person = await verifiedUser(shop);
    await person.post('/api/wishlist', { save: [{ id: serum, at: 5 }], remove: [] });
    const { page } = await visit(390, { path: '/login?next=%2Fwishlist', ...keeping(toner) });
    await logIn(page, person);
    await page.waitForURL('**/wishlist');
    await becomes(() => shownNames(page), ['Rose Toner', 'Glow Serum']);
    await see(page.getByText('2 products, saved in your account'));
    await becomes(() => inAccount(person), [toner, serum]);
    expect(await savedHere(page)).toEqual([]);

    await signOut(page);
    await page.waitForURL('**/login');
    expect(await stored(page, 'accountWishes')).toBeNull();
    await page.goto(list);
    await see(page.getByText('Nothing is saved yet.'));
    // Another person on this phone.
    const other = await verifiedUser(shop);
    await page.goto('/login?next=%2Fwishlist');
    await logIn(page, other);
    await page.waitForURL('**/wishlist');
    await see(page.getByText('Nothing is saved yet.'));
    expect(await inAccount(other)).toEqual([]);
    expect(await inAccount(person)).toEqual([toner, serum]);
  });

  test('signing in joins it also on a page without hearts', async () => {
    const person = await verifiedUser(shop);
    const { page } = await visit(390, { path: '/login?next=%2Faccount', ...keeping(toner) });
    await logIn(page, person);
    await page.waitForURL('**/account');
    await becomes(() => inAccount(person), [toner]);
  });

  test('what one device removes stays removed on the other', async () => {
    const { page, person } = await visitAsShopper({ path: `/product/${toner}` });
    await heart(page, 'Rose Toner').tap();
    await becomes(() => inAccount(person), [toner]);
    const laptop = await visitAsShopper({ person, width: 1280, path: list });
    await becomes(() => shownNames(laptop.page), ['Rose Toner']);
    await heart(laptop.page, 'Rose Toner').click();
    await becomes(() => inAccount(person), []);
    await page.reload();
    await becomes(() => isPressed(page, 'Rose Toner'), 'false');
    expect(await inAccount(person)).toEqual([]);
  });

  test('a change without a connection is kept, and sent from the next page', async () => {
    const { page, person, failOnce } = await visitAsShopper({ path: `/product/${toner}` });
    await failOnce('/api/wishlist', { status: 503 });
    await heart(page, 'Rose Toner').tap();
    await becomes(() => isPressed(page, 'Rose Toner'), 'true');
    await page.goto('/collection');
    await becomes(() => inAccount(person), [toner]);
    await becomes(() => isPressed(page, 'Rose Toner'), 'true');
  });

  test('after a session that has ended, the list is not shown', async () => {
    const { page, person, expectFailure } = await visitAsShopper({ path: `/product/${toner}` });
    await heart(page, 'Rose Toner').tap();
    await becomes(() => inAccount(person), [toner]);
    await person.post('/api/user/logout');
    expectFailure(/\/api\/(cart\/get|wishlist)/, 401);
    await page.goto(list);
    await see(page.getByText('Nothing is saved yet.'));
    expect(await stored(page, 'accountWishes')).toBeNull();
  });

  test('the menus lead to it', async () => {
    const { page } = await visitAsShopper({ path: '/account', width: 1280 });
    await page.getByRole('main').getByRole('link', { name: 'Wish list' }).click();
    await page.waitForURL('**/wishlist');
    await page.getByRole('button', { name: 'Your account' }).hover();
    expect(await page.locator('#account-menu').getByRole('link', { name: 'Wish list' }).isVisible()).toBe(
      true,
    );
    expect(await page.locator('#menu a[href="/wishlist"]').count()).toBe(1);
  });
});

describe('by a link', () => {
  const link = `${list}#${serum},${tint},old-lip-balm,<script>,${serum}`;

  test('Share copies the address, with ids alone', async () => {
    const { page, context } = await visit(390, { path: list, ...keeping(toner, serum) });
    await page.evaluate(() => Object.assign(navigator, { canShare: undefined }));
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Share' }).tap();
    await see(toast(page, 'Link copied'));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${shop.stack.url}${list}#${toner},${serum}`,
    );
  });

  test('shows its products, changes nothing by itself, and adds all to the own list', async () => {
    const { page } = await visit(390, { path: link, ...keeping(toner) });
    await see(page.getByRole('heading', { level: 1, name: 'A wish list that was shared with you' }));
    await becomes(() => shownNames(page), ['Glow Serum', 'Mineral Tint']);
    await see(page.getByText('2 products; 1 more no longer sold.'));
    await looksRight(page, link, { atBothWidths: true });
    expect(await savedHere(page)).toEqual([toner]);
    await page.getByRole('button', { name: 'Add all to my wish list' }).tap();
    await becomes(() => savedHere(page), [serum, tint, toner]);
    await see(page.getByRole('button', { name: 'All are in your wish list' }));
    await page.getByRole('link', { name: 'See your own wish list' }).tap();
    await becomes(() => shownNames(page), ['Glow Serum', 'Mineral Tint', 'Rose Toner']);
  });

  test.each(['#<b>', '#old-lip-balm', '#%E0%A4%A'])('without products, %s says so', async (hash) => {
    const { page } = await visit(390, { path: list + hash });
    await see(page.getByText('This link has no products that we sell.'));
  });
});
