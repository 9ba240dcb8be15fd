/** The page of the link that confirms a subscription (docs/behaviour.md, "Newsletter"). */
import { expect } from 'vitest';
import { subscribers } from '#db/schema/index.ts';
import { subscribe } from '../support/newsletter.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { isFocused } from './steps.ts';
import { becomes, see } from './visitor.ts';

const { shop, visit, test } = browserTest();

test('asks first; says what is wrong; then shows the code of the confirmed address', async () => {
  await subscribe(shop.client(), 'asha@example.in');
  const [row] = await shop.db.read.select().from(subscribers);
  const { page, expectFailure } = await visit(390, { path: `/subscribed?token=${row?.token}` });
  const title = page.getByRole('heading', { level: 1 });
  const button = page.getByRole('button', { name: 'Confirm and show my code' });
  const problem = page.locator('[data-problem]');
  await becomes(() => title.textContent(), 'Is this address yours?');
  await looksRight(page, 'confirming a subscription', { within: 'main' });
  expect(await shop.db.read.select().from(subscribers)).toMatchObject([{ askedAt: expect.any(Number) }]);

  const api = '**/api/subscribe';
  expectFailure('/api/subscribe', 0, 500);
  await page.route(api, (route) => route.abort('internetdisconnected'));
  await button.tap();
  await becomes(() => problem.textContent(), "We can't reach the shop. Check your connection and try again.");
  await page.unroute(api);
  await page.route(api, (route) => route.fulfill({ status: 500, body: '<h1>Bad Gateway</h1>' }));
  await button.tap();
  await becomes(() => problem.textContent(), 'That did not work. Please try again.');
  await page.unroute(api);

  await button.tap();
  await becomes(() => title.textContent(), 'Welcome');
  expect(await isFocused(title)).toBe(true);
  await see(page.getByText('You are subscribed with asha@example.in.'));
  expect(await page.locator('[data-code]').textContent()).toMatch(/^HARITA-[A-Z0-9]+$/);
  await looksRight(page, 'a confirmed subscription', { within: 'main' });
});

test('an unknown link changes nothing; without a token the page says which link is needed', async () => {
  const { page, expectFailure } = await visit(390);
  expectFailure('/api/subscribe', 404);
  await page.goto(`/subscribed?token=${'x'.repeat(22)}`);
  await page.getByRole('button', { name: 'Confirm and show my code' }).tap();
  await see(page.getByText('This link is not complete, or is too old. Please subscribe again.'));
  await page.goto('/subscribed');
  await see(page.getByRole('heading', { name: 'This link is not complete' }));
});
