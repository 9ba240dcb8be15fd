/** What Astro leaves to be done to the pages that it has built. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { hashOf } from '#lib/hash.ts';

const policy = /(<meta http-equiv="content-security-policy" content=")([^"]*)(")/i;
const inline = /<(script|style)\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/\1>/g;
const hash = /\s*'(sha256-[^']+)'/g;

/**
 * The same page with a Content-Security-Policy of its own, which names only the hashes of what stands in it.
 * Astro lists those of the whole site in every page: two KiB that no compression shrinks, before the first word,
 * and leave for a page to run what belongs to others.
 */
export function withOwnPolicy(html: string): string {
  const own = new Set<string>([...html.matchAll(inline)].map(([, , content = '']) => hashOf(content)));
  return html.replace(policy, (_, before: string, rules: string, after: string) => {
    const kept = rules.replace(hash, (source, value: string) => (own.has(value) ? source : ''));
    return before + kept + after;
  });
}

/**
 * The same page, whose scripts leave the line to what is seen first: fonts and pictures. A browser takes a module
 * for as urgent as them, though it runs only after the page has been read.
 */
export const withPatientScripts = (html: string): string =>
  html.replaceAll('<script type="module" src=', '<script type="module" fetchpriority="low" src=');

/** Characters that Cloudflare takes in a line of `_headers`; it leaves out longer ones, and says so nowhere that counts. */
const longestLine = 2000;

/**
 * The pages that take payments carry their policy as a header too, the only way to have browsers report what it
 * has stopped (docs/operations.md): a script that somebody else has put into the page (PCI DSS 11.6.1).
 */
export const reportedPages = ['/checkout', '/place-order'] as const;
const reportTo = '/api/policy-report';

/**
 * The file of headers, in which these pages have their own.
 * @param htmlOf a page as it is served @throws when a page has no policy, no lines in the file, or too long a one
 */
export function withReportedPolicies(headers: string, htmlOf: (path: string) => string): string {
  return reportedPages.reduce((text, path) => {
    const rules = policy.exec(htmlOf(path))?.[2]?.trim().replace(/;$/, '');
    if (!rules) throw new Error(`${path} has no policy that could be reported about`);
    // Browsers without Reporting-Endpoints know `report-uri` only.
    const line = `  Content-Security-Policy: ${rules}; frame-ancestors 'none'; report-uri ${reportTo}; report-to csp`;
    if (line.length > longestLine)
      throw new Error(
        `the policy of ${path} has ${line.length} characters; a header may have ${longestLine}`,
      );
    const own = `\n${path}\n`;
    if (!text.includes(own)) throw new Error(`public/_headers says nothing of ${path}`);
    const lines = ['  ! Content-Security-Policy', line, `  Reporting-Endpoints: csp="${reportTo}"`];
    return text.replace(own, () => `${own}${lines.join('\n')}\n`);
  }, headers);
}

/** Runs before whatever notes how large the pages are, or what they hash to. */
export const finish: AstroIntegration = {
  name: 'finish',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir);
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.html')) continue;
        const file = join(folder, name);
        writeFileSync(file, withPatientScripts(withOwnPolicy(readFileSync(file, 'utf8'))));
      }
      const headers = join(folder, '_headers');
      const htmlOf = (path: string) => readFileSync(join(folder, `${path}.html`), 'utf8');
      writeFileSync(headers, withReportedPolicies(readFileSync(headers, 'utf8'), htmlOf));
    },
  },
};
