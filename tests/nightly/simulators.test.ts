/** The pages of the simulators in a browser. tests/browser pays on them, packages/payment-simulators requests each of them. */

import { Hono } from 'hono';
import { startSimulators } from 'payment-simulators';
import { razorpayRequest, sessionFields, stripeClient } from 'payment-simulators/testing';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '#tools/lib/fixture.ts';
import { looksRight } from '../browser/axe.ts';
import { atCheckout, payByUpi, startPaying, widget } from '../browser/payment-steps.ts';
import { becomes, see, useBrowser } from '../browser/visitor.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const { visit } = useBrowser(shop);

/** Sends an email with a style, a link and a script. */
async function sendMail(): Promise<void> {
  const { MAIL_API_URL = '', MAIL_API_KEY } = shop.simulators.vars.mail;
  const scripts = '<script>top.broken = 1</script><img src="/dev/none" alt="" onerror="top.broken = 1">';
  const html = `<h1 style="color:rgb(1,2,3)">Hello</h1><a href="/orders">Your orders</a>${scripts}`;
  await fetch(MAIL_API_URL, {
    method: 'POST',
    headers: { Authorization: `Bearer ${MAIL_API_KEY}` },
    body: JSON.stringify({ from: 'a@harita.example', to: 'b@example.com', subject: 'Your order', html }),
  });
}
const newSession = () => stripeClient(shop.simulators).checkout.sessions.create(sessionFields());

test('the mailbox shows new emails with their styles, opens links in a new page, and runs no scripts', async () => {
  const { page, context, expectConsole, expectFailure } = await visit(390);
  shop.simulators.mailbox.clear();
  await page.goto('/dev/mail');
  await see(page.getByText('No emails yet.'));
  expectConsole('Blocked script');
  expectConsole('Content Security Policy');
  expectFailure('/dev/none', 0);
  await sendMail();
  await page.getByRole('link', { name: 'Your order' }).click();
  await see(page.getByRole('heading', { name: 'Your order' }));
  const mail = page.frameLocator('iframe.email');
  const heading = mail.getByRole('heading', { name: 'Hello' });
  expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
  const opened = context.waitForEvent('page');
  await mail.getByRole('link', { name: 'Your orders' }).click();
  expect(new URL((await opened).url()).pathname).toBe('/orders');
  expect(await page.evaluate(() => 'broken' in window)).toBe(false);
});

test('the overview ends simulated failures', async () => {
  const { page } = await visit(1280);
  const trouble = shop.simulators.razorpay.api.inject({ fault: 'hang', path: '/v1/orders' });
  const order = razorpayRequest(shop.simulators, 'POST', '/v1/orders', { amount: 100, currency: 'INR' });
  await trouble.arrived;
  await page.goto('/dev');
  await page.getByRole('button', { name: 'Remove and release' }).click();
  expect((await order).status).toBe(200);
  await becomes(() => page.getByText('The API works normally.').count(), 3);
});

test('every page is accessible and fits its window', async () => {
  const { page, expectFailure, expectConsole } = await visit(390);
  const { simulators } = shop;
  simulators.mailbox.clear();
  const session = await newSession();
  const { body } = await razorpayRequest(simulators, 'POST', '/v1/orders', { amount: 100, currency: 'INR' });
  await sendMail();
  // One example of each part of the overview.
  simulators.razorpay.begin(body.id);
  simulators.stripe.api.inject({ fault: 'hang', path: '/v1/checkout/sessions/*/expire' });
  simulators.stripe.webhooks.fault = 'hold';
  simulators.stripe.expire((await newSession()).id);
  const mailPath = `/dev/mail/${simulators.mailbox.messages[0]?.id}`;
  expectFailure('/dev/none', 404, 0);
  // Scripts of the email, and those of axe in its frame.
  expectConsole('Blocked script');
  expectConsole('Content Security Policy');
  for (const path of ['/dev', new URL(session.url ?? '').pathname, '/dev/mail', mailPath, '/dev/none']) {
    await page.goto(path);
    // The email is the shop's own content, and axe cannot run inside its frame.
    await looksRight(page, path, { without: 'iframe.email', largeText: false });
  }
  simulators.stripe.webhooks.fault = 'none';
  simulators.stripe.api.clearFaults();
});

test('each state of the payment window is accessible and fits', async () => {
  const { page } = await atCheckout(shop, visit, 390, 'razorpay');
  shop.simulators.razorpay.settings.approveAfterMs = Number.POSITIVE_INFINITY;
  await startPaying(page, 'razorpay');
  const press = (name: string) => widget(page).getByRole('button', { name }).click();
  const steps: Record<string, () => Promise<void>> = {
    'the methods': () => see(widget(page).getByText('UPI ID', { exact: true })),
    'waiting for the app': () => press('Pay by UPI app'),
    declined: () => press('Decline in the app'),
    closing: () => press('Close'),
  };
  for (const [state, reach] of Object.entries(steps)) {
    await reach();
    await looksRight(page, state, { within: '.razorpay-checkout-frame', largeText: false });
  }
});

test('a shop that forwards nothing to the simulators pays in the window and on the payment page', async () => {
  const simulators = await startSimulators();
  onTestFinished(simulators.stop);
  const { razorpay, urls } = simulators;
  const { body } = await razorpayRequest(simulators, 'POST', '/v1/orders', { amount: 100, currency: 'INR' });
  const options = JSON.stringify({ key: razorpay.keyId, order_id: body.id, name: 'Another shop' });
  const app = new Hono().get('/*', (c) =>
    c.html(`<!doctype html><title>Another shop</title><link rel="icon" href="data:,">
      <script src="${urls.razorpay}/checkout.js"></script>
      <button onclick="new Razorpay({ ...${options.replaceAll('"', "'")}, handler: show }).open()">Pay</button>
      <output></output>
      <script>const show = (response) => { document.querySelector('output').value = response.razorpay_payment_id; }</script>`),
  );
  const other = await listen(app);
  onTestFinished(other.stop);
  const { page } = await visit(390);
  await page.goto(`http://${other.host}/`);
  await page.getByRole('button', { name: 'Pay' }).click();
  await see(widget(page).getByRole('heading', { name: 'Another shop' }));
  // The later states are hidden.
  expect(await widget(page).getByRole('button', { name: 'Approve in the app' }).count()).toBe(0);
  await payByUpi(page);
  await becomes(() => page.locator('output').textContent().then(Boolean), true);
  expect(await page.locator('output').textContent()).toBe(razorpay.payments[0]?.id);
  const success_url = `http://${other.host}/paid`;
  const { url } = await stripeClient(simulators).checkout.sessions.create(sessionFields({ success_url }));
  await page.goto(url ?? '');
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  await page.waitForURL(success_url);
  expect(simulators.stripe.sessions).toMatchObject([{ payment_status: 'paid' }]);
});
