/** The pages for the shopper: the hosted payment page `/stripe/c/pay/:id`, and a bank's `/stripe/authenticate/:id`. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { formatAmount } from '../core/amount.ts';
import { type Html, type Page, policy } from '../pages/page.ts';
import { declineMessage } from './cards.ts';
import type { Intent, LineItem, Session } from './entities.ts';
import { StripeError } from './errors.ts';
import type { StripeSimulator } from './simulator.ts';

const lineRow = ({ description, quantity, amount_total, currency }: LineItem): Html => html`
  <tr>
    <td>${description} <span class="soft">× ${quantity}</span></td>
    <td class="amount">${formatAmount(amount_total, currency)}</td>
  </tr>`;

function payForm(session: Session, lines: readonly LineItem[], problem: string): Html {
  const total = formatAmount(session.amount_total, session.currency);
  return html`
    <h1>Pay by card</h1>
    <table class="lines">
      <caption class="hidden">What you are paying for</caption>
      <tbody>${lines.map(lineRow)}</tbody>
      <tfoot><tr><th scope="row">Total</th><td class="amount total">${total}</td></tr></tfoot>
    </table>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <form method="post" class="stack">
      <button class="primary" name="do" value="pay">Pay ${total}</button>
      <button name="do" value="later">Pay, confirmed later</button>
      <button name="do" value="decline">Decline the card</button>
    </form>
    ${session.cancel_url && html`<p class="centre"><a href="${session.cancel_url}">Cancel</a></p>`}
    <p class="soft">“Pay, confirmed later” ends here at once. The bank confirms the payment a little later, by webhook.</p>`;
}

const closed = (session: Session): Html =>
  session.status === 'complete'
    ? html`
        <h1>You’re all done here</h1>
        <p>The payment has been made.</p>
        <p><a href="${successUrl(session)}">Back to the shop</a></p>`
    : html`
        <h1>This page has timed out</h1>
        <p>Nothing was charged. Start again from the shop.</p>
        ${session.cancel_url && html`<p><a href="${session.cancel_url}">Back to the shop</a></p>`}`;

/** With the address that the shopper goes back to. */
type RedirectedIntent = Pick<Intent, 'id' | 'amount' | 'currency' | 'client_secret'> & { url: string };

const authenticateForm = ({ amount, currency }: RedirectedIntent): Html => html`
  <p class="soft">Stripe simulator · page of the shopper's bank</p>
  <h1>Is this you?</h1>
  <p>A shop wants to take <strong>${formatAmount(amount, currency)}</strong> from your card.</p>
  <form method="post" class="stack">
    <button class="primary" name="do" value="yes">Approve</button>
    <button name="do" value="no">Refuse</button>
  </form>`;

/** Where the shopper goes after paying: https://docs.stripe.com/payments/checkout/custom-success-page */
const successUrl = ({ success_url, id }: Session): string =>
  success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);

export function stripePages(simulator: StripeSimulator, page: Page): Hono {
  const app = new Hono();
  const show = (c: Context, session: Session, problem = '') => {
    const isOpen = session.status === 'open';
    // A browser also checks where a form's answer redirects.
    const target = `'self' ${new URL(session.success_url).origin}`;
    c.header('Content-Security-Policy', policy({ 'form-action': target }));
    const body = html`
      <p class="soft">Stripe simulator · hosted payment page</p>
      ${isOpen ? payForm(session, simulator.linesOf(session.id), problem) : closed(session)}`;
    return c.html(
      page({ title: 'Payment · Stripe simulator', isNarrow: true, body }),
      session.status === 'expired' ? 410 : 200,
    );
  };
  const find = (c: Context): Session | undefined =>
    simulator.sessions.find(({ id }) => id === c.req.param('id'));

  /** An intent that waits for this page. */
  const findIntent = (c: Context): RedirectedIntent | undefined => {
    const intent = simulator.unauthenticated.find(({ id }) => id === c.req.param('id'));
    return intent?.next_action?.type === 'redirect_to_url'
      ? { ...intent, url: intent.next_action.redirect_to_url.return_url }
      : undefined;
  };

  app.get('/c/pay/:id', (c) => {
    const session = find(c);
    return session ? show(c, session) : c.notFound();
  });
  app.post('/c/pay/:id', async (c) => {
    const session = find(c);
    if (!session) return c.notFound();
    const { do: pressed } = await c.req.parseBody();
    try {
      if (pressed === 'decline')
        return show(c, simulator.decline(session.id), `${declineMessage} Try another card.`);
      if (pressed === 'later') simulator.payLaterOnPage(session.id);
      else if (pressed === 'pay') simulator.pay(session.id);
      else return show(c, session);
      return c.redirect(successUrl(session), 303);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      // Pressed twice, or in a second tab: what is paid is paid.
      return session.status === 'complete' ? c.redirect(successUrl(session), 303) : show(c, session);
    }
  });
  app.get('/authenticate/:id', (c) => {
    const intent = findIntent(c);
    if (!intent) return c.notFound();
    c.header('Content-Security-Policy', policy({ 'form-action': `'self' ${new URL(intent.url).origin}` }));
    return c.html(
      page({ title: 'Authentication · Stripe simulator', isNarrow: true, body: authenticateForm(intent) }),
    );
  });
  app.post('/authenticate/:id', async (c) => {
    const intent = findIntent(c);
    if (!intent) return c.notFound();
    const succeeds = (await c.req.parseBody()).do === 'yes';
    simulator.authenticate(intent.id, succeeds);
    // https://docs.stripe.com/payments/payment-intents/verifying-status
    const back = new URL(intent.url);
    back.searchParams.set('payment_intent', intent.id);
    back.searchParams.set('payment_intent_client_secret', intent.client_secret);
    back.searchParams.set('redirect_status', succeeds ? 'succeeded' : 'failed');
    return c.redirect(String(back), 303);
  });
  return app;
}
