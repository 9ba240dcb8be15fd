/**
 * Codes as a shopper meets them (decisions, "API"): from the letter into the cart, through reload and
 * sign-in to an order, and every way in which one does not apply.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { attempts, orders } from '#db/schema.ts';
import { changeCoupon, insertCoupon, usesOf } from '../support/coupons.ts';
import { codeIn, welcomeTo } from '../support/newsletter.ts';
import { address, fillShelf, serum, toner } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';
import { asGuest, asked, asPerson, hold, hydrated, someoneWithPassword, toast } from './steps.ts';
import { becomes, gone, placeOf, see, useBrowser, widths } from './visitor.ts';

const shop = useShop({ simulators: true });
const { visit } = useBrowser(shop);

beforeEach(async () => {
  await fillShelf(shop.db);
  // All browsers come from one address, and each test may guess.
  await shop.db.write.delete(attempts);
});

const field = (page: Page) => page.getByLabel('Discount code');
const open = (page: Page) => page.getByText('Have a code?').click();
const kept = (page: Page) => page.getByRole('group', { name: 'Your code' });
const error = (page: Page) => page.locator('.coupon .error').textContent();
const total = (page: Page) => page.locator('.sums-total dd').first().textContent();
const rows = (page: Page) => page.locator('.sums').first().locator('dt').allTextContents();
const told = (page: Page) => page.locator('.coupon [role="status"]').textContent();
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);
const ordersOf = (userId: string) => shop.db.read.select().from(orders).where(eq(orders.userId, userId));
const place = (page: Page) => page.locator('.place-order button[type="submit"]');

/** Types a code as a person does, and waits for nothing. */
async function apply(page: Page, code: string): Promise<void> {
  await open(page);
  await field(page).fill(code);
  await field(page).press('Enter');
}

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Address', { exact: true }).fill(address.address);
  await page.getByLabel('City').fill(address.city);
  await page.getByLabel('State').selectOption(address.state);
  await page.getByLabel('Pincode').fill(address.zipcode);
  await page.getByLabel('Mobile number').fill(address.phone);
}

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include('.coupon').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
}

test.each(widths)(
  'from the newsletter’s letter to a discounted order, signed out at first, at %d px',
  async (width) => {
    const person = await someoneWithPassword(shop);
    const { page } = await visit(width, asGuest(shop, { [toner]: 1 }));

    await page.goto('/');
    await page.locator('#newsletter-email').fill(person.email);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await see(page.getByText('for our welcome email with your discount code'));
    const code = codeIn(await welcomeTo(shop, person.email));

    // Signed out it asks to sign in, and is kept.
    await page.goto('/cart');
    await becomes(() => total(page), '₹349.00');
    await apply(page, code.toLowerCase());
    await see(kept(page).getByText(code));
    await see(page.getByText('This is a personal code. Please sign in'));
    expect(await rows(page)).toEqual(['Subtotal', 'Delivery', 'Total']);
    await axe(page);
    await page.locator('.coupon').getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('/login?next=%2Fcart');
    await hydrated(page);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('/cart');

    // Signed in it asks for a larger cart, and applies as soon as it is one.
    await see(page.getByText('Add ₹150.00 more to use this code.'));
    await page.getByRole('button', { name: 'One more' }).click();
    await becomes(() => rows(page), ['Subtotal', `Discount (${code})`, 'Delivery', 'Total']);
    await becomes(() => total(page), '₹628.20');
    await becomes(() => told(page), `${code} takes 10% off.`);
    await axe(page);
    await page.reload();
    await becomes(() => total(page), '₹628.20');

    await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await becomes(() => rows(page), ['Subtotal', `Discount (${code})`, 'Delivery', 'Total']);
    expect(await total(page)).toBe('₹628.20');
    await axe(page);
    await fillAddress(page);
    await becomes(() => place(page).textContent(), 'Place Order · ₹628.20');
    await place(page).click();
    await page.waitForURL(/\/orders\?placed=/);
    await see(page.getByText(`You saved ₹69.80 with ${code}`));
    await page.getByRole('button', { name: 'View order' }).click();
    await see(page.getByText(`Discount (${code})`));
    expect(await usesOf(shop.db, code)).toBe(1);
    const letter = await shop.standIns.mailbox.waitFor(
      ({ to, subject }) => to.includes(person.email) && subject.includes('is placed'),
    );
    expect(letter.text).toContain(`Discount (${code})`);

    // It has done its duty: the next cart does not begin with a refusal.
    await page.goto('/product/vitamin-c-glow-serum');
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await page.goto('/cart');
    await becomes(() => total(page), '₹599.00');
    await see(page.getByText('Have a code?'));
    expect(await page.locator('.coupon').getByText('used already').count()).toBe(0);
  },
);

