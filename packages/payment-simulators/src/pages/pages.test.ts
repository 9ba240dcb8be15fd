/** The pages, requested as a browser does. */
import { HtmlValidate } from 'html-validate';
import { beforeEach, describe, expect, test } from 'vitest';
import { razorpayRequest, sessionFields, stripeClient } from '../testing.ts';
import { useSimulators } from '../use-simulators.ts';

const all = useSimulators();
const url = (path: string) => `http://${all.simulators.host}${path}`;
const get = (path: string) => fetch(url(path), { redirect: 'manual' });
const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url(path), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers });

let sessionId: string;
let orderId: string;
let mailId: string;

beforeEach(async () => {
  const { simulators } = all;
  sessionId = (await stripeClient(simulators).checkout.sessions.create(sessionFields())).id;
  orderId = (await razorpayRequest(simulators, 'POST', '/v1/orders', { amount: 154_750, currency: 'INR' }))
    .body.id;
  const sent = await fetch(simulators.urls.mail, {
    method: 'POST',
    headers: { Authorization: `Bearer ${simulators.mailbox.apiKey}` },
    body: JSON.stringify({
      from: 'Harita <hello@harita.example>',
      to: 'asha@example.com',
      subject: 'Hello <script>alert(1)</script>',
      text: 'Plain & simple <b>text</b>',
      html: '<html><head><title>t</title></head><body><p style="color:green">"Hello" &amp; <a href="/reset">reset</a></p></body></html>',
      headers: { 'List-Unsubscribe': '<https://harita.example/u>' },
    }),
  });
  mailId = ((await sent.json()) as { id: string }).id;
});

const widget = () => `/razorpay/widget?order_id=${orderId}&key=${all.simulators.razorpay.keyId}`;
function bankPage(): string {
  const { id } = all.simulators.stripe.createIntent({
    amount: 2000,
    currency: 'inr',
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
    return_url: 'http://shop.example:8787/done',
  });
  return `/stripe/authenticate/${id}`;
}
const linkPage = () =>
  `/razorpay/links/${all.simulators.razorpay.links.create({ amount: 2000, description: 'Rose <Mist>' }).id}`;
const pages: [string, () => string, number][] = [
  ['the overview', () => '/', 200],
  ['the hosted page', () => `/stripe/c/pay/${sessionId}`, 200],
  ['the page of a bank', bankPage, 200],
  ['a payment link', linkPage, 200],
  ['the widget', widget, 200],
  ['the widget with another key', () => widget().replace('key=', 'key=x'), 400],
  ['the mailbox', () => '/mail', 200],
  ['a mail', () => `/mail/${mailId}`, 200],
  ['nothing', () => '/none', 404],
  ['no session', () => '/stripe/c/pay/cs_test_none', 404],
  ['no authentication', () => '/stripe/authenticate/pi_none', 404],
  ['no link', () => '/razorpay/links/plink_none', 404],
];

