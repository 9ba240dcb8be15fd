/** The Searches screen of the desk: what was searched, what found nothing, what was opened, in a period. */
import { beforeEach, expect, test } from 'vitest';
import { searchClicks, searches } from '#db/schema/index.ts';
import { dayOf, oneDay } from '#lib/dates.ts';
import { serum } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';
import { atDesk, button, field } from './desk-steps.ts';
import { becomes, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);
const ago = (days: number) => dayOf(Date.now() - days * oneDay);

beforeEach(async () => {
  const { write } = shop.db;
  await write.batch([write.delete(searches), write.delete(searchClicks)]);
});

test('three lists of a period, with links to the results and to the stock', async () => {
  await shop.db.write.insert(searches).values([
    { day: ago(0), query: 'glow serum', count: 1_250, empty: 0 },
    { day: ago(1), query: 'lipstick', count: 40, empty: 40 },
    { day: ago(20), query: 'rukhi twacha', count: 60, empty: 3 },
    { day: ago(1), query: '', count: 7, empty: 0 },
  ]);
  await shop.db.write
    .insert(searchClicks)
    .values([{ day: ago(0), query: 'glow serum', productId: serum, count: 12 }]);
  const { page } = await atDesk(shop, visit, 'searches');
  const cells = (part: string) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: part }) })
      .locator('tbody tr')
      .allInnerTexts();
  const texts = async (part: string) => (await cells(part)).map((row) => row.replaceAll(/\s+/g, ' ').trim());
  await becomes(() => texts('Most searched'), ['glow serum 1,250 0', 'rukhi twacha 60 3', 'lipstick 40 40']);
  expect(await texts('Found nothing')).toEqual(['lipstick 40 40', 'rukhi twacha 3 60']);
  expect(await texts('Opened')).toEqual(['glow serum Glow Serum 12']);
  await see(page.getByText('43 (3 %)'));
  await see(page.getByText('since a day had more than 2,000 texts'));
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first().getAttribute('href');
  expect([await link('lipstick'), await link('Glow Serum')]).toEqual([
    '/collection?q=lipstick',
    `#stock/${serum}`,
  ]);
  await field(page, 'Last').selectOption('7 days');
  await becomes(() => texts('Most searched'), ['glow serum 1,250 0', 'lipstick 40 40']);
  expect(page.url()).toContain('#searches?period=week');
  await page.goBack();
  await becomes(async () => (await texts('Most searched')).length, 3);
});

test('without any, and without an answer, it says so', async () => {
  const { page, context, expectFailure } = await atDesk(shop, visit, 'searches');
  await see(page.getByText('Nothing was searched in these days.'));
  await shop.db.write.insert(searches).values({ day: ago(0), query: 'rose', count: 2, empty: 0 });
  await context.route('**/api/desk/searches*', (route) => route.abort());
  expectFailure({ path: /^\/api\/desk\/searches/, status: 0 });
  await field(page, 'Last').selectOption('90 days');
  await see(page.getByRole('alert'));
  await context.unroute('**/api/desk/searches*');
  await button(page, 'Try again').click();
  await see(page.getByText('Every search found something.'));
  await see(page.getByText('Nobody has opened a result.'));
});
