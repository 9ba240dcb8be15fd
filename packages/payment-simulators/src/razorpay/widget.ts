/** Razorpay's pages for the shopper, below /dev/razorpay: `checkout.js` and the page inside its frame. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod';
import { formatAmount } from '../amount.ts';
import { type Html, policy } from '../front/page.ts';
import type { Attempt, RazorpayOrder, RazorpayPayment } from './entities.ts';
import { RazorpayError } from './errors.ts';

/** Actions of the widget's buttons; each throws RazorpayError when it comes too late. */
export type RazorpayButtons = {
  order(id: string): RazorpayOrder;
  payment(id: string): RazorpayPayment;
  /** The bank answers at once (yes or no), or the shopper's UPI app is asked. */
  attempt(orderId: string, attempt: Attempt, outcome: 'yes' | 'no' | 'ask'): RazorpayPayment;
  approve(paymentId: string): RazorpayPayment;
  decline(paymentId: string): RazorpayPayment;
  /** Approves by itself, much later. */
  later(paymentId: string): RazorpayPayment;
  /** The argument of the handler of the shop's page. */
  response(payment: RazorpayPayment): Record<string, string>;
};

const choice = (method: string, title: string, isOpen: boolean, body: Html): Html => html`
  <details name="method" ${isOpen ? 'open' : ''}>
    <summary>${title}</summary>
    <form class="stack" data-method="${method}">${body}</form>
  </details>`;

const outcomes = html`
  <p class="row">
    <button class="primary" type="submit" value="yes">Succeed</button>
    <button class="plain" type="submit" value="no">Fail</button>
  </p>`;

const methods = html`
  <div id="methods">
    ${choice(
      'upi',
      'UPI',
      true,
      html`
        <label for="vpa">UPI ID</label>
        <input id="vpa" name="vpa" inputmode="email" autocomplete="off" autocapitalize="none" spellcheck="false"
          placeholder="success@razorpay" aria-describedby="vpa-hint">
        <p class="soft" id="vpa-hint">success@razorpay pays, failure@razorpay fails. With any other ID, you approve the payment in the app.</p>
        <button class="primary" type="submit" value="vpa">Pay with this ID</button>
        <button class="plain" type="submit" value="app">Pay by UPI app</button>`,
    )}
    ${choice('card', 'Card', false, html`<p class="soft">Visa ending in 1111, already entered.</p>${outcomes}`)}
    ${choice('netbanking', 'Net banking', false, html`<p class="soft">HDFC Bank, already signed in.</p>${outcomes}`)}
  </div>`;

const waiting = html`
  <div id="waiting" class="stack" hidden>
    <p class="big" id="waiting-text" role="status"></p>
    <button class="primary" type="button" data-do="approve">Approve in the app</button>
    <button class="plain" type="button" data-do="decline">Decline in the app</button>
    <button class="plain" type="button" data-do="later">Approve later</button>
  </div>`;

const failed = html`
  <div id="failed" class="stack" hidden>
    <p class="problem" id="reason" role="alert"></p>
    <button class="primary" type="button" id="again">Try again</button>
  </div>`;

/** @param problem why there is nothing to pay */
const widgetPage = (
  order: RazorpayOrder | undefined,
  problem: string | undefined,
): Html => html`<!doctype html>
<html lang="en" class="overlay">
  <head>
    <meta charset="utf-8">
    <title>Razorpay simulator</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/dev/style.css">
    <link rel="stylesheet" href="/dev/razorpay/widget.css">
    <script type="module" src="/dev/razorpay/widget.js"></script>
  </head>
  <body>
    <main class="sheet" inert data-order="${order?.id ?? ''}">
      <p class="strip"><strong>TEST MODE</strong> Razorpay simulator. No money moves.</p>
      <header class="sheet-head">
        <div>
          <h1 id="shop">The shop</h1>
          <p class="soft" id="description"></p>
          ${order ? html`<p class="total">${formatAmount(order.amount_due, order.currency)}</p>` : ''}
        </div>
        <button class="close" type="button" id="close" aria-label="Close">✕</button>
      </header>
      ${problem === undefined ? html`${methods}${waiting}${failed}` : html`<p class="problem" role="alert">${problem}</p>`}
    </main>
    <dialog id="leave" aria-labelledby="leave-title">
      <h2 id="leave-title">Leave without paying?</h2>
      <form class="row" method="dialog">
        <button class="primary" value="stay">Stay</button>
        <button class="plain" value="leave">Leave</button>
      </form>
    </dialog>
  </body>
</html>`;

