/** Policies for foreign content (docs/behaviour.md 3.14): only the checkout may load Razorpay's hosts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parts } from '#tools/lib/build.ts';
import { useShop } from '../support/shop.ts';
import { useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

const checkout = ['checkout.html', 'place-order.html'];
const pages = readdirSync(parts.pages.folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.html'),
);
const others = pages.filter((name) => !checkout.includes(name));
const html = (name: string) => readFileSync(join(parts.pages.folder, name), 'utf8');

/** A page's directives and their values, without the hashes of the shop's own scripts and styles. */
function policyOf(name: string): Record<string, string[]> {
  const [, policy = ''] =
    /<meta http-equiv="content-security-policy" content="([^"]*)"/.exec(html(name)) ?? [];
  const directives = policy.split(';').map((one) => one.trim().split(/\s+/));
  return Object.fromEntries(
    directives
      .filter(([directive]) => directive)
      .map(([directive = '', ...sources]) => [
        directive,
        sources.filter((one) => !one.startsWith("'sha256-")),
      ]),
  );
}

const everywhere = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'media-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'style-src-attr': ["'unsafe-inline'"],
};

test.each(checkout)("%s adds Razorpay's published hosts, each to its directive only", (name) =>
  expect(policyOf(name)).toEqual({
    ...everywhere,
    'script-src': ["'self'", 'https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
    'frame-src': ["'self'", 'https://api.razorpay.com', 'https://checkout.razorpay.com'],
    'img-src': ["'self'", 'data:', 'https://cdn.razorpay.com'],
    'connect-src': [
      "'self'",
      'https://api.razorpay.com',
      'https://lumberjack.razorpay.com',
      'https://lumberjack-metrics.razorpay.com',
    ],
  }),
);

test('every other page allows only its own origin: scripts, frames, forms and requests', () => {
  expect(others.length).toBeGreaterThan(30);
  for (const name of others) expect([name, policyOf(name)]).toEqual([name, everywhere]);
});

describe('in a browser', () => {
  const script = 'https://checkout.razorpay.com/v1/checkout.js';
  const frame = 'https://api.razorpay.com/v1/checkout/public';

  /** Opens a page; a route answers for Razorpay's hosts, so no request leaves the machine. */
  async function open(path: string) {
    const visitor = await visit(1280);
    const { page, context } = visitor;
    const reached: string[] = [];
    await context.route(/^https:/, (route) => {
      reached.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: '' });
    });
    await page.goto(path);
    /** Adds a script or a frame, and waits for the event. @returns the violated directive of a violation event */
    const add = (tag: 'script' | 'iframe', src: string, event: 'load' | 'securitypolicyviolation') =>
      page.evaluate(
        ([name, address, awaited]) =>
          new Promise<string | undefined>((resolve) => {
            const element = document.createElement(name === 'script' ? 'script' : 'iframe');
            const target = awaited === 'load' ? element : document;
            target.addEventListener(awaited, (fired) =>
              resolve((fired as Partial<SecurityPolicyViolationEvent>).violatedDirective),
            );
            element.src = address;
            document.body.appendChild(element);
          }),
        [tag, src, event] as const,
      );
    const blocked = (tag: 'script' | 'iframe', src: string) => {
      visitor.expectConsole(new URL(src).host);
      // The browser does not request a blocked frame, so there is no failed request.
      if (tag === 'script') visitor.expectFailure({ path: new URL(src).pathname, status: 0 });
      return add(tag, src, 'securitypolicyviolation');
    };
    return { reached, loaded: (tag: 'script' | 'iframe', src: string) => add(tag, src, 'load'), blocked };
  }

  test.each(['/checkout', '/place-order'])('%s may load only the payment window', async (path) => {
    const { loaded, blocked, reached } = await open(path);
    await loaded('script', script);
    await loaded('iframe', frame);
    expect(reached).toEqual([script, frame]);
    expect(await blocked('script', 'https://evil.example/checkout.js')).toMatch(/^script-src/);
    expect(await blocked('iframe', 'https://evil.example/frame')).toBe('frame-src');
    expect(reached).toEqual([script, frame]);
  });

  test.each(['/orders', '/cart', '/'])('%s may not load the payment window', async (path) => {
    const { blocked, reached } = await open(path);
    expect(await blocked('script', script)).toMatch(/^script-src/);
    expect(await blocked('iframe', frame)).toBe('frame-src');
    expect(reached).toEqual([]);
  });
});

test.each(['/', '/collection', '/product/rose-balance-toner', '/cart', '/orders', '/checkout'])(
  '%s loads no payment window and nothing from other hosts before the payment',
  async (path) => {
    const { page } = await visit(390);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(asked.filter((url) => !url.startsWith(shop.stack.url) || url.includes('/dev/'))).toEqual([]);
  },
);
