/** Orders of shoppers, with what the screens said on the way, for fair.test.ts. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { orderLines, orders } from '#db/schema/index.ts';
import { newEmail } from '../support/accounts.ts';
import { insertCoupon } from '../support/coupons.ts';
import { newPhone } from '../support/guests.ts';
import { toner } from '../support/orders.ts';
import { paidOrder } from '../support/payments.ts';
import type { TestShop } from '../support/shop.ts';
import { appliedCode, applyCode } from './coupon-steps.ts';
import type { Visit } from './desk-steps.ts';
import { startPaying } from './payment-steps.ts';
import { asGuest, cartRow, fillGuest, placeButton, storedCarts, toast } from './steps.ts';
import { becomes, see } from './visitor.ts';

export const kit = 'morning-ritual-kit';

/** The rows of a bill: `['Delivery', 'Free']`, without the tax within the total. */
const bill = async (page: Page): Promise<(string | null)[][]> => {
  const rows = await page
    .locator('.sums')
    .first()
    .locator('div')
    .evaluateAll((all) => all.map((row) => [...row.children].map(({ textContent }) => textContent)));
  return rows.filter(([label]) => !label?.startsWith('Includes GST'));
};

/** Buys a kit with a code, cash on delivery: from the card to the order. */
export async function buyKit(shop: TestShop, visit: Visit) {
  const code = await insertCoupon(shop.db);
  const guest = { email: newEmail(), phone: newPhone() };
  const { page, context } = await visit(390, asGuest(shop));
  const price = async (within: string) => page.locator(`${within} .price strong`).first().textContent();

  await page.goto('/collection');
  const prices = [await price(`[data-card="${kit}"]`)];
  await page.locator(`[data-card="${kit}"] .card-name a`).tap();
  await page.waitForURL(`/product/${kit}`);
  prices.push(await price('[data-buy-box]'));
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).tap();
  await see(toast(page, 'Added to cart!'));

  await page.locator('[data-cart-link]').tap();
  await page.waitForURL('/cart');
  prices.push(await cartRow(page, 'Morning Ritual').locator('.cart-row-total').textContent());
  await applyCode(page, code);
  await see(appliedCode(page));
  await see(page.locator('.sums').getByText(`Discount (${code})`));
  const cart = await storedCarts(page);
  const bills = { cart: await bill(page) } as Record<string, (string | null)[][]>;

  await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
  await see(page.locator('.checkout-summary .sums').getByText(`Discount (${code})`));
  bills.checkout = await bill(page);
  const lines = await page.locator('.checkout-lines li > span:first-of-type').allInnerTexts();
  const line = page.locator('.checkout-lines li').filter({ hasText: 'Morning Ritual' });
  prices.push(await line.locator('.checkout-amount').textContent());
  const fields = await page
    .locator('main :is(input, select, textarea):not([name="couponCode"])')
    .evaluateAll((all) => all.map((one) => one.getAttribute('name')));
  const chosen = await page.locator('[name="paymentMethod"]:checked').inputValue();
  const methods = await page.locator('.checkout-method').evaluateAll((all) =>
    all.map((one) => {
      const { width } = one.getBoundingClientRect();
      const { fontSize, opacity } = getComputedStyle(one.querySelector('strong') ?? one);
      return { width, fontSize, opacity };
    }),
  );
  await fillGuest(page, guest);
  for (const method of ['razorpay', 'stripe', 'cod']) {
    await page.locator(`input[value="${method}"]`).check();
    await becomes(() => placeButton(page).getAttribute('aria-disabled'), 'false');
    bills[method] = await bill(page);
  }
  await placeButton(page).tap();
  await page.waitForURL(/\/orders\?placed=/);
  await see(page.getByText('Order Placed Successfully!'));
  const id = new URL(page.url()).searchParams.get('placed') ?? '';
  const [order] = await shop.db.read.select().from(orders).where(eq(orders.id, id));
  const sold = await shop.db.read.select().from(orderLines).where(eq(orderLines.orderId, id));
  return {
    guest,
    code,
    prices,
    cart,
    bills,
    lines,
    fields,
    chosen,
    methods,
    order,
    sold,
    cookies: await context.cookies(),
  };
}

/** Opens Razorpay's window; another shopper pays by card. */
export async function payOnline(shop: TestShop, visit: Visit) {
  const { page, context } = await visit(1280, asGuest(shop, { [toner]: 1 }));
  await context.addInitScript(() => {
    // Keeps the names of the options that the shop gives to the window.
    let real: unknown;
    Object.defineProperty(window, 'Razorpay', {
      set: (Window: new (options: object) => object) => {
        real = class extends Window {
          constructor(options: object) {
            super(options);
            document.documentElement.dataset.options = JSON.stringify(Object.keys(options).sort());
          }
        };
      },
      get: () => real,
    });
  });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && request.frame() === page.mainFrame())
      scripts.push(request.url());
  });
  const ofProvider = () => scripts.filter((url) => url.includes('/dev/'));
  await page.goto('/checkout');
  await see(page.locator('.checkout-summary .sums'));
  await fillGuest(page, { email: newEmail(), phone: newPhone() });
  await page.locator('input[value="razorpay"]').check();
  await becomes(() => placeButton(page).getAttribute('aria-disabled'), 'false');
  const before = ofProvider();
  await startPaying(page, 'razorpay');
  const after = ofProvider();
  const options = JSON.parse((await page.locator('html').getAttribute('data-options')) ?? '[]');
  await paidOrder(shop, await shop.person(), 'stripe');
  const session = shop.simulators.stripe.sessions.at(-1);
  return { scripts: { before, after }, options, session };
}
