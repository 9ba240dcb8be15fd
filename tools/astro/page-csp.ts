/** Post-processes the built pages: the Content-Security-Policy of each page, and the priority of its scripts. */
import { hashOf } from '#lib/csp-hash.build.ts';

const cspMeta = /(<meta http-equiv="content-security-policy" content=")([^"]*)(")/i;
const inline = /<(script|style)\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/\1>/g;
const hash = /\s*'(sha256-[^']+)'/g;

/**
 * Returns the page with a Content-Security-Policy of its own, which has only the hashes of its own scripts and styles.
 * Astro lists those of the whole site in every page: two KiB that no compression shrinks, ahead of the content, which
 * also allow a page to run scripts of other pages.
 */
export function withPageCsp(html: string): string {
  const own = new Set<string>([...html.matchAll(inline)].map(([, , content = '']) => hashOf(content)));
  return html.replace(cspMeta, (_, before: string, rules: string, after: string) => {
    const ownRules = rules.replace(hash, (source, value: string) => (own.has(value) ? source : ''));
    return before + ownRules + after;
  });
}

/**
 * Returns the page with low priority for its scripts, so that fonts and pictures load first. A browser gives a module
 * the same priority, although it runs only after the page has been parsed.
 */
export const withLowPriorityScripts = (html: string): string =>
  html.replaceAll('<script type="module" src=', '<script type="module" fetchpriority="low" src=');

/** Characters that Cloudflare allows in a line of `_headers`; it drops longer ones with a warning only. */
export const longestLine = 2000;

/**
 * The payment pages have their policy also as a header, the only way to have browsers report what it has blocked
 * (docs/operations.md), such as an injected script (PCI DSS 11.6.1).
 */
export const reportedPages = ['/checkout', '/place-order'] as const;
const reportTo = '/api/policy-report';

/**
 * The file of headers, in which these pages have their own.
 * @param htmlOf a page as it is served @throws when a page has no policy, no lines in the file, or too long a one
 */
export function withReportedCsp(headers: string, htmlOf: (path: string) => string): string {
  return reportedPages.reduce((text, path) => {
    const rules = cspMeta.exec(htmlOf(path))?.[2]?.trim().replace(/;$/, '');
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
