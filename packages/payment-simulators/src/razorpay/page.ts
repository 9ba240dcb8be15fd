/** Razorpay's pages for the shopper: `checkout.js`, the page inside the frame that it opens, and those of links. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod';
import { formatAmount } from '../core/amount.ts';
import { type Html, type Page, policy } from '../pages/page.ts';
import type { RazorpayOrder, RazorpayPayment } from './entities.ts';
import { RazorpayError } from './errors.ts';
import { linkPages } from './link-page.ts';
import type { RazorpaySimulator } from './simulator.ts';

const method = (name: string, title: string, fields: Html): Html => html`
  <details name="method" ${name === 'upi' ? 'open' : ''}>
    <summary>${title}</summary>
    <form class="stack" data-method="${name}">${fields}</form>
  </details>`;

const outcomes = html`
  <button class="primary" type="submit" value="yes">Succeed</button>
  <button type="submit" value="no">Fail</button>`;

const upi = html`
  <label for="vpa">UPI ID</label>
  <input id="vpa" name="vpa" inputmode="email" autocomplete="off" autocapitalize="none" spellcheck="false"
    placeholder="success@razorpay" aria-describedby="vpa-hint">
  <p class="soft" id="vpa-hint">success@razorpay pays, failure@razorpay fails; with any other ID, you approve the payment in the app.</p>
  <button class="primary" type="submit" value="vpa">Pay with this ID</button>
  <button type="submit" value="app">Pay by UPI app</button>`;

const steps = html`
  <div id="methods">
    ${method('upi', 'UPI', upi)}
    ${method('card', 'Card', html`<p class="soft">Visa ending in 1111, already entered.</p>${outcomes}`)}
    ${method('netbanking', 'Net banking', html`<p class="soft">HDFC Bank, already signed in.</p>${outcomes}`)}
  </div>
  <div id="waiting" class="stack" hidden>
    <p id="waiting-text" role="status"></p>
    <button class="primary" type="button" data-do="approve">Approve in the app</button>
    <button type="button" data-do="decline">Decline in the app</button>
    <button type="button" data-do="later">Approve later</button>
  </div>
  <div id="failed" class="stack" hidden>
    <p class="problem" id="reason" role="alert"></p>
    <button class="primary" type="button" id="again">Try again</button>
  </div>`;

/** @param problem why there is nothing to pay */
const sheet = (order?: RazorpayOrder, problem?: string): Html => html`
  <div class="sheet" inert data-order="${order?.id ?? ''}">
    <header class="row">
      <div>
        <h1 id="shop">The shop</h1>
        <p class="soft" id="description"></p>
        ${order ? html`<p class="total">${formatAmount(order.amount_due, order.currency)}</p>` : ''}
      </div>
      <button type="button" id="close" aria-label="Close">✕</button>
    </header>
    ${problem === undefined ? steps : html`<p class="problem" role="alert">${problem}</p>`}
  </div>
  <dialog id="leave" aria-labelledby="leave-title">
    <h2 id="leave-title">Leave without paying?</h2>
    <form class="row" method="dialog">
      <button class="primary" value="stay">Stay</button>
      <button value="leave">Leave</button>
    </form>
  </dialog>`;

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
function resultOf(simulator: RazorpaySimulator, payment: RazorpayPayment): object {
  const { id, status, order_id } = payment;
  if (status === 'created') return { state: 'waiting', id };
  if (status !== 'failed') return { state: 'paid', response: simulator.response(id) };
  const error = {
    code: payment.error_code,
    description: payment.error_description,
    source: payment.error_source,
    step: payment.error_step,
    reason: payment.error_reason,
    metadata: { order_id, payment_id: id },
  };
  return { state: 'failed', error };
}

/** @param framedBy source list of the origins whose pages may show the widget */
export function razorpayPages(simulator: RazorpaySimulator, page: Page, framedBy: string): Hono {
  const app = new Hono();
  const { settings } = simulator;

  app.get('/widget', (c) => {
    c.header('Content-Security-Policy', policy({ 'frame-ancestors': framedBy }));
    const show = (order?: RazorpayOrder, problem?: string) =>
      page({
        title: 'Razorpay simulator',
        script: 'razorpay/widget.js',
        isNarrow: true,
        body: sheet(order, problem),
      });
    try {
      if (c.req.query('key') !== simulator.keyId) throw new RazorpayError('The key id provided is invalid.');
      const order = simulator.order(c.req.query('order_id') ?? '');
      return c.html(show(order, order.status === 'paid' ? 'This order is already paid.' : undefined));
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      return c.html(show(undefined, error.message), 400);
    }
  });
  app.post('/payments', async (c) => {
    const { order_id, outcome, vpa, ...more } = attemptBody.parse(await c.req.json());
    const attempt = { ...more, vpa: outcome === 'vpa' ? vpa : undefined };
    const decision = outcomeOf({ order_id, outcome, vpa, ...more });
    const pay = () => {
      if (decision === 'yes') return simulator.authorize(order_id, attempt);
      if (decision === 'no') return simulator.fail(order_id, attempt);
      return simulator.approveAfter(simulator.begin(order_id, attempt).id, settings.approveAfterMs);
    };
    return c.json(resultOf(simulator, pay()));
  });
  const actions: Record<string, (id: string) => RazorpayPayment> = {
    approve: (id) => simulator.approve(id),
    decline: (id) => simulator.decline(id),
    later: (id) => simulator.approveAfter(id, settings.laterAfterMs),
  };
  app.get('/payments/:id', (c) => c.json(resultOf(simulator, simulator.payment(c.req.param('id')))));
  app.post('/payments/:id/:action', (c) => {
    const { id, action } = c.req.param();
    const run = actions[action];
    return run ? c.json(resultOf(simulator, run(id))) : c.notFound();
  });
  app.route('/links', linkPages(simulator, page));
  app.onError((error, c) => c.json({ state: 'refused', reason: error.message }, 400));
  return app;
}
