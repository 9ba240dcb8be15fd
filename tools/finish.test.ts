import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { withOwnPolicy, withPatientScripts } from './finish.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const page = (policy: string, rest: string) =>
  `<head><meta http-equiv="content-security-policy" content="${policy}"></head><body>${rest}</body>`;

test('what stands in the page stays allowed, and what belongs to others does not', () => {
  const script = 'let a = 1;\nif (a < 2) a = "</b>";';
  const style = 'p{color:red}';
  const parts = `<script type="module">${script}</script><style data-x>${style}</style>`;
  const all = `default-src 'self'; script-src 'self' ${hashOf('other')} ${hashOf(script)}; style-src 'self' ${hashOf(style)} ${hashOf('b{}')}; style-src-attr 'unsafe-inline';`;
  expect(withOwnPolicy(page(all, parts))).toBe(
    page(
      `default-src 'self'; script-src 'self' ${hashOf(script)}; style-src 'self' ${hashOf(style)}; style-src-attr 'unsafe-inline';`,
      parts,
    ),
  );
});

test('a script that is a file allows nothing inline', () => {
  const parts = '<script src="/a.js"></script>';
  expect(withOwnPolicy(page(`script-src 'self' ${hashOf('')}`, parts))).toBe(
    page(`script-src 'self'`, parts),
  );
});

test('a page without a policy is left as it is', () => {
  expect(withOwnPolicy('<p>Nothing</p>')).toBe('<p>Nothing</p>');
});

test('a script that is a file is less urgent than fonts and pictures; one that stands in the page is as it was', () => {
  expect(
    withPatientScripts('<script type="module" src="/a.js"></script><script type="module">b()</script>'),
  ).toBe('<script type="module" fetchpriority="low" src="/a.js"></script><script type="module">b()</script>');
});
