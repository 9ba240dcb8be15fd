/** What paying online takes off (docs/behaviour.md, "Paid online"): in the cart, at checkout, and with a code. */
import { expect } from 'vitest';
import { insertCoupon, ordersOf } from '../support/coupons.ts';
import { serum } from '../support/orders.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { applyCode, sumRows } from './coupon-steps.ts';
import { fillAddress, placeButton } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visitAsShopper, test } = browserTest({ simulators: true, store: { off: 3_000 } });

test.for([390, 1280])(
  'at %i px cart and checkout say it, and the total follows the way to pay',
  async (width) => {
    const { page, person } = await visitAsShopper({ path: '/cart', cart: { [serum]: 1 }, width });
    await see(page.locator('.cart-assurances').getByText('₹30.00 less by UPI or card.'));
    await looksRight(page, 'the cart', { within: '.cart-totals' });
    await page.goto('/checkout');
    const method = (name: RegExp) => page.getByRole('radio', { name });
    await becomes(() => placeButton(page).textContent(), 'Place Order · ₹599.00');
    expect(await page.getByText('₹30.00 less by UPI or card').count()).toBe(2);
    expect(await sumRows(page)).toEqual(['Subtotal', 'Delivery', 'Total']);
    await method(/Card/).check();
    await becomes(() => placeButton(page).textContent(), 'Pay Now · ₹569.00');
    expect(await sumRows(page)).toEqual(['Subtotal', 'Discount (paid online)', 'Delivery', 'Total']);
    await looksRight(page, 'the checkout', { within: '.checkout' });
    await method(/Cash/).check();
    await becomes(() => placeButton(page).textContent(), 'Place Order · ₹599.00');

    // A code that takes less off is not used online, one that takes more is.
    const small = await insertCoupon(shop.db, { percent: 2 });
    await applyCode(page, small);
    await becomes(() => placeButton(page).textContent(), 'Place Order · ₹588.00');
    await method(/Card/).check();
    await becomes(() => placeButton(page).textContent(), 'Pay Now · ₹569.00');
    await see(page.getByText('so the code is not used.'));
    await page.getByRole('button', { name: `Remove code ${small}` }).click();
    await applyCode(page, await insertCoupon(shop.db, { percent: 10 }));
    await becomes(() => placeButton(page).textContent(), 'Pay Now · ₹539.10');
    await gone(page.getByText('less by UPI or card'));
    await page.getByRole('button', { name: /^Remove code/ }).click();
    await becomes(() => placeButton(page).textContent(), 'Pay Now · ₹569.00');

    await fillAddress(page);
    await placeButton(page).click();
    await page.waitForURL(/\/dev\/stripe\//);
    await page.getByRole('button', { name: 'Pay ₹569.00' }).click();
    await page.waitForURL(/\/orders\?placed=/);
    await see(page.getByText('You saved ₹30.00'));
    expect(await ordersOf(shop.db, person)).toMatchObject([
      { total: 56_900, discount: 3_000, couponCode: null },
    ]);
  },
);
