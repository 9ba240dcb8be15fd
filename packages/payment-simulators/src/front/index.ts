/** The app below /dev, to which the shop's origin forwards requests: payment pages, the overview, and their files. */
import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Clock } from '../clock.ts';
import type { MailPart } from '../mail/index.ts';
import type { RazorpayPart } from '../razorpay/index.ts';
import type { NodeEnv } from '../server.ts';
import type { StripePart } from '../stripe/index.ts';
import { overview } from './overview.ts';
import { devHeaders, ownRequestsOnly, page } from './page.ts';
import { type Provider, runAction } from './switches.ts';
import { pendingDecisions } from './waiting.ts';

export type FrontOptions = { stripe: StripePart; razorpay: RazorpayPart; mail: MailPart; clock: Clock };

const readHere = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Files by address. */
const files: Record<string, { type: string; paths: string[] }> = {
  '/dev/style.css': { type: 'text/css', paths: ['./style.css'] },
  '/dev/mail/mail.css': { type: 'text/css', paths: ['../mail/mail.css'] },
  '/dev/mail/refresh.js': { type: 'text/javascript', paths: ['../mail/refresh.js'] },
  '/dev/razorpay/widget.css': { type: 'text/css', paths: ['../razorpay/widget.css'] },
  '/dev/razorpay/checkout.js': { type: 'text/javascript', paths: ['../razorpay/checkout.js'] },
  '/dev/razorpay/widget.js': { type: 'text/javascript', paths: ['../razorpay/widget.js'] },
};

export function frontApp({ stripe, razorpay, mail, clock }: FrontOptions): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  const { simulator: stripeSim } = stripe;
  const { simulator: razorpaySim } = razorpay;
  const providers: Provider[] = [
    {
      id: 'stripe',
      name: 'Stripe',
      api: stripeSim.api,
      webhooks: stripeSim.webhooks,
      disputeLast() {
        const last = stripeSim.charges.findLast(({ paid, disputed }) => paid && !disputed);
        if (last) stripeSim.dispute(String(last.payment_intent));
      },
    },
    {
      id: 'razorpay',
      name: 'Razorpay',
      api: razorpaySim.api,
      webhooks: razorpaySim.webhooks,
      disputeLast() {
        const disputed = new Set(razorpaySim.disputes.map(({ payment_id }) => payment_id));
        const last = razorpaySim.payments.findLast(({ id, captured }) => captured && !disputed.has(id));
        if (last) razorpaySim.dispute(last.id);
      },
    },
    { id: 'mail', name: 'Mail', api: mail.mailbox.api },
  ];
  const back = '/dev';

  app.use(devHeaders);
  app.use(ownRequestsOnly);
  for (const [address, { type, paths }] of Object.entries(files))
    app.get(address, (c) =>
      c.body(paths.map(readHere).join('\n'), 200, { 'Content-Type': `${type}; charset=utf-8` }),
    );

  app.get('/dev', (c) =>
    c.html(
      overview({
        providers,
        waiting: pendingDecisions(stripeSim, razorpaySim),
        mails: mail.mailbox.messages.length,
        holdsRefunds: stripeSim.settings.holdRefunds,
        now: clock.now(),
      }),
    ),
  );
  app.post('/dev/waiting', async (c) => {
    const { id, say } = await c.req.parseBody();
    const found = pendingDecisions(stripeSim, razorpaySim).find((one) => one.id === id);
    if (say === 'yes') found?.yes();
    else found?.no();
    return c.redirect(back, 303);
  });
  app.post('/dev/refunds', async (c) => {
    const holdRefunds = (await c.req.parseBody()).hold === 'yes';
    Object.assign(stripeSim.settings, { holdRefunds });
    Object.assign(razorpaySim.settings, { holdRefunds });
    return c.redirect(back, 303);
  });
  for (const provider of providers)
    app.post(`/dev/${provider.id}`, async (c) => {
      runAction(provider, await c.req.parseBody());
      return c.redirect(back, 303);
    });

  app.route('/dev/stripe', stripe.pages as unknown as Hono<NodeEnv>);
  app.route('/dev/razorpay', razorpay.pages as unknown as Hono<NodeEnv>);
  app.route('/dev/mail', mail.pages as unknown as Hono<NodeEnv>);
  app.notFound((c) =>
    c.html(
      page({
        title: 'Page not found · Simulators',
        isNarrow: true,
        body: html`<h1>Page not found</h1><p>There is nothing at this address. <a href="/dev">All simulators</a></p>`,
      }),
      404,
    ),
  );
  return app;
}
