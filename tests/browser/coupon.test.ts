/**
 * Codes for shoppers (docs/behaviour.md, "Discount codes"): from the email into the cart, through reload and sign-in to
 * an order, and each reason why a code does not apply; at checkout the shopper pays the total that they agreed to.
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { attempts } from '#db/schema/index.ts';
import { verifiedUser } from '../support/accounts.ts';
import { changeCoupon, insertCoupon, ordersOf, usesOf } from '../support/coupons.ts';
import { codeIn, subscribeAndConfirm, welcomeEmailTo } from '../support/newsletter.ts';
import { serum, toner } from '../support/orders.ts';
import { browserTest } from './browser-test.ts';
import {
  appliedCode,
  applyCode,
  checkCode,
  codeError,
  codeField,
  codeTold,
  sumRows,
} from './coupon-steps.ts';
import { unpaidNotice } from './payment-steps.ts';
import {
  asked,
  fillAddress,
  hold,
  isFocused,
  logIn,
  placeButton,
  shownTotal,
  signOut,
  submitOrder,
} from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visitAsGuest, visitAsShopper, test } = browserTest({ simulators: true, empties: [attempts] });

const keptCode = (page: Page) => page.evaluate(() => sessionStorage.getItem('couponCode'));
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);

test('from the newsletter’s email to a discounted order, signed out at first', async () => {
  const person = await verifiedUser(shop);
  await subscribeAndConfirm(shop, person.email);
  const code = codeIn(await welcomeEmailTo(shop, person.email));
  const { page } = await visitAsGuest({ cart: { [toner]: 1 } });

  // Signed out, the page asks to sign in, and keeps the code.
  await page.goto('/cart');
  await becomes(() => shownTotal(page), '₹349.00');
  await applyCode(page, code.toLowerCase());
  await see(appliedCode(page).getByText(code));
  await see(page.getByText('This is a personal code. Please sign in'));
  expect(await sumRows(page)).toEqual(['Subtotal', 'Delivery', 'Total']);
  await checkCode(page);
  await page.locator('.coupon').getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL('/login?next=%2Fcart');
  await logIn(page, person);
  await page.waitForURL('/cart');

  // Signed in, the code needs a larger cart, and applies as soon as the cart is large enough.
  await see(page.getByText('Add ₹150.00 more to use this code.'));
  await page.getByRole('button', { name: 'One more' }).click();
  await becomes(() => sumRows(page), ['Subtotal', `Discount (${code})`, 'Delivery', 'Total']);
  await becomes(() => shownTotal(page), '₹628.20');
  await becomes(() => codeTold(page), `${code} takes 10% off.`);
  await checkCode(page);
  await page.reload();
  await becomes(() => shownTotal(page), '₹628.20');

  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await becomes(() => sumRows(page), ['Subtotal', `Discount (${code})`, 'Delivery', 'Total']);
  expect(await shownTotal(page)).toBe('₹629.00');
  await fillAddress(page);
  await becomes(() => placeButton(page).textContent(), 'Place Order · ₹629.00');
  await submitOrder(page);
  await see(page.getByText(`You saved ₹69.00 with ${code}`));
  await page.getByRole('button', { name: 'View order' }).click();
  await see(page.getByText(`Discount (${code})`));
  expect(await usesOf(shop.db, code)).toBe(1);
  const confirmation = await shop.simulators.mailbox.waitFor(
    ({ to, subject }) => to.includes(person.email) && subject.includes('is placed'),
  );
  expect(confirmation.text).toContain(`Discount (${code})`);

  // A used code is removed: the next cart does not start with an error.
  expect(await keptCode(page)).toBeNull();
});

describe('in the cart', () => {
  test('the field opens on request; a wrong code shows an error, keeps focus, can be corrected', async () => {
    const code = await insertCoupon(shop.db, { percent: 15 });
    const { page, expectFailure } = await visitAsGuest({ cart: { [serum]: 1 } });
    const quotes = asked(page, '/api/order/quote');
    await page.goto('/cart');
    await becomes(() => shownTotal(page), '₹599.00');
    await gone(codeField(page));
    // An input that cannot be a code is not sent.
    await applyCode(page, 'ab');
    await becomes(
      () => codeError(page),
      'A code has 3 to 40 letters and digits. Please check how it is written.',
    );
    expect(quotes.filter((body) => body.includes('couponCode'))).toEqual([]);

    await codeField(page).fill('NO-SUCH-CODE');
    expect(await page.locator('.coupon .error').count()).toBe(0);
    await page.getByRole('button', { name: 'Apply' }).tap();
    await becomes(() => codeError(page), 'We do not know this code.');
    expect([await focused(page), await codeTold(page)]).toEqual(['couponCode', 'We do not know this code.']);
    expect(await codeField(page).inputValue()).toBe('NO-SUCH-CODE');
    expect(await codeField(page).getAttribute('aria-invalid')).toBe('true');
    await checkCode(page);
    // A change of the cart does not try the code again.
    const changed = page.waitForRequest('**/api/order/quote');
    await page.getByRole('button', { name: 'One more' }).tap();
    await becomes(() => shownTotal(page), '₹1,198.00');
    expect((await changed).postDataJSON()).not.toHaveProperty('couponCode');

    // Without a response the cart stays, and the code can be sent again.
    expectFailure('/api/order/quote', 0);
    let isLost = false;
    await page.route('**/api/order/quote', (route) => {
      if (isLost || !route.request().postDataJSON().couponCode) return route.fallback();
      isLost = true;
      return route.abort('internetdisconnected');
    });
    await codeField(page).fill(code);
    await codeField(page).press('Enter');
    await becomes(() => codeError(page), "We can't reach the shop. Check your connection and try again.");
    expect(await shownTotal(page)).toBe('₹1,198.00');
    await page.getByRole('button', { name: 'Apply' }).tap();
    await see(appliedCode(page).getByText('15% off'));
    await becomes(() => shownTotal(page), '₹1,018.30');
    await becomes(() => isFocused(appliedCode(page)), true);

    await page.getByRole('button', { name: `Remove code ${code}` }).tap();
    await becomes(() => shownTotal(page), '₹1,198.00');
    await becomes(() => focused(page), 'Have a code?');
    await page.reload();
    await becomes(() => shownTotal(page), '₹1,198.00');
    await see(page.getByText('Have a code?'));
  });

  test('with the keyboard alone; the sums follow the cart at once, then the server’s; signing out removes the code', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { minSubtotal: 100_000, email: person.email });
    const { page } = await visitAsShopper({ path: '/cart', person, cart: { [serum]: 3 }, width: 1280 });
    await becomes(() => shownTotal(page), '₹1,797.00');
    const apply = async () => {
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.type(code);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await becomes(() => shownTotal(page), '₹1,617.30');
    };
    await page.locator('.coupon summary').focus();
    await apply();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await becomes(() => shownTotal(page), '₹1,797.00');
    await becomes(() => focused(page), 'Have a code?');
    await apply();

    const held = await hold(page, '**/api/order/quote');
    await page.getByRole('button', { name: 'One less' }).click();
    await held.came;
    await becomes(() => shownTotal(page), '₹1,078.20');
    held.release();
    await page.getByRole('button', { name: 'One less' }).click();
    await see(page.getByText('Add ₹401.00 more to use this code.'));
    await becomes(() => shownTotal(page), '₹599.00');

    await signOut(page);
    await page.waitForURL('/login');
    expect(await keptCode(page)).toBeNull();
  });

  test('after too many tries it shows when to try again; an order without a code is possible', async () => {
    const { page, expectFailure } = await visitAsShopper({ path: '/checkout', cart: { [serum]: 1 } });
    await becomes(() => shownTotal(page), '₹599.00');
    await applyCode(page, 'GUESS-ONE');
    await becomes(() => codeError(page), 'We do not know this code.');
    await shop.db.write.update(attempts).set({ count: 1000 });
    expectFailure('/api/order/quote', 429);
    await codeField(page).fill('GUESS-TWO');
    await codeField(page).press('Enter');
    await becomes(
      () => codeError(page),
      'Too many codes were tried from your network. Please try again in an hour, or order without a code.',
    );
    // A saved code in this tab does not block the first quote either.
    await page.evaluate(() => sessionStorage.setItem('couponCode', '"GUESS-THREE"'));
    await page.reload();
    await becomes(() => shownTotal(page), '₹599.00');
    await see(page.locator('.coupon').getByText('Too many codes were tried from your network.'));
    await fillAddress(page);
    await submitOrder(page);
  });
});

