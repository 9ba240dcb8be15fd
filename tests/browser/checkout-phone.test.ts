/**
 * The checkout on a phone: pincode, keyboards, the bar with the button, and how many taps an order takes
 * (docs/behaviour.md, "Checkout screen", "Delivery address", "Payment choices").
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { address, serum, toner } from '../support/orders.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { cardPage } from './payment-steps.ts';
import {
  asked,
  cartOf,
  errorOf,
  fillAddress,
  fillCart,
  focusedName,
  hold,
  openCheckout,
  placeButton,
  requested,
  shownTotal,
  submitOrder,
} from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visitAsGuest, visitAsShopper, test } = browserTest({ simulators: true });

const directory = /\/pincodes\.[^/]+\.txt(\?.*)?$/;
const pincode = (page: Page) => page.getByRole('textbox', { name: 'Pincode' });
const note = (page: Page) => page.locator('.pincode-note');
const area = async (page: Page) => [
  await page.getByLabel('City').inputValue(),
  await page.getByLabel('State').inputValue(),
];

async function open() {
  const visitor = await visitAsGuest({ cart: { [toner]: 1 } });
  await openCheckout(visitor.page);
  return visitor;
}

describe('the pincode', () => {
  test('fills in city and state and shows the date, never over what the shopper chose', async () => {
    const { page } = await open();
    const requests = requested(page, directory);
    const quotes = asked(page, '/api/order/quote');
    await pincode(page).focus();
    expect(requests).toEqual([]);
    await page.keyboard.type('5');
    await becomes(() => requests.length, 1);
    await page.keyboard.type('60 001');
    await becomes(() => area(page), ['Bengaluru', 'Karnataka']);
    await see(note(page).getByText(/^Arrives \w{3}, \d+ \w{3}/));
    await see(page.locator('.checkout-arrives').getByText(/^Arrives /));
    expect(quotes).toHaveLength(1);

    await pincode(page).fill('400001');
    await becomes(() => area(page), ['Mumbai', 'Maharashtra']);
    await page.getByLabel('City').fill('Colaba');
    const late = await hold(page, directory);
    await page.reload();
    await late.came;
    await pincode(page).fill('110001');
    late.release();
    await becomes(() => area(page), ['Colaba', 'Delhi']);

    // Where the directory is not certain, the shopper is asked.
    await pincode(page).fill('160001');
    await see(note(page).getByText('This pincode may be in several states. Please choose yours.'));
    expect(await area(page)).toEqual(['Colaba', '']);
    await looksRight(page, 'ambiguous', { within: 'main' });
    await page.getByLabel('State').selectOption('Chandigarh');
    await see(note(page).getByText(/^Arrives /));
    await pincode(page).fill('199999');
    await see(note(page).getByText('We do not know the pincode 199999. Please check it.'));
    expect(await area(page)).toEqual(['Colaba', 'Chandigarh']);
  });

  test('and another state contradict each other: the message at the state has the right one, one tap away', async () => {
    const { page } = await open();
    await page.getByLabel('State').selectOption('Karnataka');
    await pincode(page).fill('110001');
    const message =
      'The pincode 110001 is in Delhi, not in Karnataka. Please choose Delhi, or correct the pincode.';
    await becomes(() => errorOf(page, 'state'), message);
    await looksRight(page, 'another-state', { within: 'main' });
    await page.getByRole('button', { name: 'Choose Delhi' }).tap();
    await page.locator('.field:has([name="state"]) .error').waitFor({ state: 'detached' });
    expect((await area(page))[1]).toBe('Delhi');

    await pincode(page).fill('110025');
    await page.getByLabel('State').selectOption('Haryana');
    await see(page.getByRole('button', { name: 'Choose Delhi' }));
    await page.getByRole('button', { name: 'Choose Uttar Pradesh' }).tap();
    await see(note(page).getByText('This pincode is in Delhi or Uttar Pradesh. Please choose yours.'));
    await see(note(page).getByText(/^Arrives /));
  });

  test('without the directory city and state are asked for, and the order is possible', async () => {
    const { page, expectFailure } = await visitAsShopper({ cart: { [toner]: 1 } });
    await page.route(directory, (route) => route.abort());
    expectFailure(directory, 0);
    await page.goto('/checkout');
    await pincode(page).fill(address.zipcode);
    await see(note(page).getByText('We cannot look up pincodes at the moment. Please enter city and state.'));
    expect(await area(page)).toEqual(['', '']);
    await fillAddress(page);
    await submitOrder(page);
  });

  test('that is not served, or where no cash is taken, says so at once', async () => {
    const { page, expectFailure } = await open();
    expectFailure('/api/order/quote', 422);
    await pincode(page).fill('744301');
    await see(note(page).getByText(/^We do not deliver to 744301: /));
    // The sums stay, and the button leads to the reason.
    expect(await shownTotal(page)).toBe('₹349.00');
    // The directory may come after the quote.
    await becomes(async () => (await area(page))[1], 'Andaman and Nicobar Islands');
    await page.getByLabel('City').fill('Car Nicobar');
    for (const [label, text] of [
      ['Address', '1 Beach Road'],
      ['First name', 'Asha'],
      ['Last name', 'Rao'],
      ['Mobile number', '9876543210'],
      ['Email', 'asha@example.in'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text);
    await placeButton(page).tap();
    await becomes(() => focusedName(page), 'zipcode');
    expect(await errorOf(page, 'zipcode')).toMatch(/^We do not deliver to 744301: /);

    await pincode(page).fill('682555');
    await see(note(page).getByText('No cash on delivery at this pincode'));
    await see(page.getByText('Not possible at your address'));
    await see(
      page
        .getByRole('status')
        .getByText(/^Cash on Delivery: not possible at your address. We have chosen UPI.* instead\.$/),
    );
    expect(await page.locator('input[value="cod"]').isDisabled()).toBe(true);
    await becomes(() => page.locator('input[value="razorpay"]').isChecked(), true);
    expect(await placeButton(page).textContent()).toBe('Pay Now · ₹349.00');
    await looksRight(page, 'no cash', { within: 'main' });
    await pincode(page).fill('560001');
    await becomes(() => page.locator('input[value="cod"]').isChecked(), true);
  });
});

test('the form is there before its script, and keeps what was typed; that of others is not shown', async () => {
  const script = /\/CheckoutPage\.[^/]+\.js$/;
  const { page } = await visitAsGuest({ cart: { [toner]: 1 } });
  const held = await hold(page, script);
  await page.goto('/checkout', { waitUntil: 'commit' });
  await held.came;
  await pincode(page).fill(address.zipcode);
  const street = page.getByLabel('Address', { exact: true });
  // It must not be sent as a part of the address.
  await page.keyboard.press('Enter');
  await street.pressSequentially('1 MG');
  held.release();
  await becomes(() => area(page), ['Bengaluru', 'Karnataka']);
  await page.keyboard.type(' Road');
  expect([await street.inputValue(), page.url()]).toEqual(['1 MG Road', `${shop.stack.url}/checkout`]);

  const { page: known } = await visitAsShopper({ cart: { [toner]: 1 } });
  const other = await hold(known, script);
  await known.goto('/checkout', { waitUntil: 'commit' });
  await other.came;
  expect([await pincode(known).count(), await placeButton(known).isVisible()]).toEqual([0, false]);
  other.release();
  await see(pincode(known));
});

/** What each field of an address or a business says of its keyboard. */
const keyboards = (page: Page): Promise<string[]> =>
  page
    .locator('.address-fields :is(input:not([type="checkbox"]), textarea, select)')
    .evaluateAll((all) =>
      all.map((one) =>
        ['name', 'autocomplete', 'inputmode', 'enterkeyhint'].map((name) => one.getAttribute(name)).join(' '),
      ),
    );

