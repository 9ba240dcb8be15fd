/**
 * Reads CSP violation reports of the payment pages: a browser blocked a script that does not belong to the page. Both
 * formats are supported, the Reporting API's and `report-uri`'s (w3.org/TR/CSP3, sections 5.3 and 5.5). Anybody can
 * send a report, so it is only a hint.
 */
import * as z from 'zod';
import { paths } from '#lib/paths.ts';
import { isForeignScheme, isKnownScript } from './known-scripts.ts';

/**
 * @property blocked a host, or a keyword such as `inline` and `eval`
 * @property known an app or extension is known to add it (known-scripts.ts)
 */
export type PolicyReport = { page: string; directive: string; blocked: string; known: boolean };

/** Reports of one request that are read; the rest is ignored. */
const maxReports = 20;

const pages: readonly string[] = [paths.checkout, paths.placeOrder];
const keywords = [
  'inline',
  'eval',
  'wasm-eval',
  'data',
  'blob',
  'filesystem',
  'self',
  'trusted-types-policy',
];

const text = z.string().max(8192);
const reporting = z.array(z.unknown()).transform((reports) =>
  reports.slice(0, maxReports).flatMap((one) => {
    const read = z
      .object({
        type: z.literal('csp-violation'),
        body: z.object({
          documentURL: text,
          effectiveDirective: text,
          blockedURL: text.nullish(),
          sourceFile: text.nullish(),
        }),
      })
      .safeParse(one);
    return read.success ? [read.data.body] : [];
  }),
);
const older = z
  .object({
    'csp-report': z.object({
      'document-uri': text,
      'violated-directive': text,
      'effective-directive': text.optional(),
      'blocked-uri': text.nullish(),
      'source-file': text.nullish(),
    }),
  })
  .transform(({ 'csp-report': report }) => [
    {
      documentURL: report['document-uri'],
      effectiveDirective: report['effective-directive'] ?? report['violated-directive'],
      blockedURL: report['blocked-uri'],
      sourceFile: report['source-file'],
    },
  ]);

/** The body of a request with reports. */
export const reportBody = z.union([reporting, older]).meta({ title: 'PolicyReport' });

/** The host of a URL, a keyword, or `other`; no part of a URL that could identify a person. */
function blockedOf(blocked: string): string {
  if (keywords.includes(blocked)) return blocked;
  const host = URL.parse(blocked)?.hostname ?? '';
  return host && host.length <= 100 ? host : 'other';
}

/**
 * The reports about our own two payment pages, without duplicates.
 * @param origins origins of the shop @param userAgent of the browser
 */
export function relevantReports(
  reports: z.output<typeof reportBody>,
  origins: readonly string[],
  userAgent: string,
): PolicyReport[] {
  const reportsByKey = new Map<string, PolicyReport>();
  for (const { documentURL, effectiveDirective, blockedURL, sourceFile } of reports) {
    const page = URL.parse(documentURL);
    const directive = /^[a-z]+(-[a-z]+){1,3}\b/.exec(effectiveDirective)?.[0];
    if (!page || !origins.includes(page.origin) || !pages.includes(page.pathname) || !directive) continue;
    if (isForeignScheme(blockedURL ?? '') || isForeignScheme(sourceFile ?? '')) continue;
    const blocked = blockedOf(blockedURL ?? '');
    const report = {
      page: page.pathname,
      directive: directive.slice(0, 40),
      blocked,
      known: isKnownScript(blocked, userAgent),
    };
    reportsByKey.set(Object.values(report).join(' '), report);
  }
  return [...reportsByKey.values()];
}

/** Whether a script was blocked. */
export const isAboutScripts = ({ directive }: Pick<PolicyReport, 'directive'>): boolean =>
  directive.startsWith('script-src');
