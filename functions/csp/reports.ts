/**
 * What browsers report of the payment page's policy (CSP): a script that is not the page's was refused. Both
 * ways of reporting are read, the Reporting API's and the older one (w3.org/TR/CSP3, sections 5.3 and 5.5). Anybody
 * can send a report, so that one is a hint, never a proof.
 */
import { z } from 'zod';
import { paths } from '#lib/paths.ts';

/** @property blocked a host, or a keyword such as `inline` and `eval` */
export type PolicyReport = { page: string; directive: string; blocked: string };

/** Reports of one request that are looked at. */
const most = 20;

const pages: readonly string[] = [paths.checkout, paths.placeOrder];
/** The page that shoppers have open does not ask for these: an extension of their browser does. */
const extension = /^(chrome|moz|safari|safari-web|ms-browser|webkit-masked)-(extension|url)\b/i;
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
  reports.slice(0, most).flatMap((one) => {
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
export const reportBody = z.union([reporting, older]);

/** The host of a URL, a keyword as it is, and `other` for anything else; nothing that could tell of a person. */
function blockedOf(blocked: string): string {
  if (keywords.includes(blocked)) return blocked;
  const host = URL.parse(blocked)?.hostname ?? '';
  return host && host.length <= 100 ? host : 'other';
}

/** What is left of them: those of our own two pages, each once. @param origins where the shop is open */
export function relevant(reports: z.output<typeof reportBody>, origins: readonly string[]): PolicyReport[] {
  const kept = new Map<string, PolicyReport>();
  for (const { documentURL, effectiveDirective, blockedURL, sourceFile } of reports) {
    const page = URL.parse(documentURL);
    const directive = /^[a-z]+(-[a-z]+){1,3}\b/.exec(effectiveDirective)?.[0];
    if (!page || !origins.includes(page.origin) || !pages.includes(page.pathname) || !directive) continue;
    if (extension.test(blockedURL ?? '') || extension.test(sourceFile ?? '')) continue;
    const report = {
      page: page.pathname,
      directive: directive.slice(0, 40),
      blocked: blockedOf(blockedURL ?? ''),
    };
    kept.set(Object.values(report).join(' '), report);
  }
  return [...kept.values()];
}

/** A script would have run. */
export const isAboutScripts = ({ directive }: PolicyReport): boolean => directive.startsWith('script-src');
