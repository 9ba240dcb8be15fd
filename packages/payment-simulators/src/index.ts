/**
 * Local simulators that speak the protocols of Stripe, Razorpay and Resend, with webhooks, payment pages and faults on
 * demand. They run in the process that starts them.
 */
import { readFileSync } from 'node:fs';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { Clock } from './core/clock.ts';
import { listen } from './core/server.ts';
import { Mailbox, mailApi } from './mail/mailbox.ts';
import { mailPages } from './mail/page.ts';
import { type All, dashboard } from './pages/dashboard.ts';
import { ownRequestsOnly, pageBelow, pageHeaders } from './pages/page.ts';
import { razorpayApi } from './razorpay/api.ts';
import { razorpayPages } from './razorpay/page.ts';
import { RazorpaySimulator } from './razorpay/simulator.ts';
import { stripeApi } from './stripe/api.ts';
import { stripePages } from './stripe/page.ts';
import { StripeSimulator } from './stripe/simulator.ts';

export type { Fault } from './core/api.ts';
export type { Forgery, WebhookFault } from './core/webhooks.ts';
export type { PaymentOverrides } from './stripe/entities.ts';

export type SimulatorOptions = {
  /** Default: any free one. */
  port?: number;
  /** Comma-separated host names besides those of the loopback under which the server answers. */
  hosts?: string | undefined;
  /**
   * A path, for example `/dev`, below which the shop's own server forwards requests to this one. The payment pages
   * then have the shop's origin. Default: they are at the simulators' own address.
   */
  proxiedAt?: string;
  /** Every request, answer and webhook, one line each. */
  log?(line: string): void;
};

export type Simulators = {
  stripe: StripeSimulator;
  razorpay: RazorpaySimulator;
  mailbox: Mailbox;
  /** `127.0.0.1:port`. */
  host: string;
  /** Where each API answers. Razorpay's paths begin with `/v1` below its address. */
  urls: Record<'stripe' | 'razorpay' | 'mail', string>;
  /** Sends webhooks to these URLs from now on, beginning with those that have waited for them. */
  sendWebhooksTo(urls: { stripe?: string | undefined; razorpay?: string | undefined }): void;
  /** Moves the simulators' clock by so many ms from the machine's. */
  setClock(offsetMs: number): void;
  /** Resolves when every webhook that is due has been delivered or given up. */
  settled(): Promise<void>;
  /** Closes the port and ends every timer. */
  stop(): Promise<void>;
};

const files: Record<string, string> = {
  '/style.css': './pages/style.css',
  '/mail/refresh.js': './mail/refresh.js',
  '/razorpay/checkout.js': './razorpay/checkout.js',
  '/razorpay/widget.js': './razorpay/widget.js',
};

function pagesApp(all: All, path: string): Hono {
  const app = new Hono().basePath(path);
  const page = pageBelow(path);
  app.use(pageHeaders);
  app.use(ownRequestsOnly);
  for (const [name, file] of Object.entries(files)) {
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
    app.get(name, (c) => {
      const content = readFileSync(new URL(file, import.meta.url), 'utf8');
      return c.body(content, 200, { 'Content-Type': `${type}; charset=utf-8` });
    });
  }
  app.route('/', dashboard(all, page, path || '/'));
  app.route('/stripe', stripePages(all.stripe, page));
  app.route('/razorpay', razorpayPages(all.razorpay, page, path ? "'self'" : '*'));
  app.route('/mail', mailPages(all.mailbox, page, path));
  app.notFound((c) => {
    const body = html`<h1>Page not found</h1><p>There is nothing at this address. <a href="">All simulators</a></p>`;
    return c.html(page({ title: 'Page not found', isNarrow: true, body }), 404);
  });
  return app;
}

/** Rejects when the port is taken. */
export async function startSimulators({
  port = 0,
  hosts = '',
  proxiedAt = '',
  log = () => {},
}: SimulatorOptions = {}): Promise<Simulators> {
  const clock = new Clock();
  let url = '';
  const pagesUrl = (shopUrl?: string) => (shopUrl && proxiedAt ? new URL(shopUrl).origin : url) + proxiedAt;
  const context = { clock, log, pagesUrl };
  const stripe = new StripeSimulator(context);
  const razorpay = new RazorpaySimulator(context);
  const mailbox = new Mailbox(context);
  const services = [stripe, razorpay, mailbox];
  const pages = pagesApp({ stripe, razorpay, mailbox, clock }, proxiedAt);
  const apis = new Hono<{ Bindings: HttpBindings }>();
  apis.mount('/razorpay', razorpayApi(razorpay).fetch);

  const stripeApp = stripeApi(stripe);
  const mailApp = mailApi(mailbox);
  const answer = (request: Request, env: HttpBindings): Response | Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/v1/')) return stripeApp.fetch(request, env);
    if (pathname.startsWith('/razorpay/v1/')) return apis.fetch(request, env);
    if (pathname === '/emails') return mailApp.fetch(request, env);
    return pages.fetch(request, env);
  };
  const server = await listen(answer, port, hosts).catch((error) => {
    clock.stop();
    throw error;
  });
  url = `http://${server.host}`;
  const webhooks = [stripe.webhooks, razorpay.webhooks];

  return {
    stripe,
    razorpay,
    mailbox,
    host: server.host,
    urls: { stripe: url, razorpay: `${url}/razorpay`, mail: `${url}/emails` },
    sendWebhooksTo(urls) {
      if (urls.stripe) stripe.webhooks.sendTo(urls.stripe);
      if (urls.razorpay) razorpay.webhooks.sendTo(urls.razorpay);
    },
    setClock: (offsetMs) => clock.set(offsetMs),
    async settled() {
      // A shop may answer one provider's webhook by calling the other.
      while (webhooks.some((one) => one.isBusy)) await Promise.all(webhooks.map((one) => one.settled()));
    },
    async stop() {
      clock.stop();
      for (const { api } of services) api.clearFaults();
      await server.stop();
      await Promise.all(webhooks.map((one) => one.stop()));
    },
  };
}
