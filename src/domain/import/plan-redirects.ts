/**
 * Plans what of a list of redirects becomes an earlier address of a page (content/redirects.yaml). Pure. Addresses that every
 * shop of these systems has, such as `/products/rose-mist`, lead to the right page by themselves (old-address.ts).
 */
import type { ImportedRecords } from 'shop-import/read-records';
import type { ImportedRedirect } from 'shop-import/records/record';
import { aliasKey, readOldAddress } from '#domain/catalogue/old-address.ts';
import type { Redirect } from '#domain/catalogue/redirects-content.ts';
import { groupPage, productPath } from '#lib/paths.ts';
import { unsafeLink } from '#lib/unsafe-links.ts';
import type { ImportFinding } from './finding.ts';
import type { PlannedRow } from './plan-records.ts';
import type { ProductNames } from './product-names.ts';
import type { RecordResult } from './record-forms.ts';

/**
 * What an import of redirects has to know of the shop, besides its products. As JSON.
 * @property categories slugs by what they are called, and by their earlier addresses
 * @property redirects those of content/redirects.yaml
 * @property host of the shop: a target with another one leads out of it
 * @property pages paths of all pages
 */
export type RedirectFacts = {
  categories: [word: string, slug: string][];
  redirects: readonly Redirect[];
  host: string;
  pages: string[];
};

/** @property results of the rows that have a value, in their order */
export type RedirectPlan = Pick<ImportedRecords, 'format' | 'encoding' | 'notes'> & {
  kind: 'redirects';
  rows: PlannedRow<Redirect>[];
  results: RecordResult[];
};

/** In `content/`. */
export const redirectsFile = 'redirects.yaml';

/** Longest address of a product's file, characters. */
const maxLength = 200;
/** Redirects that are followed from one to the next. */
const maxSteps = 20;

type Address = { host: string | undefined; path: string; hasQuery: boolean };

