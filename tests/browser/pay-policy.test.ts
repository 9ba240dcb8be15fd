/**
 * Policies for foreign content (docs/behaviour.md 3.14), in a browser: only the checkout may load Razorpay's hosts.
 * tests/built/csp.test.ts reads the policy of every page.
 */
import { expect, test } from 'vitest';
import { useShop } from '../support/shop.ts';
import { useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

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

test('/checkout may load only the payment window', async () => {
  const { loaded, blocked, reached } = await open('/checkout');
  await loaded('script', script);
  await loaded('iframe', frame);
  expect(reached).toEqual([script, frame]);
  expect(await blocked('script', 'https://evil.example/checkout.js')).toMatch(/^script-src/);
  expect(await blocked('iframe', 'https://evil.example/frame')).toBe('frame-src');
  expect(reached).toEqual([script, frame]);
});

test('/cart may not load the payment window', async () => {
  const { blocked, reached } = await open('/cart');
  expect(await blocked('script', script)).toMatch(/^script-src/);
  expect(await blocked('iframe', frame)).toBe('frame-src');
  expect(reached).toEqual([]);
});
