/** The page of a payment link: `/razorpay/links/:id`. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { formatAmount } from '../core/amount.ts';
import { type Html, type Page, policy } from '../pages/page.ts';
import type { PaymentLink } from './entities.ts';
import type { RazorpaySimulator } from './simulator.ts';

/** @param problem why the last try has failed */
function payForm({ amount, currency, description }: PaymentLink, problem: string): Html {
  const total = formatAmount(amount, currency);
  return html`
    <h1>Pay ${total}</h1>
    <p>${description}</p>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <form method="post" class="stack">
      <button class="primary" name="do" value="pay">Pay by UPI</button>
      <button name="do" value="fail">Decline in the UPI app</button>
    </form>`;
}

const closed: Record<Exclude<PaymentLink['status'], 'created'>, Html> = {
  paid: html`<h1>Paid</h1><p>Thank you. You may close this page.</p>`,
  cancelled: html`<h1>This link has been cancelled</h1><p>Nothing was charged.</p>`,
  expired: html`<h1>This link has expired</h1><p>Nothing was charged.</p>`,
};

export function linkPages(simulator: RazorpaySimulator, page: Page): Hono {
  const app = new Hono();
  const find = (c: Context) => simulator.links.all.find(({ id }) => id === c.req.param('id'));
  const show = (c: Context, link: PaymentLink, problem = '') => {
    // A browser also checks where a form's answer redirects.
    if (link.callback_url)
      c.header(
        'Content-Security-Policy',
        policy({ 'form-action': `'self' ${new URL(link.callback_url).origin}` }),
      );
    const body = html`
      <p class="soft">Razorpay simulator · payment link</p>
      ${link.status === 'created' ? payForm(link, problem) : closed[link.status]}`;
    return c.html(page({ title: 'Payment link · Razorpay simulator', isNarrow: true, body }));
  };

  app.get('/:id', (c) => {
    const link = find(c);
    return link ? show(c, link) : c.notFound();
  });
  app.post('/:id', async (c) => {
    const link = find(c);
    if (!link) return c.notFound();
    const { do: pressed } = await c.req.parseBody();
    // Pressed twice, or in a second tab: the page says what has become of the link.
    if (link.status !== 'created') return show(c, link);
    if (pressed === 'fail')
      return show(c, link, simulator.fail(link.order_id).error_description ?? undefined);
    simulator.authorize(link.order_id);
    const back = simulator.links.callbackUrl(link.id);
    return back ? c.redirect(back, 303) : show(c, simulator.links.get(link.id));
  });
  return app;
}
