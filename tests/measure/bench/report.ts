/** The bench's parts of docs/performance.md. */
import { assetLimits } from '#tools/lib/assets.ts';
import { describeMachine, table } from '#tools/lib/generated-docs.ts';
import {
  formatNumber,
  formatPercent,
  formatRatio,
  growthExponent,
  isAtMostLinear,
  type Spread,
  verdict,
} from '#tools/lib/numbers.ts';
import type { ApiFigures, RouteFigures } from './api.ts';
import type { BuildFigures } from './build.ts';
import type { DocumentFigures } from './documents.ts';
import type { LoadResult } from './drive.ts';
import { clientsAtOnce, distantBuyers, type OrderFigures } from './orders.ts';
import type { SearchFigures } from './search.ts';

/** The stored figures. */
export type SavedFigures = {
  build?: BuildFigures[];
  search?: SearchFigures;
  api?: ApiFigures[];
  documents?: DocumentFigures;
  orders?: OrderFigures;
};

/**
 * Time to compute a search on a phone and in the Worker, ms; CPU (ms) and size (KiB) of a PDF; the Worker's size (MiB, gzip)
 * and start (ms).
 */
const targets = {
  search: 16,
  worker: 30,
  pdf: { cpu: 100, kib: 60 },
  gzip: 3,
  start: 400,
  /** Speed of an order in the largest shop as a share of that in the smallest; rows that it reads; refusals at a distance, ms. */
  orders: { share: 0.9, rows: 400, refused: 0.01, distance: 50 },
};

const count = (n: number): string => n.toLocaleString('en');
/** `p50 / p95 / p99` of a spread, without a unit. */
const timesOf = ({ ms }: { ms: Spread }): string => [ms.p50, ms.p95, ms.p99].map(formatNumber).join(' / ');
const rateOf = ({ rate }: LoadResult): string => `${formatNumber(rate)}/s`;
const paragraphs = (...texts: string[]): string => texts.join('\n\n');

/** The first and the last element of a sorted list. */
const ends = <T>(list: readonly T[]): [T, T] | undefined => {
  const [first] = list;
  const last = list.at(-1);
  return first && last ? [first, last] : undefined;
};

function buildText(builds: readonly BuildFigures[]): string {
  const large = builds.filter(({ products }) => products >= 1000);
  const [smaller, larger] = ends(large) ?? [];
  const rows = builds.map((one) => [
    count(one.products),
    count(one.pages),
    `${formatNumber(one.seconds)} s`,
    one.secondsAgain === undefined ? '–' : `${formatNumber(one.secondsAgain)} s`,
    `${formatNumber((one.seconds * 1000) / one.pages)} ms`,
    `${count(Math.round(one.peak))} MiB`,
  ]);
  const files = builds.map((one) => [
    count(one.products),
    count(one.files),
    count(one.filesOfOwn),
    `${count(Math.round(one.size))} MiB`,
    `${formatNumber(one.largest.size)} MiB`,
    verdict(one.filesOfOwn <= assetLimits.files && one.largest.size <= assetLimits.mib),
  ]);
  const exponent =
    smaller &&
    larger &&
    growthExponent([smaller.products, smaller.seconds], [larger.products, larger.seconds]);
  return paragraphs(
    '### Building',
    table(['Products', 'Pages', 'First build', 'Next build', 'First, a page', 'Most memory'], rows),
    exponent === undefined
      ? ''
      : `From 1,000 to 10,000 products the first build grows with the power ${formatNumber(exponent)} (1 is linear): ${verdict(isAtMostLinear(exponent))}.`,
    `Files against what Cloudflare takes in a version on the paid plan: ${count(assetLimits.files)} files, ${assetLimits.mib} MiB each. The generated products share the pictures of the sixteen real ones; the third column counts what they would need with two pictures of their own each.`,
    table(
      [
        'Products',
        'Files',
        'With own pictures',
        'Size',
        'Largest file',
        `Target ≤ ${count(assetLimits.files)}`,
      ],
      files,
    ),
    '### A page of the collection',
    'KiB of brotli. Without a touch a visit downloads the first three; the island comes when somebody searches, filters or sorts, and the index with the first search, up to 2,000 products.',
    table(
      ['Products', 'HTML', 'Scripts', 'Styles', 'Island', 'Index'],
      builds.map(({ products, collection: { html, scripts, styles, island, index } }) => [
        count(products),
        ...[html, scripts, styles, island, index].map((kib) => (kib ? kib.toFixed(1) : '–')),
      ]),
    ),
  );
}

