import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { withLowPriorityScripts, withPageCsp, withReportedCsp } from './page-csp.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const page = (policy: string, rest: string) =>
  `<head><meta http-equiv="content-security-policy" content="${policy}"></head><body>${rest}</body>`;

test('only the hashes of the page’s own scripts and styles stay in its policy', () => {
  const script = 'let a = 1;\nif (a < 2) a = "</b>";';
  const style = 'p{color:red}';
  const parts = `<script type="module">${script}</script><style data-x>${style}</style>`;
  const all = `default-src 'self'; script-src 'self' ${hashOf('other')} ${hashOf(script)}; style-src 'self' ${hashOf(style)} ${hashOf('b{}')}; style-src-attr 'unsafe-inline';`;
  expect(withPageCsp(page(all, parts))).toBe(
    page(
      `default-src 'self'; script-src 'self' ${hashOf(script)}; style-src 'self' ${hashOf(style)}; style-src-attr 'unsafe-inline';`,
      parts,
    ),
  );
});

test('an external script adds no inline permission', () => {
  const parts = '<script src="/a.js"></script>';
  expect(withPageCsp(page(`script-src 'self' ${hashOf('')}`, parts))).toBe(page(`script-src 'self'`, parts));
});

test('a page without a policy is left as it is', () => {
  expect(withPageCsp('<p>Nothing</p>')).toBe('<p>Nothing</p>');
});

test('an external script gets a lower priority than fonts and pictures; an inline one is not changed', () => {
  expect(
    withLowPriorityScripts('<script type="module" src="/a.js"></script><script type="module">b()</script>'),
  ).toBe('<script type="module" fetchpriority="low" src="/a.js"></script><script type="module">b()</script>');
});

const headers = '/*\n  X-Frame-Options: DENY\n\n/checkout\n  A: b\n/place-order\n  A: b\n';

test('the payment pages get their own policy as a header, with a report address', () => {
  const own = (name: string) =>
    `default-src '${name}'; frame-ancestors 'none'; report-uri /api/policy-report; report-to csp`;
  const lines = (path: string) =>
    `${path}\n  ! Content-Security-Policy\n  Content-Security-Policy: ${own(path)}\n  Reporting-Endpoints: csp="/api/policy-report"\n  A: b\n`;
  expect(withReportedCsp(headers, (path) => page(`default-src '${path}';`, ''))).toBe(
    `/*\n  X-Frame-Options: DENY\n\n${lines('/checkout')}${lines('/place-order')}`,
  );
});

test.each([
  ['a page without a policy', headers, '<p>Nothing</p>', /no policy/],
  [
    'a file of headers without the page',
    '/*\n',
    page("default-src 'self'", ''),
    /says nothing of \/checkout/,
  ],
  ['a policy that no header may be as long as', headers, page('x'.repeat(1990), ''), /characters/],
])('%s ends the build', (_, file, html, why) => {
  expect(() => withReportedCsp(file, () => html)).toThrow(why);
});
