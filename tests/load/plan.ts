/** What a run with faults does, decided by its seed before it begins: who buys what, and what breaks when. */
import type { Random } from './random.ts';

export type PlannedOrder = {
  /** Which account. */
  buyer: number;
  /** Pieces by product. */
  items: Record<string, number>;
  /** ms that the buyer thinks before it. */
  pause: number;
  /** Sent twice at the same moment: an impatient finger. */
  twice: boolean;
  /** ms after which the buyer leaves without having heard anything, at the first try. */
  leaves?: number;
};

export type PlannedFault = {
  what: 'kill sqld' | 'kill workerd' | 'stop sqld';
  /** It comes when so many orders have been begun … */
  after: number;
  /** … and so many ms have passed. */
  delay: number;
  /** ms until sqld is started again or goes on. */
  lasts: number;
};

export type Plan = { stock: Record<string, number>; orders: PlannedOrder[]; faults: PlannedFault[] };

const kills = 10;
/** Longer than the Worker waits for its database, and than a client waits for the Worker twice. */
const stopLasts = 15_000;

function planFaults(random: Random, orders: number): PlannedFault[] {
  const killed = Array.from({ length: kills }, (_, n): PlannedFault => {
    const what = n % 2 ? 'kill workerd' : 'kill sqld';
    return { what, after: 0, delay: random.between(0, 300), lasts: n % 2 ? 0 : random.between(0, 1500) };
  });
  const stop: PlannedFault = { what: 'stop sqld', after: 0, delay: random.between(0, 300), lasts: stopLasts };
  const faults = killed.toSpliced(random.between(1, kills - 1), 0, stop);
  // One in each equal part of the run, anywhere in it.
  const part = orders / (faults.length + 1);
  return faults.map((fault, n) => ({ ...fault, after: Math.floor(part * (n + random.next())) + 1 }));
}

function planItems(random: Random, products: readonly string[]): Record<string, number> {
  const chosen = random.shuffled(products).slice(0, random.between(2, 4));
  return Object.fromEntries(chosen.map((id) => [id, random.between(1, 3)]));
}

/**
 * @param buyers accounts, which take turns: with less than a third as many as there are orders, some want
 *   more than cash on delivery allows
 * @param products ids; three of them run out
 */
export function planRun(random: Random, orders: number, buyers: number, products: readonly string[]): Plan {
  const scarce = new Set(random.shuffled(products).slice(0, 3));
  return {
    stock: Object.fromEntries(
      products.map((id) => [id, scarce.has(id) ? random.between(5, 15) : random.between(100, 150)]),
    ),
    orders: Array.from({ length: orders }, (_, n) => ({
      buyer: n % buyers,
      items: planItems(random, products),
      pause: random.between(0, 400),
      twice: random.chance(0.1),
      ...(random.chance(0.1) && { leaves: random.between(5, 80) }),
    })),
    faults: planFaults(random, orders),
  };
}