describe('pages', () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:standard', 'html-validate:document', 'html-validate:browser'],
    rules: { 'require-sri': ['error', { target: 'crossorigin' }] },
  });

  test.each(pages)('%s is valid HTML with a strict policy, and not cached', async (_, path, status) => {
    const answer = await get(path());
    const text = await answer.text();
    expect(answer.status).toBe(status);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src '(self|none)'(;|$)/);
    expect(policy).toContain(path().includes('/widget') ? 'frame-ancestors *' : "frame-ancestors 'none'");
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('TEST MODE');
    // The page has nothing that the policy would block.
    expect(text).not.toMatch(/<style|<script(?![^>]* src=)| on\w+="/);
    expect(text.replace(/srcdoc="[^"]*"/, '')).not.toContain(' style="');
    const { results } = await validator.validateString(text);
    expect(
      results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
    ).toEqual([]);
  });

  test.each(['style.css', 'mail/refresh.js', 'razorpay/checkout.js', 'razorpay/widget.js'])(
    '/%s is a file of its own',
    async (path) => {
      const answer = await get(`/${path}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe(
        `text/${path.endsWith('css') ? 'css' : 'javascript'}; charset=utf-8`,
      );
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  test('requests from other sites are refused', async () => {
    const fields = { fault: '500' };
    expect((await submit('/stripe/faults', fields, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect(all.simulators.stripe.api.faults).toEqual([]);
    expect((await submit('/stripe/faults', fields, { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(303);
    expect(all.simulators.stripe.api.faults).toHaveLength(1);
  });
});

describe('the hosted page', () => {
  const path = () => `/stripe/c/pay/${sessionId}`;
  const success = () => `http://shop.example:8787/verify?session_id=${sessionId}`;

  test('shows the lines and the total, escaped', async () => {
    const text = await (await get(path())).text();
    for (const shown of [
      'Neem Face Wash',
      'Rose &lt;Mist&gt; &amp; Tonic',
      '₹998.00',
      '₹549.50',
      '₹1,547.50',
    ])
      expect(text).toContain(shown);
    expect(text).toContain('href="http://shop.example:8787/cart"');
  });

  test('Pay returns to the shop, also when pressed twice', async () => {
    const first = await submit(path(), { do: 'pay' });
    expect([first.status, first.headers.get('location')]).toEqual([303, success()]);
    expect(all.simulators.stripe.session(sessionId).payment_status).toBe('paid');
    const second = await submit(path(), { do: 'pay' });
    expect([second.status, second.headers.get('location')]).toEqual([303, success()]);
    expect(all.simulators.stripe.charges).toHaveLength(1);
    expect(await (await get(path())).text()).toContain('all done here');
  });

  test('a declined card shows an error, and another one can be tried', async () => {
    const declined = await submit(path(), { do: 'decline' });
    expect(declined.status).toBe(200);
    expect(await declined.text()).toContain('Your card was declined.');
    expect((await submit(path(), { do: 'pay' })).status).toBe(303);
  });

  test('a later confirmation arrives automatically', async () => {
    const { stripe } = all.simulators;
    stripe.settings.confirmAfterMs = 1;
    expect((await submit(path(), { do: 'later' })).headers.get('location')).toBe(success());
    await expect.poll(() => stripe.session(sessionId).payment_status).toBe('paid');
  });

  test('has no buttons after it has timed out', async () => {
    all.simulators.setClock(25 * 60 * 60_000);
    const answer = await get(path());
    expect(answer.status).toBe(410);
    expect(await answer.text()).not.toContain('<button');
    expect((await submit(path(), { do: 'pay' })).status).toBe(410);
    expect(all.simulators.stripe.charges).toEqual([]);
  });
});

describe('the widget’s requests', () => {
  const attempt = async (fields: object) => {
    const answer = await fetch(url('/razorpay/payments'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ order_id: orderId, method: 'upi', outcome: 'vpa', ...fields }),
    });
    return (await answer.json()) as {
      state: string;
      id: string;
      reason: string;
      response: object;
      error: object;
    };
  };
  const say = (id: string, what: string) =>
    fetch(url(`/razorpay/payments/${id}/${what}`), { method: 'POST' });

  test('success@razorpay pays, failure@razorpay fails', async () => {
    const { razorpay } = all.simulators;
    const failed = await attempt({ vpa: 'failure@razorpay' });
    const [first] = razorpay.payments;
    expect(failed).toEqual({
      state: 'failed',
      error: {
        code: 'BAD_REQUEST_ERROR',
        description: 'The payment was declined in the UPI app.',
        source: 'customer',
        step: 'payment_authentication',
        reason: 'payment_declined',
        metadata: { order_id: orderId, payment_id: first?.id },
      },
    });
    const paid = await attempt({ vpa: ' Success@Razorpay ' });
    const [, second] = razorpay.payments;
    expect(paid).toEqual({ state: 'paid', response: razorpay.response(second?.id ?? '') });
    expect(second).toMatchObject({ status: 'authorized', vpa: 'success@razorpay', upi: { flow: 'collect' } });
  });

  test('waits for an app, which approves automatically after a while', async () => {
    const { razorpay } = all.simulators;
    razorpay.settings.approveAfterMs = Number.POSITIVE_INFINITY;
    razorpay.settings.laterAfterMs = 1;
    const { state, id } = await attempt({ outcome: 'app' });
    expect([state, razorpay.payment(id).status]).toEqual(['waiting', 'created']);
    await say(id, 'later');
    await expect.poll(() => razorpay.payment(id).status).toBe('authorized');
    const other = await attempt({ vpa: 'asha@oksbi' });
    await say(other.id, 'decline');
    expect(razorpay.payment(other.id).status).toBe('failed');
  });

  test('an invalid UPI ID is refused before a payment is created', async () => {
    expect(await attempt({ vpa: 'asha' })).toEqual({
      state: 'refused',
      reason: 'Please enter a valid UPI ID.',
    });
    expect(all.simulators.razorpay.payments).toEqual([]);
  });
});

