/** The plan of a run with faults, derived from its seed: who buys what, and which fault comes when. */
import type { PaymentMethod } from '#domain/orders/payment-method.ts';
import type { Random } from '../../support/random.ts';

/** A buyer's action on an order that is paid online. */
export type Ending = 'pays and comes back' | 'pays and goes away' | 'gives it up' | 'leaves it';

export type PlannedOrder = {
  /** Which account. */
  buyer: number;
  method: PaymentMethod;
  /** Left out for cash on delivery. */
  ending?: Ending;
  /** Pieces by product. */
  items: Record<string, number>;
  /** Whether the order uses the run's code. */
  coupon: boolean;
  /** Whether the address is saved to the account. */
  saveInfo: boolean;
  /** Pause before the order, ms. */
  pause: number;
  /** Whether the parcel comes back, if it is handed over. */
  comesBack: boolean;
  /** Whether the order is sent twice at the same moment. */
  twice: boolean;
  /** Time after which the buyer aborts the first try, ms. */
  leaves?: number;
};

export type PlannedFault = {
  what: 'kill sqld' | 'kill workerd' | 'stop sqld';
  /** The number of started orders after which the fault is due. */
  after: number;
  /** A further pause, ms. */
  delay: number;
  /** Time until sqld is restarted or resumed, ms. */
  lasts: number;
};

export type Plan = { stock: Record<string, number>; orders: PlannedOrder[]; faults: PlannedFault[] };

/** The number of orders, and of accounts that place cash orders. */
export type Size = { cash: number; cashBuyers: number; online: number };

const kills = 10;
/** Longer than the Worker waits for its database, and than a client waits for the Worker twice. */
const stopLasts = 15_000;
const endings: readonly Ending[] = [
  'pays and comes back',
  'pays and comes back',
  'pays and goes away',
  'gives it up',
  'leaves it',
];

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

function planOrder(random: Random, products: readonly string[]) {
  const chosen = random.shuffled(products).slice(0, random.between(2, 4));
  return {
    items: Object.fromEntries(chosen.map((id) => [id, random.between(1, 3)])),
    saveInfo: random.chance(0.3),
    pause: random.between(0, 400),
    comesBack: random.chance(0.4),
    twice: random.chance(0.1),
    ...(random.chance(0.1) && { leaves: random.between(5, 80) }),
  };
}

/**
 * Three products run out and the code is used up, but only by cash orders, of which none is cancelled, so that a
 * refusal stays valid. Online orders are for products with enough stock, one order an account, so that none may be
 * refused.
 * @param size with fewer than a third as many buyers as cash orders, some buyers exceed their limit
 */
export function planRun(random: Random, size: Size, products: readonly string[]): Plan {
  const scarce = new Set(random.shuffled(products).slice(0, 3));
  const plenty = products.filter((id) => !scarce.has(id));
  const cash = Array.from({ length: size.cash }, (_, n): PlannedOrder => {
    const buyer = n % size.cashBuyers;
    return { buyer, method: 'cod', coupon: random.chance(0.25), ...planOrder(random, products) };
  });
  const online = Array.from({ length: size.online }, (_, n): PlannedOrder => {
    const method = n % 2 ? 'stripe' : 'razorpay';
    const ending = endings[random.between(0, endings.length - 1)];
    return { buyer: size.cashBuyers + n, method, ending, coupon: false, ...planOrder(random, plenty) };
  });
  return {
    stock: Object.fromEntries(
      products.map((id) => [id, scarce.has(id) ? random.between(15, 30) : random.between(100, 150)]),
    ),
    orders: random.shuffled([...cash, ...online]),
    faults: planFaults(random, size.cash + size.online),
  };
}