/** @returns undefined for what is no address */
function readAddress(text: string): Address | undefined {
  const [, host, rest = ''] = /^(?:https?:)?\/\/([^/?#]+)([\s\S]*)$/i.exec(text) ?? [
    undefined,
    undefined,
    text,
  ];
  const [path = '', query] = rest.split('#', 1).join('').split('?');
  try {
    const decoded = aliasKey(decodeURIComponent(path)).replace(/^\/*/, '/');
    return { host: host?.toLowerCase().replace(/^www\./, ''), path: decoded, hasQuery: Boolean(query) };
  } catch {
    return undefined;
  }
}

/** @returns finds the page that a path of this shop or of an earlier one means; `isPage`: whether the shop has one of this path */
function pagesOf(products: ProductNames, shop: RedirectFacts) {
  const pages = new Set(shop.pages);
  const categories = new Map(shop.categories);
  const redirects = new Map(shop.redirects.map(({ from, to }) => [aliasKey(from), to]));
  const product = (word: string): string | undefined => {
    const id = products.get(word);
    return id === undefined ? undefined : productPath(id);
  };
  const category = (word: string): string | undefined => {
    const slug = categories.get(word) ?? categories.get(word.replace(/s$/, ''));
    return slug === undefined ? undefined : groupPage('category', slug);
  };
  const isPage = (path: string): boolean => pages.has(path);
  const pageOf = (path: string): string | undefined => {
    // Also by an earlier name of the category, and in the plural.
    const own = /^\/category\/([^/]+)$/.exec(path)?.[1];
    if (own) return category(own);
    const old = readOldAddress(path);
    return (
      product(path) ??
      category(path) ??
      redirects.get(path) ??
      (old?.kind === 'product' ? product(old.name) : undefined) ??
      (old?.kind === 'category' ? category(old.name) : undefined) ??
      (isPage(path) ? path : undefined) ??
      (old?.kind === 'page' ? old.path : undefined)
    );
  };
  return { isPage, pageOf };
}

type Out = (severity: 'refused' | 'left out', column: 'from' | 'to', message: string) => undefined;

/**
 * Where a redirect leads in the end; undefined where it leads in a ring.
 * @param next addresses by the paths that lead to them @param isOurs whether an address is one of the shop, of before or now
 */
function endOf(
  to: Address,
  next: ReadonlyMap<string, Address>,
  isOurs: (address: Address) => boolean,
): Address | undefined {
  let at = to;
  for (let steps = 0; steps < maxSteps; steps++) {
    const then = isOurs(at) ? next.get(at.path) : undefined;
    if (!then) return at;
    at = then;
  }
  return undefined;
}

/** Plans an import of redirects. @param products what names them */
export function planRedirects(
  read: Extract<ImportedRecords, { kind: 'redirects' }>,
  products: ProductNames,
  shop: RedirectFacts,
): RedirectPlan {
  const { kind, format, encoding, notes, records } = read;
  const { isPage, pageOf } = pagesOf(products, shop);
  const addresses = records.map(
    ({ value }) => value && { from: readAddress(value.from), to: readAddress(value.to) },
  );
  // A page of the shop leads nowhere: its redirect is refused.
  const next = new Map(
    addresses.flatMap((one) =>
      one?.from && one.to && !isPage(one.from.path) ? [[one.from.path, one.to] as const] : [],
    ),
  );
  const hosts = new Set([shop.host, ...addresses.map((one) => one?.from?.host)]);
  const isOurs = ({ host }: Address) => host === undefined || hosts.has(host);
  const first = new Map<string, number>();
  const results: RecordResult[] = [];
  const planOne = (redirect: ImportedRedirect, row: number, out: Out) => {
    const [from, to] = [readAddress(redirect.from), readAddress(redirect.to)];
    if (!from) return out('refused', 'from', `“${redirect.from}” is no address.`);
    if (!to) return out('refused', 'to', `“${redirect.to}” is no address.`);
    if (from.hasQuery)
      return out(
        'left out',
        'from',
        `“${redirect.from}”: this shop redirects paths, without what follows a question mark.`,
      );
    if (
      from.path === '/' ||
      from.path.length > maxLength ||
      /[\s?#{}\\]/.test(from.path) ||
      unsafeLink(from.path)
    )
      return out('refused', 'from', `“${redirect.from}” can be no earlier address of a page.`);
    const before = first.get(from.path);
    if (before !== undefined) return out('left out', 'from', `Row ${before} has the same address.`);
    first.set(from.path, row);
    const end = endOf(to, next, isOurs);
    if (!end) return out('refused', 'to', `“${to.path}” leads from one address to the next, and to no page.`);
    if (!isOurs(end)) return out('refused', 'to', `“${redirect.to}” leads out of the shop.`);
    const page = pageOf(end.path);
    if (!page) return out('left out', 'to', `“${redirect.to}” is no page of the shop.`);
    if (isPage(from.path)) return out('refused', 'from', `“${from.path}” is a page of the shop.`);
    const present = pageOf(from.path);
    if (present && present !== page)
      return out('left out', 'from', `“${from.path}” already leads to ${present}, and stays so.`);
    results.push(present ? 'in the shop' : 'added');
    return { from: from.path, to: page };
  };
  const rows = records.map(({ row, name, value: redirect, others, personal, findings: found }) => {
    const findings: ImportFinding[] = [...found];
    const out: Out = (severity, column, message) =>
      void findings.push({ severity, row, ...(redirect && { column: redirect.columns[column] }), message });
    const value = redirect && planOne(redirect, row, out);
    return {
      row,
      name,
      kept: {},
      personal: [...personal, ...Object.keys(others)],
      findings,
      ...(value && { value }),
    };
  });
  return { kind, format, encoding, notes, rows, results };
}

/** The redirects of the shop with those that a plan adds. */
export const withRedirects = (present: readonly Redirect[], { rows, results }: RedirectPlan): Redirect[] => [
  ...present,
  ...rows.flatMap(({ value }) => value ?? []).filter((_, n) => results[n] === 'added'),
];
