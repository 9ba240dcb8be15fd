/**
 * Plans what of a list of redirects becomes an earlier address of a product, a category or another page. Pure. Addresses that every shop of these
 * systems has, such as `/products/rose-mist`, lead to the right page by themselves (domain/catalogue/old-address.ts).
 */
import type { ImportedRecords } from 'shop-import/read-records';
import type { ImportedRedirect } from 'shop-import/records/record';
import { aliasKey, readOldAddress } from '#domain/catalogue/old-address.ts';
import type { ImportFinding } from '#domain/import/finding.ts';
import type { PlannedRow } from '#domain/import/plan-records.ts';
import type { ProductNames } from '#domain/import/product-names.ts';
import type { RecordResult } from '#domain/import/record-forms.ts';
import { unsafeLink } from '#lib/unsafe-links.ts';

/** What has a page. @property id of its file; of any other page its path */
export type RedirectTarget = { kind: 'products' | 'categories' | 'pages'; id: string };

/**
 * @property products, categories what they are called, and their earlier addresses: ids by words
 * @property redirects paths of pages, by their earlier addresses (content/redirects.yaml)
 * @property host of the shop: a target with another one leads out of it
 * @property isPage whether the shop has a page of this path
 */
export type RedirectFacts = {
  products: ProductNames;
  categories: ReadonlyMap<string, string>;
  redirects: ReadonlyMap<string, string>;
  host: string;
  isPage: (path: string) => boolean;
};

/** @property results of the rows that have a value, in their order */
export type RedirectPlan = Pick<ImportedRecords, 'format' | 'encoding' | 'notes'> & {
  kind: 'redirects';
  rows: PlannedRow<{ from: string; target: RedirectTarget }>[];
  results: RecordResult[];
};

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

/** The page that a path of this shop or of an earlier one means. */
function targetOf(path: string, facts: RedirectFacts): RedirectTarget | undefined {
  const { products, categories, redirects, isPage } = facts;
  const product = (word: string): RedirectTarget | undefined => {
    const id = products.get(word);
    return id === undefined ? undefined : { kind: 'products', id };
  };
  const category = (word: string): RedirectTarget | undefined => {
    const id = categories.get(word) ?? categories.get(word.replace(/s$/, ''));
    return id === undefined ? undefined : { kind: 'categories', id };
  };
  const own = /^\/category\/([^/]+)$/.exec(path)?.[1];
  if (own) return category(own);
  const earlier = product(path) ?? category(path);
  if (earlier) return earlier;
  const page = (id: string | undefined): RedirectTarget | undefined =>
    id === undefined ? undefined : { kind: 'pages', id };
  const old = readOldAddress(path);
  return (
    page(redirects.get(path)) ??
    (old?.kind === 'product' ? product(old.name) : undefined) ??
    (old?.kind === 'category' ? category(old.name) : undefined) ??
    page(isPage(path) ? path : undefined) ??
    page(old?.kind === 'page' ? old.path : undefined)
  );
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

/** Plans an import of redirects. */
export function planRedirects(
  read: Extract<ImportedRecords, { kind: 'redirects' }>,
  facts: RedirectFacts,
): RedirectPlan {
  const { kind, format, encoding, notes, records } = read;
  const addresses = records.map(
    ({ value }) => value && { from: readAddress(value.from), to: readAddress(value.to) },
  );
  // A page of the shop leads nowhere: its redirect is refused.
  const next = new Map(
    addresses.flatMap((one) =>
      one?.from && one.to && !facts.isPage(one.from.path) ? [[one.from.path, one.to] as const] : [],
    ),
  );
  const hosts = new Set([facts.host, ...addresses.map((one) => one?.from?.host)]);
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
    const target = targetOf(end.path, facts);
    if (!target) return out('left out', 'to', `“${redirect.to}” is no page of the shop.`);
    if (facts.isPage(from.path)) return out('refused', 'from', `“${from.path}” is a page of the shop.`);
    const present = targetOf(from.path, facts);
    if (present && (present.kind !== target.kind || present.id !== target.id))
      return out('left out', 'from', `“${from.path}” already leads to ${present.id}, and stays so.`);
    results.push(present ? 'in the shop' : 'added');
    return { from: from.path, target };
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
