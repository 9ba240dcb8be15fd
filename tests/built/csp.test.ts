/** Policies for foreign content (docs/behaviour.md, "Page headers"): only the checkout may load Razorpay's hosts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportedPages } from '#tools/astro/page-csp.ts';
import { parts } from '#tools/lib/build.ts';
import { fileOf, htmlOf, pageFiles } from './pages.ts';

const checkout = reportedPages.map(fileOf);
const others = pageFiles.filter((name) => !checkout.includes(name));

/** A page's directives and their values, without the hashes of the shop's own scripts and styles. */
function policyOf(file: string): Record<string, string[]> {
  const [, policy = ''] =
    /<meta http-equiv="content-security-policy" content="([^"]*)"/.exec(htmlOf(file)) ?? [];
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

test('a script that uses zod also loads what turns its eval off, which the policy refuses', () => {
  const folder = join(parts.pages.folder, '_astro');
  const scripts = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  // A worker is one file.
  const [worker] = scripts.splice(
    scripts.findIndex(({ name }) => name.startsWith('import.worker-')),
    1,
  );
  expect(worker?.text).toMatch(/ZodError[\s\S]*jitless:!0/);
  const zod = scripts.find(({ text }) => text.includes('ZodError') && text.includes('jitless'));
  const setting = scripts.find(({ text }) => text.includes('jitless:!0'));
  const imports = ({ text }: { text: string }, other?: { name: string }) =>
    other !== undefined && text.includes(`"./${other.name}"`);
  const users = scripts.filter((script) => imports(script, zod));
  expect(users.length).toBeGreaterThan(1);
  expect(users.filter((user) => user !== setting && !imports(user, setting)).map(({ name }) => name)).toEqual(
    [],
  );
});