describe('in the cart', () => {
  test('behind a quiet question; a wrong code says so, keeps the focus, and can be corrected', async () => {
    const code = await insertCoupon(shop.db, { percent: 15 });
    const { page } = await visit(390, asGuest(shop, { [serum]: 1 }));
    const quotes = asked(page, '/api/order/quote');
    await page.goto('/cart');
    await becomes(() => total(page), '₹599.00');
    await gone(field(page));
    // Nobody is asked anything before there is a code, nor for what can be none.
    await apply(page, 'abc');
    await becomes(
      () => error(page),
      'A code has 4 to 40 letters and digits. Please check how it is written.',
    );
    expect(quotes).toEqual([]);

    await field(page).fill('NO-SUCH-CODE');
    expect(await page.locator('.coupon .error').count()).toBe(0);
    await page.getByRole('button', { name: 'Apply' }).tap();
    await becomes(() => error(page), 'We do not know this code.');
    expect([await focused(page), await told(page)]).toEqual(['couponCode', 'We do not know this code.']);
    expect(await field(page).inputValue()).toBe('NO-SUCH-CODE');
    expect(await field(page).getAttribute('aria-invalid')).toBe('true');
    await axe(page);
    // It is not guessed again with every change of the cart.
    const before = quotes.length;
    await page.getByRole('button', { name: 'One more' }).tap();
    await becomes(() => total(page), '₹1,198.00');
    expect(quotes.length).toBe(before);

    await field(page).fill(code);
    await field(page).press('Enter');
    await see(kept(page).getByText('15% off'));
    await becomes(() => total(page), '₹1,018.30');
    await becomes(() => kept(page).evaluate((node) => node === document.activeElement), true);

    await page.getByRole('button', { name: `Remove code ${code}` }).tap();
    await becomes(() => total(page), '₹1,198.00');
    await becomes(() => focused(page), 'Have a code?');
    await page.reload();
    await becomes(() => total(page), '₹1,198.00');
    await see(page.getByText('Have a code?'));
  });

  test('with the keyboard alone', async () => {
    const code = await insertCoupon(shop.db);
    const { page } = await visit(1280, asGuest(shop, { [serum]: 1 }));
    await page.goto('/cart');
    await becomes(() => total(page), '₹599.00');
    await page.locator('.coupon summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type(code);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await becomes(() => total(page), '₹539.10');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await becomes(() => total(page), '₹599.00');
  });

  test('the sums follow the cart at once, and the shop has the last word', async () => {
    const code = await insertCoupon(shop.db, { minSubtotal: 100_000 });
    const { page } = await visit(1280, asGuest(shop, { [serum]: 3 }));
    await page.goto('/cart');
    await apply(page, code);
    await becomes(() => total(page), '₹1,617.30');
    const held = await hold(page, '**/api/order/quote');
    await page.getByRole('button', { name: 'One less' }).click();
    await held.came;
    await becomes(() => total(page), '₹1,078.20');
    held.release();
    await page.getByRole('button', { name: 'One less' }).click();
    await see(page.getByText('Add ₹401.00 more to use this code.'));
    await becomes(() => total(page), '₹599.00');
  });

  test('a shop that does not answer: the cart stands, and the code can be sent again', async () => {
    const code = await insertCoupon(shop.db);
    const { page, expectFailure } = await visit(390, asGuest(shop, { [serum]: 1 }));
    await page.goto('/cart');
    await becomes(() => total(page), '₹599.00');
    expectFailure({ path: '/api/order/quote', status: 0 });
    await page.route('**/api/order/quote', (route) => route.abort('internetdisconnected'), { times: 1 });
    await apply(page, code);
    await becomes(() => error(page), "We can't reach the shop. Check your connection and try again.");
    expect(await total(page)).toBe('₹599.00');
    await page.getByRole('button', { name: 'Apply' }).tap();
    await becomes(() => total(page), '₹539.10');
  });

  test('after too many guesses it says when to try again; the order goes on without a code', async () => {
    await shop.stack.restartWorker({ COUPON_TRIES_PER_HOUR: '1' });
    onTestFinished(() => shop.stack.restartWorker());
    const person = await shop.person();
    const { page, expectFailure } = await visit(390, await asPerson(shop, person, { [serum]: 1 }));
    await page.goto('/checkout');
    await becomes(() => total(page), '₹599.00');
    await apply(page, 'GUESS-ONE');
    await becomes(() => error(page), 'We do not know this code.');
    expectFailure({ path: '/api/order/quote', status: 429 });
    await field(page).fill('GUESS-TWO');
    await field(page).press('Enter');
    await becomes(
      () => error(page),
      'Many codes were tried from here. Please try again in an hour, or order without a code.',
    );
    await fillAddress(page);
    await place(page).tap();
    await page.waitForURL(/\/orders\?placed=/);
  });

  test('signing out takes the code along', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { email: person.email });
    const { page } = await visit(1280, await asPerson(shop, person, { [serum]: 1 }));
    await page.goto('/cart');
    await apply(page, code);
    await becomes(() => total(page), '₹539.10');
    await page.getByRole('button', { name: 'Your account' }).hover();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('/login');
    expect(await page.evaluate(() => sessionStorage.getItem('couponCode'))).toBeNull();
  });
});

