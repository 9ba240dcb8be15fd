/**
 * A tab that was opened before a deploy whose files are gone: the page says so, and keeps what was typed. tests/upgrade has
 * the tabs of the last release and real deploys; here the Worker answers requests for some files as for files it never had.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { toner } from '../support/orders.ts';
import { browserTest } from './browser-test.ts';
import { fillAddress, placeButton, submitOrder, toast } from './steps.ts';
import { becomes, see, type Visitor } from './visitor.ts';

const { shop, operator, visit, visitAsShopper, test } = browserTest();

const old = 'This page is out of date. Please load it again.';

const files = /\/_astro\/[^/]+$/;
const missing = (route: Route) => route.continue({ url: `${shop.stack.url}/_astro/gone.js` });

/** From now on files of the build are gone for a tab. @param name a part of their names */
async function removeFiles(page: Page, name: RegExp): Promise<void> {
  expect(readdirSync(join(shop.pages, '_astro')).filter((file) => name.test(file))).not.toEqual([]);
  await page.route(files, (route) => {
    const file = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    return name.test(file) ? missing(route) : route.continue();
  });
}

/** The next deploy: all files are there again. */
const deployAgain = (page: Page): Promise<void> => page.unroute(files);

/** The page of a tab whose requests for files may find that they are gone. */
function pageOf(visitor: Visitor): Page {
  visitor.allowFailure(/^\/_astro\//, 404);
  visitor.expectConsole('Error hydrating');
  return visitor.page;
}

/** Sees the notice, and loads the page again by its button after the next deploy. */
async function loadAgain(page: Page): Promise<void> {
  await see(toast(page, old));
  await deployAgain(page);
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Load it again' }).first().click(),
  ]);
}

test('signing in says that the page is old, and keeps the email', async () => {
  const person = await shop.person();
  const page = pageOf(await visit(390));
  await page.goto('/login');
  await removeFiles(page, /^account\.[\w-]+\.js$/);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('not to be kept');
  await page.getByRole('button', { name: /^(Sign In|Login)$/ }).click();
  await see(page.getByRole('main').getByText(old));
  const stored = await page.evaluate(() => JSON.stringify(sessionStorage));
  expect(stored).not.toContain('not to be kept');
  await loadAgain(page);
  await becomes(() => page.getByLabel('Email').inputValue(), person.email);
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  expect(await page.evaluate(() => sessionStorage.getItem('typed'))).toBeNull();
});

test('registering', async () => {
  const page = pageOf(await visit(390));
  await page.goto('/register');
  await removeFiles(page, /^account\.[\w-]+\.js$/);
  await page.getByLabel('Name').fill('Śivā Prasād');
  await page.getByLabel('Email').fill('new.person@example.in');
  await page.getByLabel('Password', { exact: true }).fill('a walk in the park');
  await page
    .getByRole('button', { name: /Create|Register|Sign Up/i })
    .last()
    .click();
  await loadAgain(page);
  await becomes(() => page.getByLabel('Name').inputValue(), 'Śivā Prasād');
  await becomes(() => page.getByLabel('Email').inputValue(), 'new.person@example.in');
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
});

test('the contact form opens again with what was typed', async () => {
  const page = pageOf(await visit(390));
  await page.goto('/contact');
  await removeFiles(page, /^(ticket|api)\.[\w-]+\.js$/);
  await page.locator('[data-open]').click();
  await page.locator('[data-support] [name=email]').fill('asha@example.in');
  await page.locator('[data-support] [name=message]').fill('Two lines\nabout a parcel');
  await page.locator('[data-support] [type=submit]').click();
  await see(page.locator('[data-problem]').getByText(old));
  await loadAgain(page);
  await becomes(
    () => page.locator('[data-support] [name=message]').inputValue(),
    'Two lines\nabout a parcel',
  );
  await see(page.locator('[data-support] [name=message]'));
});

test('at the checkout', async () => {
  const page = pageOf(await visitAsShopper({ cart: { [toner]: 1 } }));
  await removeFiles(page, /^send-order/);
  await page.goto('/checkout');
  await fillAddress(page, '12, Śānti Nivās');
  await placeButton(page).tap();
  await see(page.locator('.place-order').getByText(old));
  await loadAgain(page);
  await becomes(() => page.getByLabel('Address', { exact: true }).inputValue(), '12, Śānti Nivās');
  await see(page.locator('.checkout-arrives').getByText(/^Arrives/));
  await submitOrder(page);
});

test('a review', async () => {
  const page = pageOf(await visitAsShopper({ width: 1280 }));
  await removeFiles(page, /^ReviewsIsland/);
  await page.goto(`/product/${toner}#write-review`);
  await page.locator('.review-write').scrollIntoViewIfNeeded();
  await see(page.locator('.review-write form'));
  await see(page.getByText('The reviews could not be loaded'));
  await page.getByRole('textbox', { name: 'Your review' }).fill('Soft, and it smells of roses.');
  await page.getByRole('button', { name: 'Submit Review' }).click();
  await loadAgain(page);
  await becomes(
    () => page.getByRole('textbox', { name: 'Your review' }).inputValue(),
    'Soft, and it smells of roses.',
  );
});

test('a search', async () => {
  const page = pageOf(await visit(1280));
  await page.goto('/collection');
  await removeFiles(page, /^catalogue-search/);
  await page.goto('/collection?q=rose').catch(() => {});
  await see(toast(page, old));
});

test('an island of a whole page', async () => {
  const page = pageOf(await visit(390));
  await removeFiles(page, /^TrackPage/);
  await page.goto('/track');
  await see(toast(page, old));
});

test('what says that a part is missing is missing itself', async () => {
  const page = pageOf(await visit(390));
  await page.goto('/contact');
  await removeFiles(page, /./);
  await page.locator('[data-open]').tap();
  await see(toast(page, 'Please load this page again.'));
});

test('a screen of the desk, and a reason that an operator has typed', async () => {
  const page = pageOf(await visitAsShopper({ person: operator, width: 1280 }));
  // Before the page opens: on a slow machine it would have loaded some screens ahead by now.
  await removeFiles(page, /^(Stock|Tickets)\./);
  await page.goto('/desk#coupons');
  await see(page.getByRole('heading', { level: 1 }));
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Stock' }).click();
  await see(page.locator('.desk-screen').getByText(old));
  await deployAgain(page);
  await page.getByRole('button', { name: 'Load it again' }).click();
  await see(page.getByRole('heading', { name: /Stock/ }));
});

test('without a connection the message is another one', async () => {
  const { page, goOffline } = await visit(390, { path: '/login' });
  await see(page.locator('main [type=submit]:enabled'));
  await goOffline(/^\/(_astro|media|api)\//);
  await page.getByLabel('Email').fill('asha@example.in');
  await page.getByLabel('Password', { exact: true }).fill('something');
  await page.getByRole('button', { name: /^(Sign In|Login)$/ }).tap();
  await see(toast(page, "We can't reach the shop. Check your connection and try again."));
});