test('the fields for the invoice of a business come when they are opened, and have their keyboards', async () => {
  const { page } = await open();
  await page.getByText('I need a GST invoice for my business').tap();
  await see(page.getByLabel('GSTIN'));
  expect((await keyboards(page)).slice(-2)).toEqual(['gstin off  next', 'businessName organization  done']);
});

test('each field has its keyboard, and is not covered by the button; Enter goes on and never orders; errors are said when a field is left', async () => {
  const { page } = await open();
  const sent = asked(page, '/api/user/guest');
  expect(await keyboards(page)).toEqual([
    'zipcode postal-code numeric next',
    'city address-level2  next',
    'state address-level1  ',
    'address street-address  next',
    'firstName given-name  next',
    'lastName family-name  next',
    'phone tel tel next',
    'email email email done',
  ]);
  await pincode(page).focus();
  for (const name of ['city', 'state']) {
    await page.keyboard.press('Enter');
    expect(await focusedName(page)).toBe(name);
  }
  const phone = page.getByLabel('Mobile number');
  await phone.fill('+91 98765-432');
  await page.keyboard.press('Enter');
  expect(await focusedName(page)).toBe('email');
  await becomes(() => errorOf(page, 'phone'), 'Please enter a 10-digit mobile number');
  await see(page.getByRole('status').filter({ hasText: 'Please enter a 10-digit mobile number' }));
  await phone.fill('098765 43210');
  await page.keyboard.press('Enter');
  await becomes(() => phone.inputValue(), '9876543210');
  await page.keyboard.press('Enter');
  expect([await focusedName(page), sent]).toEqual([null, []]);

  // The total and the button are always in view.
  expect(await placeButton(page).textContent()).toBe('Place Order · ₹349.00');
  const outOfView = () =>
    page.evaluate(() => {
      const within = '.checkout-steps :is(input, textarea, select)';
      const bar = document.querySelector('.place-bar');
      const button = document.querySelector('.place-order button[type="submit"]');
      return [...document.querySelectorAll<HTMLElement>(within)]
        .filter((one) => one.checkVisibility())
        .flatMap((one) => {
          one.focus();
          const { top = -1, bottom = Infinity } = button?.getBoundingClientRect() ?? {};
          const covered = one.getBoundingClientRect().bottom > (bar?.getBoundingClientRect().top ?? 0);
          const seen = document.activeElement === one && !covered && top >= 0 && bottom <= innerHeight;
          return seen ? [] : one.outerHTML;
        });
    });
  expect(await outOfView()).toEqual([]);
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await outOfView()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('an order from the product page takes two taps with an account, and the next one begins with the method chosen last', async () => {
  const person = await shop.person();
  await person.post('/api/user/addresses', address);
  const { page, newTab } = await visitAsShopper({ path: `/product/${serum}`, person, cart: { [toner]: 1 } });
  await page.getByRole('button', { name: 'One more' }).tap();
  const buy = page.getByRole('button', { name: 'Buy Now', exact: true });
  await buy.evaluate((button) =>
    new MutationObserver(() => sessionStorage.setItem('busy', `${button.ariaBusy}`)).observe(button, {
      attributes: true,
    }),
  );
  await buy.tap();
  await page.waitForURL('/checkout');
  expect(await page.evaluate(() => sessionStorage.getItem('busy'))).toBe('true');
  await see(page.getByText('You are buying Glow Serum, together with everything else in your cart.'));
  // Back from the cart, on the kept page.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await gone(page.getByText('You are buying'));
  await becomes(() => shownTotal(page), '₹1,547.00');
  await becomes(() => cartOf(person), { [toner]: 1, [serum]: 2 });
  await becomes(() => placeButton(page).getAttribute('aria-disabled'), 'false');
  await page.getByRole('button', { name: /^Place Order · / }).tap();
  await page.waitForURL(/\/orders\?placed=/);

  // The message is shown only once.
  const nextOrder = async (tab: Page, method: string) => {
    await fillCart(person, { [serum]: 1 });
    await openCheckout(tab);
    await becomes(() => tab.locator(`input[value="${method}"]`).isChecked(), true);
    expect(await tab.getByText('You are buying').count()).toBe(0);
  };
  await nextOrder(page, 'cod');
  await page.locator('input[value="stripe"]').tap();
  await becomes(() => placeButton(page).getAttribute('aria-disabled'), 'false');
  await page.getByRole('button', { name: /^Pay Now · / }).tap();
  await cardPage(page);
  await nextOrder(await newTab(), 'stripe');
});