describe('at checkout', () => {
  /** The checkout of a shopper with one serum, ready to place the order. */
  async function openCheckout(width: number) {
    const visitor = await visitAsShopper({ cart: { [serum]: 1 }, width });
    await visitor.page.goto('/checkout');
    await becomes(() => shownTotal(visitor.page), '₹599.00');
    await fillAddress(visitor.page);
    return visitor;
  }

  test('a code that has changed since the quote: one is kept until its minimum, one that ran out is left out', async () => {
    const { page, person, expectFailure } = await openCheckout(390);
    const kept = await insertCoupon(shop.db);
    const other = await insertCoupon(shop.db, { percent: 20, maxUses: 1 });
    await applyCode(page, kept);
    await becomes(() => shownTotal(page), '₹540.00');
    await changeCoupon(shop.db, kept, { minSubtotal: 60_000 });
    expectFailure('/api/order/place', 409);
    await placeButton(page).click();
    await see(page.locator('.coupon').getByText('Add ₹1.00 more to use this code.'));
    await page.getByRole('button', { name: `Remove code ${kept}` }).click();
    await applyCode(page, other);
    await becomes(() => placeButton(page).textContent(), 'Place Order · ₹480.00');
    // The message about the first code is gone.
    const notice = page.locator('.place-order .notice');
    await gone(notice);

    await changeCoupon(shop.db, other, { uses: 1 });
    await placeButton(page).click();
    await see(notice);
    expect(await notice.textContent()).toBe(
      'This code has been used already. Without it the total is ₹599.00. Please have a look, and place your order again if you agree.',
    );
    await becomes(() => isFocused(notice), true);
    await becomes(() => placeButton(page).textContent(), 'Place Order · ₹599.00');
    await becomes(() => codeError(page), 'This code has been used already.');
    expect(await ordersOf(shop.db, person)).toEqual([]);
    await submitOrder(page);
    expect(await ordersOf(shop.db, person)).toMatchObject([{ total: 59_900, couponCode: null }]);
    expect([await usesOf(shop.db, kept), await usesOf(shop.db, other)]).toEqual([0, 1]);
  });

  test('an order waits for the response about a code; by card, an unpaid one keeps it for the next try', async () => {
    const { page, person, expectFailure } = await openCheckout(1280);
    expectFailure('/api/order/verifyStripe', 409);
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    await page.getByRole('radio', { name: /Card/ }).check();
    await becomes(() => placeButton(page).textContent(), 'Pay Now · ₹599.00');
    const held = await hold(page, '**/api/order/quote');
    const orders = asked(page, '/api/order/stripe');
    await applyCode(page, code);
    await held.came;
    await becomes(() => placeButton(page).getAttribute('aria-disabled'), 'true');
    await page.getByLabel('City').press('Enter');
    held.release();
    await becomes(() => placeButton(page).textContent(), 'Pay Now · ₹539.10');
    expect(orders).toEqual([]);
    await placeButton(page).click();
    await page.waitForURL(/\/dev\/stripe\//);
    await see(page.getByRole('button', { name: 'Pay ₹539.10' }));
    expect(await usesOf(shop.db, code)).toBe(1);

    await page.goto('/checkout');
    await see(unpaidNotice(page).getByText('Nothing was charged'));
    await becomes(() => placeButton(page).textContent(), 'Pay Now · ₹539.10');
    expect(await ordersOf(shop.db, person)).toMatchObject([
      { status: 'Payment Pending', total: 53_910, couponCode: code },
    ]);
    expect(await usesOf(shop.db, code)).toBe(1);

    await placeButton(page).click();
    await page.getByRole('button', { name: 'Pay ₹539.10' }).click();
    await page.waitForURL(/\/orders\?placed=/);
    await see(page.getByText(`You saved ₹59.90 with ${code}`));
    expect(await usesOf(shop.db, code)).toBe(1);
    expect(await keptCode(page)).toBeNull();
  });
});
