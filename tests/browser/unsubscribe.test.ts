/** The unsubscribe page that emails link to. The API's tests cover what the API does with the token. */
import { sql } from 'drizzle-orm';
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { subscribe, welcomeEmailTo } from '../support/newsletter.ts';
import { countRows } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { faults } from './axe.ts';
import { becomes, gone, see, useBrowser, widths } from './visitor.ts';

const shop = useShop({ simulators: true });
const { visit } = useBrowser(shop);

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

async function axe(page: Page): Promise<void> {
  expect(await faults(page, { within: 'main' })).toEqual([]);
}

test('the link of a real email ends the subscription', async () => {
  const email = 'leaving@example.in';
  await subscribe(shop.client(), email);
  const { text } = await welcomeEmailTo(shop, email);
  const { pathname, search } = new URL(/Unsubscribe: (\S+)/.exec(text ?? '')?.[1] ?? '');
  const { page } = await visit(390);
  await page.goto(pathname + search);
  expect(await countRows(shop.db, 'subscribers', sql`unsubscribed_at IS NOT NULL`)).toBe(0);
  await button(page).click();
  await becomes(() => title(page), 'You are unsubscribed');
  expect(await countRows(shop.db, 'subscribers', sql`email = ${email} AND unsubscribed_at > 0`)).toBe(1);
});

test('an unknown link shows an address for help', async () => {
  const { page, expectFailure } = await visit(1280);
  expectFailure({ path: '/api/unsubscribe', status: 404 });
  await page.goto('/unsubscribe?token=AAAAAAAAAAAAAAAAAAAAAA');
  await button(page).click();
  await expect.poll(() => problem(page)).toMatch(/^We do not know this link\. .*care@harita\.example/);
});

test.each(widths)(
  'asks first, posts once as a mail client would, and confirms it, at %d px',
  async (width) => {
    const { page } = await visit(width);
    const asked: Route[] = [];
    await page.route(api, (route) => void asked.push(route));
    await page.goto(link);
    await see(page.getByText('Emails about your orders and your account still do'));
    expect(await title(page)).toBe('Leave our letters?');
    await axe(page);

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
    await axe(page);
  },
);

describe('a failure shows a message and allows another try', () => {
  test.each([
    ["the server's message", 400, { message: 'This link is not ours.' }, 'This link is not ours.'],
    ['a text of the shop without one', 500, 'oh', 'That did not work. Please try again.'],
  ])('%s', async (_, status, body, words) => {
    const { page, expectFailure } = await visit(390);
    expectFailure({ path: '/api/unsubscribe', status });
    await answering(page, status, body);
    await page.goto(link);
    await button(page).click();
    await becomes(() => problem(page), words);
    await page.unroute(api);
    await answering(page, 200, { success: true });
    await button(page).click();
    await becomes(() => title(page), 'You are unsubscribed');
  });

  test('without a connection', async () => {
    const { page, expectFailure } = await visit(390);
    expectFailure({ path: '/api/unsubscribe', status: 0 });
    await page.route(api, (route) => route.abort('internetdisconnected'));
    await page.goto(link);
    await button(page).click();
    await becomes(() => problem(page), "We can't reach the shop. Check your connection and try again.");
  });
});

test.each(['/unsubscribe', '/unsubscribe?token='])('%s: explains which link is needed', async (path) => {
  const { page } = await visit(390);
  await page.goto(path);
  await becomes(() => title(page), 'This link is not complete');
  await see(page.getByText('open the link at the foot of one of our letters'));
  await gone(button(page));
});

test('without scripts it shows an address for help, and no button', async () => {
  const { page } = await visit(390, { javaScriptEnabled: false });
  await page.goto(link);
  await see(page.getByText('The button needs JavaScript'));
  await gone(button(page));
});
