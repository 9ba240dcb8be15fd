/** What a rehearsal has shown (tools/rehearse.ts): numbers, and where the shop broke first. Pure. */
import { percentile } from '#tools/lib/numbers.ts';
import type { Bought, Tried } from '#tools/lib/rehearsal.ts';

/** What each refusal means, and what to do before the sale. */
const advice: Record<string, [limit: string, advice: string]> = {
  pay_online: [
    'unpaid limits',
    'Cash orders met their share of the product, or the limit of a phone, an address or a network: set them at the desk, under Sale day, or expect these buyers to pay online.',
  ],
  too_many: [
    'limits of an address or the outer guard',
    'Too many came through one address or account: raise the guests and orders of an address under Sale day, and the outer guard in wrangler.toml.',
  ],
  unavailable: [
    'the database',
    'The database had more to do than it could: buyers were asked to come again. Move it nearer, give it more, or let the sale begin for some later.',
  ],
  not_enough_stock: ['stock', 'The pieces were sold out. Nothing is wrong with that.'],
  sold_out: ['stock', 'The pieces were sold out. Nothing is wrong with that.'],
  'no answer': [
    'the machine',
    'Requests had no answer within half a minute: this machine, or the network, had too much to do.',
  ],
};
const unknownAdvice = (code: string): [string, string] => [
  'a rule of the shop',
  `The shop refused with "${code}": see docs/behaviour.md.`,
];

/** What a code means. */
const explain = (code: string): [string, string] => advice[code] ?? unknownAdvice(code);

export type Report = {
  rows: Record<string, string>;
  refusals: Record<string, number>;
  first: string;
  advice: string[];
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/** Most orders that were placed within a second. */
function bestSecond(bought: readonly Bought[]): number {
  const ends = bought.flatMap(({ outcome, tried }) => {
    const last = tried.at(-1);
    return outcome === 'placed' && last ? [Math.floor((last.at + last.ms) / 1000)] : [];
  });
  return Math.max(0, ...[...Map.groupBy(ends, String).values()].map(({ length }) => length));
}

const isRefused = ({ status }: Tried): boolean => status === 'no answer' || status >= 400;

/** The first request that was refused, in a sentence. */
function firstBreak(tried: readonly Tried[]): string {
  const [first] = tried.filter(isRefused).sort((a, b) => a.at - b.at);
  if (!first) return 'Nothing broke.';
  const code = first.code ?? String(first.status);
  return `First refusal after ${seconds(first.at)}, at the ${first.step}: ${first.status} ${code} (${explain(code)[0]}).`;
}

/** @param bought in any order */
export function reportOf(bought: readonly Bought[]): Report {
  const tried = bought.flatMap((one) => one.tried);
  const placed = bought.filter(({ outcome }) => outcome === 'placed');
  const orders = tried.filter(({ step }) => step === 'order').map(({ ms }) => ms);
  const end = Math.max(1, ...tried.map(({ at, ms }) => at + ms));
  const busy = tried.filter(({ status }) => status === 503).length;
  const lost = Map.groupBy(
    bought.filter(({ outcome }) => outcome !== 'placed'),
    ({ outcome }) => outcome,
  );
  const refusals = Object.fromEntries([...lost].map(([code, { length }]) => [code, length]));
  const met = new Set([...Object.keys(refusals), ...(busy ? ['unavailable'] : [])]);
  return {
    rows: {
      buyers: String(bought.length),
      'orders placed': `${placed.length} (${((100 * placed.length) / Math.max(1, bought.length)).toFixed(1)}%)`,
      'orders a second': `${((placed.length * 1000) / end).toFixed(1)}, ${bestSecond(bought)} in the best second`,
      'answer to an order': `p50 ${seconds(percentile(orders, 0.5))}, p99 ${seconds(percentile(orders, 0.99))}`,
      requests: `${tried.length}, ${((100 * busy) / Math.max(1, tried.length)).toFixed(1)}% of them 503`,
      'buyers without an order':
        Object.entries(refusals)
          .map(([code, count]) => `${code} ×${count} (${explain(code)[0]})`)
          .join(', ') || 'none',
    },
    refusals,
    first: firstBreak(tried),
    advice: [...met].map((code) => explain(code)[1]),
  };
}
