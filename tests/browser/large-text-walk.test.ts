/** A guest with large text buys on a small phone (docs/behaviour.md, "Checkout screen", "Guests"; WCAG 1.4.4). */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { newEmail } from '../support/accounts.ts';
import { newPhone } from '../support/guests.ts';
import { address, serum } from '../support/orders.ts';
import { browserTest } from './browser-test.ts';
import { faultsOfLayout } from './large-text.ts';
import { focusedName, placeButton } from './steps.ts';
import { becomes, see } from './visitor.ts';

const { visitAsGuest, test } = browserTest();

/** The names of the field that has the focus, and of what is seen at its middle. */
const focused = (page: Page) =>
  page.locator(':focus').evaluate((field) => {
    const { left, top, width, height } = field.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return [field, seen].map((one) => one?.getAttribute('name'));
  });

test.each([{ width: 390 }, { width: 320 }])(
  'with text of 200 % at $width px: by cash from the home page in at most nine taps, each control in reach',
  async ({ width }) => {
    const { page, context } = await visitAsGuest({ width });
    // The browser's own setting.
    const session = await context.newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    let taps = 0;
    /** Scrolls to a control, which nothing may cover, and taps it. */
    const tap = async (what: Locator) => {
      await see(what);
      // Content far below is laid out only when it comes near (layouts/fresh.js).
      await page.evaluate(() => delete document.documentElement.dataset.fresh);
      expect(await faultsOfLayout(page), page.url()).toEqual([]);
      await what.tap();
      taps += 1;
    };
    await page.goto('/');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    await tap(page.locator(`main a[href="/product/${serum}"]`).first());
    await page.waitForURL(`**/product/${serum}`);
    await tap(page.getByRole('button', { name: 'Add to Cart', exact: true }).first());
    await tap(page.locator('[data-cart-link]'));
    await tap(page.getByRole('link', { name: 'Proceed to Checkout' }));
    await see(page.locator('.checkout-summary .sums'));
    await tap(page.getByRole('textbox', { name: 'Pincode' }));
    await page.keyboard.type(address.zipcode);
    await becomes(() => page.getByLabel('City').inputValue(), address.city);
    for (const [name, text] of Object.entries({
      address: address.address,
      firstName: address.firstName,
      lastName: address.lastName,
      phone: newPhone(),
      email: newEmail(),
    })) {
      // The keyboard's Next key.
      await page.keyboard.press('Enter');
      await becomes(() => focused(page), [name, name]);
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    expect(await focusedName(page)).toBe(null);
    await tap(placeButton(page));
    await page.waitForURL(/\/orders\?placed=/);
    await see(page.getByText('Order Placed Successfully!'));
    expect(await faultsOfLayout(page)).toEqual([]);
    expect(taps).toBeLessThanOrEqual(9);
  },
);
