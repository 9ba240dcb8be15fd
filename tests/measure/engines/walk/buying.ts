/** The cart, an account, three ways to pay, and the orders. */
import { eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import { address, serum, toner } from '../../../support/orders.ts';
import { addToCart } from './browsing.ts';
import type { Step, Walk } from './walk.ts';

const email = 'asha.rao@example.in';
const frame = '.razorpay-checkout-frame';
const placeButton = { css: '.place-order button[type="submit"]' };

async function cart({ page, open, look, check }: Walk): Promise<void> {
  await open('/cart');
  await page.see({ css: '.cart-row', text: 'Rose' });
  await look('cart');
  const line = await page.evaluate(() => {
    const remove = document.querySelector('.cart-row .button.plain');
    return remove && getComputedStyle(remove).textDecorationLine;
  });
  check('cart: plain buttons are underlined', line === 'underline', line);
  const field = { css: '.cart-row input[aria-label="Quantity"]' };
  // As a person does: click the number, and type over it.
  await page.click(field);
  await page.waitFor(
    'the field has the focus',
    () => document.activeElement?.getAttribute('aria-label') === 'Quantity',
  );
  await page.type('3');
  await page.press('Enter');
  const value = () =>
    document.querySelector<HTMLInputElement>('.cart-row input[aria-label="Quantity"]')?.value;
  await page.waitFor(
    'the number has changed',
    () => document.querySelector<HTMLInputElement>('.cart-row input[aria-label="Quantity"]')?.value !== '2',
  );
  const typed = await page.evaluate(value);
  check('cart: 3 typed over 2 is 3', typed === '3', typed);
  if (typed !== '3') {
    await page.fill(field, '3');
    await page.press('Enter');
  }
  await page.see({ css: '.sums-total', text: '₹1,047.00' });
  await page.click({ css: '.cart-row button', name: 'One less' });
  await page.see({ css: '.sums-total', text: '₹698.00' });
}

async function signUp({ page, shop, open, look, check }: Walk): Promise<void> {
  await open('/checkout');
  await page.click({ css: 'main a[href^="/login"]' });
  await page.waitFor('the sign-in page', () => location.pathname === '/login');
  await page.see({ css: 'h1', name: 'Sign In' });
  await look('login');
  await page.click({ css: 'main a', name: 'Sign Up' });
  await page.see({ css: 'h1', name: 'Sign Up' });
  await page.fill({ css: 'input[name="name"]' }, 'Asha Rao');
  await page.fill({ css: 'input[name="email"]' }, email);
  await page.fill({ css: 'input[name="password"]' }, 'a long walk in Lalbagh');
  await look('sign-up');
  await page.click({ css: 'button', name: 'Create Account' });
  await page.waitFor('back at the checkout', () => location.pathname === '/checkout');
  await page.see({ css: 'h1, h2', text: 'Complete Your Order' });
  const rows = await shop.db.read.select().from(users).where(eq(users.email, email));
  check('sign-up: the account is there', rows.length === 1, rows.length);
  // The same effect as opening the link in the email.
  await shop.db.write.update(users).set({ verifiedAt: Date.now() }).where(eq(users.email, email));
}

/** Fills in the delivery form; it loads after the sums, and moves the content below it. */
async function fillDelivery({ page }: Walk): Promise<void> {
  await page.see({ css: '.checkout-summary .sums' });
  await page.see({ css: '[name="address"]' });
  const { state, ...fields } = { ...address, email };
  for (const [name, value] of Object.entries(fields)) await page.fill({ css: `[name="${name}"]` }, value);
  await page.waitFor(
    'the states are there',
    () => document.querySelectorAll('select[name="state"] option').length > 5,
  );
  await page.choose('select[name="state"]', state);
}

async function choosePayment({ page }: Walk, method: string): Promise<void> {
  await page.click({ css: `.checkout-method:has(input[value="${method}"]:enabled)` });
  await page.waitFor(
    `${method} is chosen`,
    (value) => {
      const radio = document.querySelector<HTMLInputElement>(`input[name="paymentMethod"][value="${value}"]`);
      return (
        radio?.checked &&
        document.querySelector('.place-order button')?.getAttribute('aria-disabled') === 'false'
      );
    },
    method,
  );
}

async function placed({ page, check }: Walk, how: string): Promise<void> {
  await page.waitFor(
    `${how}: the order is placed`,
    () => /^\?placed=/.test(location.search) && location.pathname === '/orders',
  );
  await page.see({ css: '#placed', text: 'Order Placed Successfully!' });
  const reference = await page.evaluate(
    () => /ORD-\d{6,8}/.exec(document.querySelector('.placed')?.textContent ?? '')?.[0],
  );
  check(`${how}: the order has a number`, Boolean(reference), reference);
  await page.waitFor(
    'the cart is empty',
    () => document.querySelector('[data-cart-count]')?.textContent?.trim() === '',
  );
}

async function onDelivery(walk: Walk): Promise<void> {
  const { page, open, look } = walk;
  await open('/checkout');
  await fillDelivery(walk);
  await choosePayment(walk, 'cod');
  await look('checkout');
  await page.click(placeButton);
  await placed(walk, 'cash on delivery');
  await look('placed');
}

async function byCard(walk: Walk): Promise<void> {
  const { page, open, look } = walk;
  await addToCart(walk, toner);
  await open('/checkout');
  await fillDelivery(walk);
  await choosePayment(walk, 'stripe');
  await page.click(placeButton);
  await page.waitFor('the payment page', () => location.pathname.startsWith('/dev/stripe/c/pay/'));
  // Cross-origin pages have no view transition. The simulator has the shop's origin, so Chromium logs a missing opt-in.
  await look('stripe', false, /ViewTransition opt-in disabled/);
  await page.click({ css: 'button[value="pay"]' });
  await placed(walk, 'card');
}

async function byWidget(walk: Walk): Promise<void> {
  const { page, open, look } = walk;
  await addToCart(walk, serum);
  await open('/checkout');
  await fillDelivery(walk);
  await choosePayment(walk, 'razorpay');
  await page.click(placeButton);
  await page.see({ css: 'h1, h2', text: 'Harita', frame });
  await look('razorpay', true);
  await page.fill({ css: '#vpa', frame }, 'success@razorpay');
  await page.click({ css: 'button', name: 'Pay with this ID', frame });
  await placed(walk, 'payment window');
}

async function orders({ page, open, look }: Walk): Promise<void> {
  await open('/orders');
  await page.see({ css: '.order-card' });
  await look('orders');
  await page.click({ css: '.order-head' });
  await page.waitFor(
    'the order is open',
    () => document.querySelector('.order-head')?.ariaExpanded === 'true',
  );
  await look('order');
}

/** In the order of the walk. */
export const buying: Step[] = [
  { name: 'cart', run: cart },
  { name: 'sign-up', run: signUp },
  { name: 'cash on delivery', run: onDelivery },
  { name: 'card', run: byCard },
  { name: 'payment window', run: byWidget },
  { name: 'orders', run: orders },
];