describe('at checkout', () => {
  /** The checkout of somebody with a code in use, ready to be pressed. */
  async function ready(width: number, given: Parameters<typeof insertCoupon>[1] = {}) {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, given);
    const visitor = await visit(width, await asPerson(shop, person, { [serum]: 1 }));
    const { page } = visitor;
    await page.goto('/checkout');
    await becomes(() => total(page), '₹599.00');
    await apply(page, code);
    await becomes(() => total(page), '₹539.10');
    await fillAddress(page);
    return { person, code, ...visitor };
  }

  test.each(widths)(
    'a code that ran out between quote and order: why, the new total, and the order without it, at %d px',
    async (width) => {
      const { page, person, code, expectFailure } = await ready(width, { maxUses: 1 });
      await changeCoupon(shop.db, code, { uses: 1 });
      expectFailure({ path: '/api/order/place', status: 409 });
      await place(page).click();
      const notice = page.locator('.place-order .notice');
      await see(notice);
      expect(await notice.textContent()).toBe(
        'This code has been used already. Without it the total is ₹599.00. Please have a look, and place your order again if you agree.',
      );
      await becomes(() => notice.evaluate((node) => node === document.activeElement), true);
      await becomes(() => place(page).textContent(), 'Place Order · ₹599.00');
      await becomes(() => error(page), 'This code has been used already.');
      expect(await ordersOf(person.id)).toEqual([]);
      await place(page).click();
      await page.waitForURL(/\/orders\?placed=/);
      expect(await ordersOf(person.id)).toMatchObject([{ total: 59_900, couponCode: null }]);
      expect(await usesOf(shop.db, code)).toBe(1);
    },
  );

  test('a code that asks for more since the quote is kept, and another one takes its place', async () => {
    const { page, person, code, expectFailure } = await ready(1280);
    const other = await insertCoupon(shop.db, { percent: 20 });
    await changeCoupon(shop.db, code, { minSubtotal: 60_000 });
    expectFailure({ path: '/api/order/place', status: 409 });
    await place(page).click();
    await see(page.locator('.coupon').getByText('Add ₹1.00 more to use this code.'));
    await page.getByRole('button', { name: `Remove code ${code}` }).click();
    await apply(page, other);
    await becomes(() => place(page).textContent(), 'Place Order · ₹479.20');
    // What was said of the first one is over.
    await gone(page.locator('.place-order .notice'));
    await place(page).click();
    await page.waitForURL(/\/orders\?placed=/);
    expect(await ordersOf(person.id)).toMatchObject([{ total: 47_920, couponCode: other }]);
  });

  test('an order waits for the answer about a code: nobody pays the full price for pressing too soon', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db);
    const { page } = await visit(390, await asPerson(shop, person, { [serum]: 1 }));
    await page.goto('/checkout');
    await becomes(() => total(page), '₹599.00');
    await fillAddress(page);
    const held = await hold(page, '**/api/order/quote');
    const orders = asked(page, '/api/order/place');
    await apply(page, code);
    await held.came;
    await becomes(() => place(page).getAttribute('aria-disabled'), 'true');
    await page.getByLabel('City').press('Enter');
    held.release();
    await becomes(() => total(page), '₹539.10');
    expect(orders).toEqual([]);
    await place(page).tap();
    await page.waitForURL(/\/orders\?placed=/);
    expect(await ordersOf(person.id)).toMatchObject([{ total: 53_910, couponCode: code }]);
  });

  test('paid by card: the page asks for the lower total, and the code is used once it is paid', async () => {
    const { page, person, code } = await ready(1280, { maxUses: 1 });
    await page.getByRole('radio', { name: /Card/ }).check();
    await becomes(() => place(page).textContent(), 'Pay Now · ₹539.10');
    await place(page).click();
    await page.waitForURL(/\/dev\/stripe\//);
    await see(page.getByText('₹539.10').first());
    expect(placeOf(page)).toContain('/dev/stripe/');
    // Back without paying: the order is given up, and the code is free again.
    await page.goto('/cart');
    await becomes(() => total(page), '₹539.10');
    await page.goto('/checkout');
    await see(toast(page, 'Nothing was charged'));
    await becomes(() => place(page).textContent(), 'Pay Now · ₹539.10');
    expect(await ordersOf(person.id)).toMatchObject([{ status: 'Cancelled', couponCode: code }]);
    expect(await usesOf(shop.db, code)).toBe(0);
  });
});