function searchText({ browser, api }: SearchFigures): string {
  return paragraphs(
    '### Searching',
    'What a phone computes: the very function of the page, in Chromium at a quarter of this machine’s speed. Above 2,000 products it computes nothing, since the Worker searches instead. One text in three has a meaning (tests/measure/bench/queries.ts).',
    table(
      [
        'Products',
        'Made ready, once',
        'p50',
        'p95',
        `Target p95 ≤ ${targets.search} ms`,
        'Nothing found: p50 more',
      ],
      browser.map((row) => [
        count(row.products),
        `${formatNumber(row.ready)} ms`,
        `${formatNumber(row.search.p50)} ms`,
        `${formatNumber(row.search.p95)} ms`,
        verdict(row.search.p95 <= targets.search),
        `${formatNumber(row.instead.p50)} ms`,
      ]),
    ),
    'The Worker: what the same function computes at full speed, once per isolate and for each search, and `GET /api/product/search` from request to answer.',
    table(
      [
        'Products',
        'Made ready, once',
        'p50',
        'p95',
        `Target p95 ≤ ${targets.worker} ms`,
        'Answer: p50',
        'p95',
        'p99',
      ],
      api.map(({ products: size, ready, search, alone: { ms } }) => [
        count(size),
        `${formatNumber(ready)} ms`,
        `${formatNumber(search.p50)} ms`,
        `${formatNumber(search.p95)} ms`,
        verdict(search.p95 <= targets.worker),
        `${formatNumber(ms.p50)} ms`,
        `${formatNumber(ms.p95)} ms`,
        `${formatNumber(ms.p99)} ms`,
      ]),
    ),
  );
}

const sizeOf = ({ size }: ApiFigures): string =>
  `${count(size.products)} products, ${count(size.orders)} orders, ${count(size.reviews)} reviews`;

/** A route's row, with its growth when a smaller shop was measured too. */
function routeRow({ name, shop, floor }: RouteFigures, before: RouteFigures | undefined, times: number) {
  const exponent = before && growthExponent([1, before.shop.alone.ms.p50], [times, shop.alone.ms.p50]);
  return [
    `\`${name}\``,
    timesOf(shop.alone),
    formatRatio(shop.alone.ms.p50, floor.alone.ms.p50),
    `${rateOf(shop.busy)}${shop.busy.busy ? ` (${shop.busy.busy} × 503)` : ''}`,
    formatPercent(shop.busy.rate / floor.busy.rate),
    `${formatNumber(shop.alone.size / 1024)}`,
    exponent === undefined
      ? '–'
      : `${formatNumber(Math.max(0, exponent))}${isAtMostLinear(exponent) ? '' : ' **!**'}`,
  ];
}

function apiText(shops: readonly ApiFigures[]): string {
  const [smaller, larger] = ends(shops) ?? [];
  if (!smaller || !larger) return '';
  const times = larger.size.products / smaller.size.products;
  const before = (name: string) =>
    smaller === larger ? undefined : smaller.routes.find((route) => route.name === name);
  const { memory, login, syncMs } = larger;
  return paragraphs(
    '### The API',
    `${sizeOf(larger)}. One client at a time: ms until the answer, and how many times a bare Worker’s that answers as much JSON. Sixteen at a time: answers in a second, and their share of the bare Worker’s. The last column compares with a tenth of everything: 0 does not grow, 1 grows as the data does. The Worker’s two outer guards count in memory here, as Cloudflare’s do, and files are read from memory (tests/measure/bench/shop.ts).`,
    table(
      ['Route', 'p50 / p95 / p99, ms', 'of bare', '16 clients', 'of bare', 'KiB', 'Growth'],
      larger.routes.map((route) => routeRow(route, before(route.name), times)),
    ),
    `A sign-in takes ${formatNumber(login.ms.p50)} ms, nearly all of it the hash of the password. Writing the catalogue into an empty database took ${formatNumber(syncMs / 1000)} s. Most memory: ${Object.entries(
      memory,
    )
      .map(([name, mib]) => `${name} ${count(Math.round(mib))} MiB`)
      .join(', ')}.`,
  );
}

function documentText({ day, documents, routes, exports, pdfs, worker }: DocumentFigures): string {
  const { pdf, gzip, start } = targets;
  const ms = (time: number) => `${formatNumber(time)} ms`;
  const started = worker.start.cpu - worker.empty.cpu;
  return paragraphs(
    '### Documents',
    `Measured ${day}. A shop with ${count(documents)} invoices and credit notes of one quarter, as many orders and as many payments. Requests of one operator, and the rows that the database says it read for one of them, session and rights included.`,
    table(
      ['Route', 'p50 / p95 / p99, ms', 'Rows read'],
      routes.map(({ name, ms, rows }) => [`\`${name}\``, timesOf({ ms }), count(rows)]),
    ),
    'Exports of the quarter, in parts of 5,000 entries. The last column is what the screen computes: it makes the files and adds up the returns, at full speed of this machine.',
    table(
      ['Export', 'Entries', 'Parts', 'All', 'Rows read', 'Slowest part', 'Its rows', 'Size', 'The screen'],
      exports.map(({ name, entries, parts, all, part, mib, collected }) => [
        `\`${name}\``,
        count(entries),
        parts,
        `${formatNumber(all.ms / 1000)} s`,
        count(all.rows),
        `${formatNumber(part.ms)} ms`,
        count(part.rows),
        `${formatNumber(mib)} MiB`,
        `${formatNumber(collected / 1000)} s`,
      ]),
    ),
    'A PDF of an invoice: CPU time of workerd for the whole request, the database’s left out.',
    table(
      ['Lines', 'CPU', 'Size', `Target ≤ ${pdf.cpu} ms, ≤ ${pdf.kib} KiB`],
      pdfs.map(({ lines, cpu, kib }) => [
        lines,
        `${formatNumber(cpu)} ms`,
        `${formatNumber(kib)} KiB`,
        verdict(cpu <= pdf.cpu && kib <= pdf.kib),
      ]),
    ),
    `The Worker has ${worker.gzip.toFixed(2)} MiB as gzip (target < ${gzip} MiB: ${verdict(worker.gzip < gzip)}). A new workerd answers its first request after ${ms(worker.start.ms)}, with ${ms(worker.start.cpu)} of CPU; one with an empty Worker and the same bindings after ${ms(worker.empty.ms)}, with ${ms(worker.empty.cpu)} of CPU. The shop’s part is ${ms(worker.start.ms - worker.empty.ms)}, in which miniflare reads the bundle too, and ${ms(started)} of CPU, which is what Cloudflare limits (target < ${start} ms: ${verdict(started < start)}).`,
  );
}

