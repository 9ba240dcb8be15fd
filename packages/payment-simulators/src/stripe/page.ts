/** The hosted payment page, below /dev/stripe. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { formatAmount } from '../amount.ts';
import { type Html, page } from '../front/page.ts';
import { StripeError } from './errors.ts';
import type { Ledger } from './ledger.ts';
import { expireOld } from './moves.ts';
import { declineMessage } from './payment.ts';
import type { LineItem, Session } from './session.ts';

/** The actions of the shopper's buttons. */
export type StripeButtons = {
  pay(id: string): Session;
  payLater(id: string): Session;
  decline(id: string): Session;
};

const lineRow = ({ description, quantity, amount_total, currency }: LineItem): Html => html`
  <tr>
    <td>${description} <span class="soft">× ${quantity}</span></td>
    <td class="amount">${formatAmount(amount_total, currency)}</td>
  </tr>`;

const formatTotal = ({ amount_total, currency }: Session): string =>
  formatAmount(amount_total ?? 0, currency ?? 'inr');

const summary = (session: Session, lines: readonly LineItem[]): Html => html`
  <table class="lines">
    <caption class="hidden">What you are paying for</caption>
    <tbody>${lines.map(lineRow)}</tbody>
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td class="amount total">${formatTotal(session)}</td>
      </tr>
    </tfoot>
  </table>`;

const button = (value: string, label: string, kind: string): Html =>
  html`<button class="${kind}" name="do" value="${value}">${label}</button>`;

const payPage = (session: Session, lines: readonly LineItem[], isDeclined: boolean): Html =>
  page({
    title: `Pay ${formatTotal(session)} · Stripe simulator`,
    isNarrow: true,
    body: html`
      <p class="soft">Stripe simulator · hosted payment page</p>
      <h1>Pay by card</h1>
      ${session.customer_email ? html`<p class="soft">${session.customer_email}</p>` : ''}
      ${summary(session, lines)}
      ${isDeclined ? html`<p class="problem" role="alert">${declineMessage} Try another card.</p>` : ''}
      <form method="post" class="stack">
        ${button('pay', `Pay ${formatTotal(session)}`, 'primary')}
        ${button('later', 'Pay, confirmed later', 'plain')}
        ${button('decline', 'Decline the card', 'plain')}
      </form>
      ${session.cancel_url ? html`<p class="centre"><a href="${session.cancel_url}">Cancel</a></p>` : ''}
      <p class="soft">“Pay, confirmed later” ends here at once. The bank confirms the payment a little later, by webhook.</p>`,
  });

const closedPage = (session: Session): Html =>
  page({
    title: 'Nothing to pay · Stripe simulator',
    isNarrow: true,
    body: html`
      <p class="soft">Stripe simulator · hosted payment page</p>
      <h1>${session.status === 'complete' ? 'You’re all done here' : 'This page has timed out'}</h1>
      <p>${session.status === 'complete' ? 'The payment has been made.' : 'Nothing was charged. Start again from the shop.'}</p>
      ${
        session.status === 'complete'
          ? html`<p><a href="${successUrl(session)}">Back to the shop</a></p>`
          : session.cancel_url && html`<p><a href="${session.cancel_url}">Back to the shop</a></p>`
      }`,
  });

/** Where the shopper goes after paying: https://docs.stripe.com/payments/checkout/custom-success-page */
const successUrl = ({ success_url, id }: Session): string =>
  (success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id);

/** @param buttons actions of the page's buttons; they throw StripeError when they come too late */
export function stripePages(ledger: Ledger, buttons: StripeButtons): Hono {
  const app = new Hono();
  const find = (c: Context): Session | undefined => {
    expireOld(ledger);
    return ledger.sessions.get(c.req.param('id') ?? '');
  };
  const show = (c: Context, session: Session, isDeclined = false) => {
    if (session.status !== 'open')
      return c.html(closedPage(session), session.status === 'expired' ? 410 : 200);
    return c.html(payPage(session, ledger.lines.get(session.id) ?? [], isDeclined));
  };

  app.get('/c/pay/:id', (c) => {
    const session = find(c);
    return session ? show(c, session) : c.notFound();
  });
  app.post('/c/pay/:id', async (c) => {
    const session = find(c);
    if (!session) return c.notFound();
    const pressed = (await c.req.parseBody()).do;
    try {
      if (pressed === 'decline') return show(c, buttons.decline(session.id), true);
      if (pressed !== 'pay' && pressed !== 'later') return show(c, session);
      return c.redirect(successUrl(buttons[pressed === 'pay' ? 'pay' : 'payLater'](session.id)), 303);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      // Pressed twice, or in a second tab: what is paid is paid.
      return session.status === 'complete' ? c.redirect(successUrl(session), 303) : show(c, session);
    }
  });
  return app;
}
