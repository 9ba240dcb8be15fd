/**
 * Features that Safari 16.4 lacks: messages and the search work without them. The rest of that browser cannot be tested
 * here.
 */
import { expect } from 'vitest';
import { browserTest } from './browser-test.ts';
import { addButton, badge, toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { visit, test } = browserTest();

test('messages, menu and search work without popovers, checkVisibility and Map.groupBy', async () => {
  const { page } = await visit(390);
  await page.addInitScript(() => {
    const later: [object, string[]][] = [
      [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
      [HTMLButtonElement.prototype, ['popoverTargetElement', 'popoverTargetAction']],
      [Element.prototype, ['checkVisibility']],
      [Map, ['groupBy']],
    ];
    for (const [owner, names] of later) for (const name of names) Reflect.deleteProperty(owner, name);
    // Prevents Chromium's own handling of `popovertarget`.
    addEventListener('click', (event) => event.preventDefault());
  });
  await page.goto('/collection', { waitUntil: 'networkidle' });
  await addButton(page, 'Glow Serum').tap();
  await see(toast(page, 'Added to cart!'));
  await becomes(() => badge(page), '1');
  await page.getByRole('button', { name: 'Dismiss' }).tap();
  await gone(toast(page, 'Added to cart!'));

  await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  // Chromium itself still hides it.
  await becomes(() => page.locator('#menu').getAttribute('class'), expect.stringContaining(':popover-open'));
  await page.goto('/collection?q=toner');
  await see(addButton(page, 'Rose Toner'));
  await gone(addButton(page, 'Glow Serum'));
});