describe('the overview', () => {
  test('starts a failure, and ends it', async () => {
    const { api } = all.simulators.razorpay;
    const fields = { fault: 'hang', times: 'all', method: 'POST', path: '/v1/orders' };
    expect((await submit('/razorpay/faults', fields)).headers.get('location')).toBe('/');
    expect(api.faults).toMatchObject([
      { rule: { fault: 'hang', times: Number.POSITIVE_INFINITY, method: 'POST', path: '/v1/orders' } },
    ]);
    expect(await (await get('/')).text()).toContain('wait until released');
    await submit(`/razorpay/faults/${api.faults[0]?.id}/release`, {});
    expect(api.faults).toEqual([]);
  });

  test('holds webhooks, and releases them', async () => {
    const { simulators, shop } = all;
    const { webhooks } = simulators.stripe;
    simulators.sendWebhooksTo(shop.urls);
    await submit('/stripe/webhooks', { fault: 'hold' });
    simulators.stripe.expire(sessionId);
    await simulators.settled();
    expect(shop.received).toEqual([]);
    expect(await (await get('/')).text()).toContain('1 held');
    await submit('/stripe/webhooks/release', { order: 'reverse' });
    await simulators.settled();
    expect([shop.received.length, webhooks.fault]).toEqual([1, 'none']);
  });

  test('offers no old timestamps if the provider does not sign one', async () => {
    await submit('/razorpay/webhooks', { fault: 'old' });
    expect(all.simulators.razorpay.webhooks.fault).toBe('none');
    await submit('/stripe/webhooks', { fault: 'old' });
    expect(all.simulators.stripe.webhooks.fault).toEqual({ forged: 'old' });
  });

  test('ends payments and refunds that wait for a bank', async () => {
    const { stripe, razorpay } = all.simulators;
    await submit('/settings', { holdRefunds: 'yes' });
    expect([stripe.settings.holdRefunds, razorpay.settings.holdRefunds]).toEqual([true, true]);
    const { payment_intent } = stripe.pay(sessionId);
    const refund = await stripeClient(all.simulators).refunds.create({
      payment_intent: String(payment_intent),
    });
    const payment = razorpay.begin(orderId);
    expect(await (await get('/')).text()).toContain('Stripe refund of ₹1,547.50');
    await submit(`/decisions/${refund.id}`, { decision: 'yes' });
    await submit(`/decisions/${payment.id}`, { decision: 'no' });
    expect([stripe.refund(refund.id).status, razorpay.payment(payment.id).status]).toEqual([
      'succeeded',
      'failed',
    ]);
    expect(await (await get('/')).text()).toContain('Nothing is waiting.');
  });

  test('disputes the last payment', async () => {
    const { stripe } = all.simulators;
    const { payment_intent } = stripe.pay(sessionId);
    expect(await (await get('/')).text()).toContain('Dispute the last payment');
    await submit('/stripe/disputes', {});
    expect(stripe.disputes).toMatchObject([{ payment_intent, status: 'needs_response' }]);
  });
});

test('an email is shown in a sandboxed frame', async () => {
  const text = await (await get(`/mail/${mailId}`)).text();
  expect(text).toContain('Hello &lt;script&gt;');
  expect(text).toContain('Plain &amp; simple &lt;b&gt;');
  expect(text).toContain('List-Unsubscribe');
  const [, sandbox, inside = ''] = /sandbox="([^"]*)"\s+srcdoc="([^"]*)"/.exec(text) ?? [];
  expect(sandbox).toBe('allow-popups allow-popups-to-escape-sandbox');
  expect(inside).toContain('&lt;head&gt;&lt;base target=&quot;_blank&quot;&gt;');
});
