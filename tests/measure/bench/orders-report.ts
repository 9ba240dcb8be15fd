/** The part of docs/performance.md about orders. */
import { describeMachine, table } from '#tools/lib/generated-docs.ts';
import { formatNumber, formatPercent, verdict } from '#tools/lib/numbers.ts';
import type { LoadResult } from './drive.ts';
import { clientsAtOnce, distantBuyers, type OrderFigures } from './orders.ts';

/** Speed of an order in the largest shop as a share of that in the smallest; rows that it reads; refusals at 50 ms. */
const targets = { share: 0.9, rows: 400, refused: 0.01, distance: 50 };

const count = (n: number): string => n.toLocaleString('en');
const rate = ({ rate }: LoadResult): string => `${formatNumber(rate)}/s`;
const times = ({ ms }: LoadResult): string =>
  `${formatNumber(ms.p50)} / ${formatNumber(ms.p95)} / ${formatNumber(ms.p99)}`;

function agesText({ shops, bare }: OrderFigures): string {
  const [young] = shops;
  const old = shops.at(-1);
  if (!young || !old) return '';
  return [
    `Cash orders of two products, each by another account with its own address and phone, in shops with the products of \`content/\` and past orders, reviews, documents and accounts of two years (tests/support/years.ts). All shops and the bare database take turns, so that a change of the machine's speed affects all alike: speeds and shares are those of the median round. Rows are those that the database says an order reads, with its emails; ≤ ${targets.rows} is the aim.`,
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
          rate(shop.speed.alone),
          times(shop.speed.alone),
          formatPercent(shop.share.alone),
          rate(shop.speed.busy),
          times(shop.speed.busy),
          formatPercent(shop.share.busy),
        ]),
        [
          'a bare insert',
          '–',
          '–',
          rate(bare.alone),
          times(bare.alone),
          '–',
          rate(bare.busy),
          times(bare.busy),
          '–',
        ],
      ],
    ),
    `Aim: at ${count(old.orders)} orders at least ${targets.share} of the speed of the smallest shop: one client ${verdict(old.share.alone >= targets.share)}, ${clientsAtOnce} clients ${verdict(old.share.busy >= targets.share)}. The bare insert is an order and its two lines in one batch, into tables with a primary key and nothing else, from one client and from two (more make the server no quicker): an order through the shop has ${formatPercent(young.speed.alone.rate / bare.alone.rate)} and ${formatPercent(young.speed.busy.rate / bare.busy.rate)} of its speed.`,
  ].join('\n\n');
}

function distanceText({ distant }: OrderFigures): string {
  const refused = ({ busy, answers }: LoadResult): number => busy / answers;
  const met = distant.every(({ ms, result }) => ms > targets.distance || refused(result) <= targets.refused);
  return [
    `The smallest shop with its database in another building: each call takes so much longer, and ${distantBuyers} buyers order at once, one order after the other. Refused are answers 503, which ask to come again. Aim: ≤ 1 % at ${targets.distance} ms: ${verdict(met)}.`,
    table(
      ['Round trip', 'Orders', 'p50 / p95 / p99, ms', 'Refused'],
      distant.map(({ ms, result }) => [
        ms ? `${ms} ms` : 'same machine',
        rate(result),
        times(result),
        `${result.busy} of ${result.answers} (${(100 * refused(result)).toFixed(1)} %)`,
      ]),
    ),
  ].join('\n\n');
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;

/** What an order costs, by the age of the shop and the distance of its database. */
export function ordersReport(figures: OrderFigures): string {
  const { day, load, bytes } = figures;
  return [
    `Measured ${day} on ${describeMachine()}, by \`npm run bench -- orders\`, beside other programs with a load of ${load.toFixed(1)}. Clients, Worker and database share it.`,
    agesText(figures),
    `An order from its buyer's account to its delivery adds ${kilobytes(bytes.own)} to the tables that docs/operations.md counts to it, with their indexes, and ${kilobytes(bytes.all)} to all of them, with its account, emails and invoice (\`dbstat\`).`,
    distanceText(figures),
  ].join('\n\n');
}
