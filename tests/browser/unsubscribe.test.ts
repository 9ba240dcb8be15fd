/**
 * The unsubscribe page that emails link to. The API's tests cover what the API does with the token; fair.test.ts follows
 * the link of a real email.
 */
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { optOutToken } from '#functions/reviews/review-link.ts';
import { countRows } from '../support/rows.ts';
import { linkKey } from '../support/shop.ts';
import { browserTest } from './browser-test.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visit, test } = browserTest();

/** A token with characters that are escaped in a URL. */
const link = '/unsubscribe?token=a.b%2Bc%26d';
const api = (url: URL) => url.pathname === '/api/unsubscribe';
const title = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();
const button = (page: Page) => page.getByRole('button', { name: 'Unsubscribe' });
const problem = (page: Page) => page.locator('[data-problem]').textContent();

const answering = (page: Page, status: number, body: unknown): Promise<unknown> =>
  page.route(api, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  );

test('the link of an email that asks for reviews ends these emails only', async () => {
  const { page } = await visit(390, { path: `/unsubscribe?token=${optOutToken(linkKey, 'x'.repeat(43))}` });
  await becomes(() => title(page), 'Stop asking for reviews?');
  await gone(page.getByText('No more emails'));
  await page.getByRole('button', { name: 'Do not ask me again' }).click();
  await becomes(() => title(page), 'We will not ask again');
  expect(await countRows(shop.db, 'review_opt_outs')).toBe(1);
});

test('asks first; a failure can be tried again; posts once as a mail client would, and confirms it', async () => {
  const { page, expectFailure } = await visit(390, { path: link });
  await see(page.getByText('Emails about your orders and your account still do'));
  expect(await title(page)).toBe('Unsubscribe from our emails?');

  const fails = async (status: number, body: object | null, says: string | RegExp) => {
    expectFailure('/api/unsubscribe', status);
    if (body) await answering(page, status, body);
    await button(page).click();
    await expect.poll(() => problem(page)).toMatch(says);
    await page.unroute(api);
  };
  await fails(404, null, /^We do not know this link\. .*care@harita\.example/);
  await fails(400, { message: 'This link is not ours.' }, /^This link is not ours.$/);
  await fails(500, {}, /^That did not work. Please try again.$/);
  await page.route(api, (route) => route.abort('internetdisconnected'));
  await fails(0, null, /^We can't reach the shop. Check your connection and try again.$/);

  const asked: Route[] = [];
  await page.route(api, (route) => void asked.push(route));
  await button(page).click();
  await becomes(() => asked.length, 1);
  expect(await button(page).getAttribute('aria-busy')).toBe('true');
  await button(page).dispatchEvent('click');
  const [route] = asked as [Route];
  const request = route.request();
  const url = new URL(request.url());
  expect([request.method(), url.searchParams.get('token'), request.postData()]).toEqual([
    'POST',
    'a.b+c&d',
    'List-Unsubscribe=One-Click',
  ]);
  expect(request.headers()['content-type']).toMatch(/^application\/x-www-form-urlencoded/);

  await route.fulfill({ contentType: 'application/json', body: '{"success":true,"message":"Done."}' });
  await becomes(() => title(page), 'You are unsubscribed');
  expect(asked).toHaveLength(1);
  await gone(button(page));
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
});

test('without a token it explains which link is needed', async () => {
  const { page } = await visit(390, { path: '/unsubscribe?token=' });
  await becomes(() => title(page), 'This link is not complete');
  await see(page.getByText('open the link at the end of one of our emails'));
  await gone(button(page));
});

test('without scripts it shows an address for help, and no button', async () => {
  const { page } = await visit(390, { path: link, javaScriptEnabled: false });
  await see(page.getByText('The button needs JavaScript'));
  await gone(button(page));
});
