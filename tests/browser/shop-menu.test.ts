/** The menu beside SHOP on wide screens (docs/behaviour.md, "Header"). */
import { expect } from 'vitest';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { gone, see } from './visitor.ts';

const { visit, test } = browserTest();

test.each([true, false])(
  'opens by the pointer, a click and a key, and closes; scripts: %s',
  async (javaScriptEnabled) => {
    const { page } = await visit(1280, { path: '/about', javaScriptEnabled });
    const link = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'SHOP', exact: true });
    const button = page.getByRole('button', { name: 'Shop menu' });
    const panel = page.locator('#shop-menu');
    const serums = panel.getByRole('link', { name: 'Serums' });
    await gone(serums);
    await link.hover();
    await see(serums);
    if (javaScriptEnabled) {
      // Escape closes it under the pointer.
      await page.keyboard.press('Escape');
      await gone(serums);
      await page.mouse.move(640, 700);
      await link.hover();
      await see(serums);
    }
    await page.mouse.move(640, 700);
    await gone(serums);
    await button.click();
    await page.mouse.move(640, 700);
    await see(serums);
    if (javaScriptEnabled) await looksRight(page, 'the shop menu', { within: '#shop-menu' });
    await page.keyboard.press('Escape');
    await gone(serums);
    await button.press('Enter');
    await see(serums);
    await page.keyboard.press('Tab');
    await serums.click();
    await page.waitForURL('/category/serum');
  },
);

test('on a phone it is not there: the side menu has its links', async () => {
  const { page } = await visit(390, { path: '/about' });
  await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  await see(page.locator('#menu').getByRole('link', { name: 'Serums' }));
  expect(await page.getByRole('button', { name: 'Shop menu' }).isVisible()).toBe(false);
});
