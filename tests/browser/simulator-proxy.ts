/**
 * A page with the content security policy of the shop, whose server forwards everything below /dev to new simulators,
 * and a browser that opens it.
 */
import { createServer, request as forwardTo, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { startBrowser } from '#tools/lib/chromium.ts';
import { type Simulators, startSimulators } from '#tools/simulators/index.ts';

export type SimulatorProxy = {
  simulators: Simulators;
  /** The origin of the shop. */
  origin: string;
  /** A fresh profile; every error in the console fails the test. */
  visit(width?: number): Promise<Page>;
  /** Returns the console errors so far, and clears them. */
  takeProblems(): string[];
};

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; frame-src 'self'; connect-src 'self'; base-uri 'none'";

const checkoutPage = `<!doctype html><html lang="en"><head><title>Shop</title></head><body><main><h1>Checkout</h1>
<button id="pay">Pay now</button></main>
<script src="/dev/razorpay/checkout.js"></script><script src="/shop.js"></script></body></html>`;

const otherPage = '<!doctype html><html lang="en"><head><title>Shop</title></head><body></body></html>';

/** Opens the widget with the options in the address, and records its events. */
const shopScript = `
  const given = new URLSearchParams(location.search);
  const modal = JSON.parse(given.get('modal') ?? '{}');
  window.heard = [];
  const hear = (what) => (value) => window.heard.push([what, value]);
  const widget = new Razorpay({
    key: given.get('key'), order_id: given.get('order'), name: 'Harita', description: 'Order ORD-123456',
    prefill: { email: 'asha@example.com', contact: '+919876543210' }, notes: { order: 'ORD-123456' },
    theme: { color: '#234d38' }, handler: hear('paid'), modal: { ...modal, ondismiss: hear('dismissed') },
  });
  widget.on('payment.failed', hear('failed'));
  document.getElementById('pay').addEventListener('click', () => widget.open());
`;

function startShop(front: () => string): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming;
    if (url.startsWith('/dev')) {
      const onward = forwardTo(new URL(url, `http://${front()}`), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
      return;
    }
    const isScript = url === '/shop.js';
    outgoing.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    outgoing.setHeader('Content-Security-Policy', policy);
    outgoing.end(isScript ? shopScript : url.startsWith('/checkout') ? checkoutPage : otherPage);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Starts Chromium for this file, and simulators and a shop for each test. Call it at the top of the file. */
export function useSimulatorProxy(): SimulatorProxy {
  let browser: Browser;
  let server: Server;
  let contexts: BrowserContext[] = [];
  let problems: string[] = [];
  const shop = {
    takeProblems: () => problems.splice(0),
    async visit(width = 1280) {
      const viewport = { width, height: 844 };
      const context = await browser.newContext({ baseURL: shop.origin, viewport, reducedMotion: 'reduce' });
      context.setDefaultTimeout(10_000);
      context.on('weberror', (problem) => problems.push(String(problem.error())));
      context.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      contexts.push(context);
      return context.newPage();
    },
  } as SimulatorProxy;

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    problems = [];
    contexts = [];
    shop.simulators = await startSimulators();
    server = await startShop(() => shop.simulators.front);
    shop.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    for (const context of contexts) await context.close();
    server.closeAllConnections();
    server.close();
    await shop.simulators.stop();
    expect(problems).toEqual([]);
  });
  return shop;
}