const attemptBody = z.object({
  order_id: z.string(),
  method: z.enum(['upi', 'card', 'netbanking']),
  outcome: z.enum(['yes', 'no', 'vpa', 'app']),
  vpa: z.string().trim().toLowerCase().optional(),
  email: z.string().optional(),
  contact: z.string().optional(),
  description: z.string().optional(),
  notes: z.record(z.string(), z.string()).optional(),
});

/** @throws RazorpayError for a UPI address that cannot be one */
function outcomeOf({ outcome, vpa = '' }: z.output<typeof attemptBody>): 'yes' | 'no' | 'ask' {
  if (outcome === 'app') return 'ask';
  if (outcome !== 'vpa') return outcome;
  if (!/^[\w.-]{2,}@[a-z][a-z0-9]+$/.test(vpa)) throw new RazorpayError('Please enter a valid UPI ID.');
  if (vpa === 'success@razorpay') return 'yes';
  return vpa === 'failure@razorpay' ? 'no' : 'ask';
}

/** The result of a payment, for the widget. */
function paymentState(buttons: RazorpayButtons, payment: RazorpayPayment): object {
  const { id, status } = payment;
  if (status === 'created') return { state: 'waiting', id };
  if (status !== 'failed') return { state: 'paid', response: buttons.response(payment) };
  const error = {
    code: payment.error_code,
    description: payment.error_description,
    source: payment.error_source,
    step: payment.error_step,
    reason: payment.error_reason,
    metadata: { order_id: payment.order_id, payment_id: id },
  };
  return { state: 'failed', error };
}

export function razorpayPages(buttons: RazorpayButtons, keyId: string): Hono {
  const app = new Hono();
  const id = (c: Context) => c.req.param('id') ?? '';

  app.get('/widget', (c) => {
    c.header(
      'Content-Security-Policy',
      policy({ 'frame-ancestors': "'self'", 'img-src': "'self' data: https:" }),
    );
    try {
      if (c.req.query('key') !== keyId) throw new RazorpayError('The key id provided is invalid.');
      const order = buttons.order(c.req.query('order_id') ?? '');
      if (order.status !== 'paid') return c.html(widgetPage(order, undefined));
      return c.html(widgetPage(order, 'This order is already paid.'));
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      return c.html(widgetPage(undefined, error.message), 400);
    }
  });
  app.post('/payments', async (c) => {
    const body = attemptBody.parse(await c.req.json());
    const { order_id, method, email, contact, description, notes } = body;
    const vpa = body.outcome === 'vpa' ? body.vpa : undefined;
    const attempt = { method, vpa, email, contact, description, notes };
    return c.json(paymentState(buttons, buttons.attempt(order_id, attempt, outcomeOf(body))));
  });
  app.get('/payments/:id', (c) => c.json(paymentState(buttons, buttons.payment(id(c)))));
  app.post('/payments/:id/approve', (c) => c.json(paymentState(buttons, buttons.approve(id(c)))));
  app.post('/payments/:id/decline', (c) => c.json(paymentState(buttons, buttons.decline(id(c)))));
  app.post('/payments/:id/later', (c) => c.json(paymentState(buttons, buttons.later(id(c)))));
  app.onError((error, c) => c.json({ state: 'refused', reason: error.message }, 400));
  return app;
}