function agesText({ shops, bare }: OrderFigures): string {
  const [young] = shops;
  const old = shops.at(-1);
  if (!young || !old) return '';
  return paragraphs(
    `Cash orders of two products, each by another account with its own address and phone, in shops with the products of \`content/\` and past orders, reviews, documents and accounts of two years (tests/support/years.ts). All shops and the bare database take turns, so that a change of the machine's speed affects all alike: speeds and shares are those of the median round. Rows are those that the database says an order reads, with its emails; ≤ ${targets.orders.rows} is the aim.`,
    table(
      [
        'Past orders',
        'Database',
        'Rows read',
        'One client',
        'p50 / p95 / p99, ms',
        'of the smallest',
        `${clientsAtOnce} clients`,
        'p50 / p95 / p99, ms',
        'of the smallest',
      ],
      [
        ...shops.map((shop) => [
          count(shop.orders),
          `${count(Math.round(shop.size / 2 ** 20))} MiB`,
          Math.round(shop.rows),
          rateOf(shop.speed.alone),
          timesOf(shop.speed.alone),
          formatPercent(shop.share.alone),
          rateOf(shop.speed.busy),
          timesOf(shop.speed.busy),
          formatPercent(shop.share.busy),
        ]),
        [
          'a bare insert',
          '–',
          '–',
          rateOf(bare.alone),
          timesOf(bare.alone),
          '–',
          rateOf(bare.busy),
          timesOf(bare.busy),
          '–',
        ],
      ],
    ),
    `Aim: at ${count(old.orders)} orders at least ${targets.orders.share} of the speed of the smallest shop: one client ${verdict(old.share.alone >= targets.orders.share)}, ${clientsAtOnce} clients ${verdict(old.share.busy >= targets.orders.share)}. The bare insert is an order and its two lines in one batch, into tables with a primary key and nothing else, from one client and from two (more make the server no quicker): an order through the shop has ${formatPercent(young.speed.alone.rate / bare.alone.rate)} and ${formatPercent(young.speed.busy.rate / bare.busy.rate)} of its speed.`,
  );
}

function distanceText({ distant }: OrderFigures): string {
  const refused = ({ busy, answers }: LoadResult): number => busy / answers;
  const met = distant.every(
    ({ ms, result }) => ms > targets.orders.distance || refused(result) <= targets.orders.refused,
  );
  return paragraphs(
    `The smallest shop with its database in another building: each call takes so much longer, and ${distantBuyers} buyers order at once, one order after the other. Refused are answers 503, which ask to come again. Aim: ≤ 1 % at ${targets.orders.distance} ms: ${verdict(met)}.`,
    table(
      ['Round trip', 'Orders', 'p50 / p95 / p99, ms', 'Refused'],
      distant.map(({ ms, result }) => [
        ms ? `${ms} ms` : 'same machine',
        rateOf(result),
        timesOf(result),
        `${result.busy} of ${result.answers} (${(100 * refused(result)).toFixed(1)} %)`,
      ]),
    ),
  );
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;

/** What an order costs, by the age of the shop and the distance of its database. */
export function ordersReport(figures: OrderFigures): string {
  const { day, load, bytes } = figures;
  return paragraphs(
    `Measured ${day} on ${describeMachine()}, by \`npm run bench -- orders\`, beside other programs with a load of ${load.toFixed(1)}. Clients, Worker and database share it.`,
    agesText(figures),
    `An order from its buyer's account to its delivery adds ${kilobytes(bytes.own)} to the tables that docs/operations.md counts to it, with their indexes, and ${kilobytes(bytes.all)} to all of them, with its account, emails and invoice (\`dbstat\`).`,
    distanceText(figures),
  );
}

/** The bench's part of the page. @param date of the run */
export function report(
  { build, search, api, documents }: Omit<SavedFigures, 'orders'>,
  date = new Date(),
): string {
  return paragraphs(
    `Measured ${date.toISOString().slice(0, 10)} on ${describeMachine()}. Clients, Worker and database share it.`,
    ...(build ? [buildText(build)] : []),
    ...(search ? [searchText(search)] : []),
    ...(api ? [apiText(api)] : []),
    ...(documents ? [documentText(documents)] : []),
  );
}
