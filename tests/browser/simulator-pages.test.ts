/** The pages of the simulators, in Chromium. */
import { describe, expect, test } from 'vitest';
import { razorpayRequest, sessionFields, stripeClient } from '#tools/simulators/testing.ts';
import { looksRight } from './axe.ts';
import { useSimulatorProxy } from './simulator-proxy.ts';

const shop = useSimulatorProxy();

/** Sends an email with a style, a link and a script. */
async function sendMail(more = ''): Promise<void> {
  const { MAIL_API_URL = '', MAIL_API_KEY } = shop.simulators.vars.mail;
  const html = `<h1 style="color:rgb(1,2,3)">Hello</h1><a href="/orders">Your orders</a>${more}`;
  await fetch(MAIL_API_URL, {
    method: 'POST',
    headers: { Authorization: `Bearer ${MAIL_API_KEY}` },
    body: JSON.stringify({ from: 'a@harita.example', to: 'b@example.com', subject: 'Your order', html }),
  });
}

const newSession = (fields = {}) =>
  stripeClient(shop.simulators).checkout.sessions.create(
    sessionFields({ success_url: `${shop.origin}/verify?session_id={CHECKOUT_SESSION_ID}`, ...fields }),
  );

test('the hosted page returns to the shop after the payment', async () => {
  const page = await shop.visit();
  const { id, url } = await newSession();
  await page.goto(url ?? '');
  await page.getByRole('button', { name: 'Decline the card' }).click();
  await page.getByRole('alert').getByText('Your card was declined.').waitFor();
  await page.getByRole('button', { name: 'Pay ₹1,547.50' }).click();
  await page.waitForURL(`${shop.origin}/verify?session_id=${id}`);
  expect(shop.simulators.stripe.session(id).payment_status).toBe('paid');
});

describe('the mailbox', () => {
  test('shows new emails while it is open', async () => {
    const page = await shop.visit();
    await page.goto('/dev/mail');
    await page.getByText('No mail yet.').waitFor();
    await sendMail();
    await page.getByRole('link', { name: 'Your order' }).click();
    await page.getByRole('heading', { name: 'Your order' }).waitFor();
  });

  test('shows an email with its styles, opens its links in a new page, and runs no scripts', async () => {
    const page = await shop.visit();
    await sendMail('<script>top.broken = 1</script><img src="/dev/none" alt="" onerror="top.broken = 1">');
    await page.goto(`/dev/mail/${shop.simulators.mailbox.messages[0]?.id}`);
    const mail = page.frameLocator('iframe.mail');
    const heading = mail.getByRole('heading', { name: 'Hello' });
    expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
    const opened = page.context().waitForEvent('page');
    await mail.getByRole('link', { name: 'Your orders' }).click();
    expect(new URL((await opened).url()).pathname).toBe('/orders');
    expect(await page.evaluate(() => 'broken' in window)).toBe(false);
    // The browser reports the blocked scripts, and that the picture is missing.
    const problems = shop.takeProblems().filter((text) => !text.startsWith('Failed to load resource'));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.filter((text) => !/^Blocked script|Content Security Policy/.test(text))).toEqual([]);
  });
});

test('the overview ends simulated failures', async () => {
  const page = await shop.visit();
  const trouble = shop.simulators.razorpay.api.trouble({ how: 'hang', path: '/v1/orders' });
  const order = razorpayRequest(shop.simulators, 'POST', '/v1/orders', { amount: 100, currency: 'INR' });
  await trouble.arrived;
  await page.goto('/dev');
  await page.getByRole('button', { name: 'End and release' }).click();
  expect((await order).status).toBe(200);
  await expect.poll(() => page.getByText('The API is well.').count()).toBe(3);
});

test('every page is accessible and fits its window', async () => {
  const page = await shop.visit(390);
  const { simulators } = shop;
  const session = await newSession();
  const { body } = await razorpayRequest(simulators, 'POST', '/v1/orders', { amount: 100, currency: 'INR' });
  await sendMail();
  // One example of each part of the overview.
  simulators.razorpay.begin(body.id);
  simulators.stripe.api.trouble({ how: 'hang', path: '/v1/checkout/sessions/*/expire' });
  simulators.stripe.webhooks.manner = 'hold';
  simulators.stripe.expire((await newSession()).id);
  const mailPath = `/dev/mail/${simulators.mailbox.messages[0]?.id}`;
  for (const path of ['/dev', new URL(session.url ?? '').pathname, '/dev/mail', mailPath, '/dev/none']) {
    await page.goto(path);
    // The email is the shop's own content, and axe cannot run inside its frame.
    await looksRight(page, path, { without: 'iframe.mail' });
  }
  // The missing page, and the blocked scripts of axe in the email's frame.
  const expected = /^Failed to load resource: .*404|^Blocked script/;
  expect(shop.takeProblems().filter((text) => !expected.test(text))).toEqual([]);
});
