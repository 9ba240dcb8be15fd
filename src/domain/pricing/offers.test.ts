/** What codes do for an order, as properties of random shops, orders and codes (docs/behaviour.md, "Discount codes"). */
import { describe, expect, test } from 'vitest';
import { type Random, randomFrom } from '../../../tests/support/random.ts';
import { type Coupon, smallestTotal } from './coupon.ts';
import {
  offeredCodes,
  offeredKit,
  offerNearPrice,
  offerText,
  paidOnline,
  percentOff,
  type SoldKit,
  withCode,
  withKit,
} from './offers.ts';
import { type Quote, quote } from './quote.ts';

const now = 1_790_000_000_000;
const codeWith = (given: Partial<Coupon>): Coupon => ({
  code: 'SAMPLE15',
  percent: 15,
  minSubtotal: 0,
  email: null,
  validUntil: now + 1,
  maxUses: null,
  maxUsesPerCustomer: null,
  countedAs: null,
  uses: 0,
  ...given,
});

/** Small and usual amounts, so that the edges of a rupee and of free delivery are met often. */
const amount = (random: Random) => random.between(0, [120, 1_000, 200_000][random.between(0, 2)] as number);
const randomStore = (random: Random) => ({
  delivery: { fee: random.chance(0.3) ? 0 : amount(random), freeFrom: amount(random), promise: '' },
});
const randomCode = (random: Random, n = 0): Coupon =>
  codeWith({
    code: `CODE-${n}`,
    percent: random.between(1, 100),
    minSubtotal: random.chance(0.3) ? 0 : amount(random),
    uses: random.between(0, 1),
    maxUses: random.chance(0.2) ? 1 : null,
    validUntil: random.chance(0.1) ? now : now + 1,
    email: random.chance(0.1) ? 'asha@example.in' : null,
  });
const order = (subtotal: number) => ({ subtotal, email: undefined, now });
const plain = (store: ReturnType<typeof randomStore>, subtotal: number) =>
  quote(store, [{ price: subtotal, quantity: 1 }]);

function forMany(times: number, check: (random: Random) => void): void {
  for (let seed = 1; seed <= times; seed++) check(randomFrom(seed));
}

describe('a code', () => {
  test('never makes an order dearer, and never takes one of at least ₹1 below it', () =>
    forMany(20_000, (random) => {
      const [store, subtotal] = [randomStore(random), amount(random)];
      const without = plain(store, subtotal);
      const { quote, problem } = withCode(store, randomCode(random), order(subtotal));
      expect(quote.total).toBe(quote.subtotal - quote.discount + quote.delivery);
      if (problem) expect(quote).toEqual(without);
      else expect(quote.total).toBeLessThan(without.total);
      expect(quote.total).toBeGreaterThanOrEqual(Math.min(smallestTotal, without.total));
    }));

  test('lowers what a larger order costs only from its own minimum, or where delivery becomes or stays free', () =>
    forMany(20_000, (random) => {
      const [store, coupon] = [randomStore(random), randomCode(random)];
      const [few, many] = [amount(random), amount(random)].toSorted((a, b) => a - b) as [number, number];
      const [less, more] = [withCode(store, coupon, order(few)), withCode(store, coupon, order(many))];
      if (more.quote.total >= less.quote.total) return;
      const isReached = few < coupon.minSubtotal && many >= coupon.minSubtotal;
      const becomesFree = more.quote.delivery < less.quote.delivery;
      // The smaller order would have lost its free delivery with the code.
      const staysFree = less.problem?.code === 'no_saving' && more.quote.delivery === 0;
      expect(isReached || becomesFree || staysFree).toBe(true);
    }));

  test('that would cost free delivery more than it saves is kept for a larger order', () => {
    const store = { delivery: { fee: 4_900, freeFrom: 49_900, promise: '' } };
    expect(percentOff(store, 50_000, 5)).toEqual(plain(store, 50_000));
    expect(withCode(store, codeWith({ percent: 5 }), order(50_000)).problem).toEqual({ code: 'no_saving' });
    expect(withCode(store, codeWith({ percent: 5 }), order(60_000)).quote.total).toBe(57_000);
  });
});

describe('paying online', () => {
  test('never makes an order dearer, never takes it below ₹1, and leaves the delivery as it was', () =>
    forMany(20_000, (random) => {
      const store = { ...randomStore(random), prepaid: { off: 100 + amount(random) } };
      const coded = withCode(store, randomCode(random), order(amount(random))).quote;
      const online = paidOnline(store, coded);
      if (!online) return;
      expect(online.total).toBe(online.subtotal - online.discount + online.delivery);
      expect(online.delivery).toBe(plain(store, coded.subtotal).delivery);
      expect(online.total).toBeLessThanOrEqual(coded.total);
      expect(online.total).toBeGreaterThanOrEqual(smallestTotal);
      expect(online.discount).toBeLessThanOrEqual(store.prepaid.off);
    }));

  test('takes nothing off where the shop gives nothing, and does not add to a code that takes off more', () => {
    const store = { delivery: { fee: 0, freeFrom: 0, promise: '' }, prepaid: { off: 3_000 } };
    const coded = (percent: number) => percentOff(store, 59_900, percent);
    expect(paidOnline({ ...store, prepaid: { off: 0 } }, coded(0))).toBeUndefined();
    expect(paidOnline(store, coded(0))).toMatchObject({ discount: 3_000, total: 56_900 });
    expect(paidOnline(store, coded(5))).toMatchObject({ discount: 3_000, total: 56_900 });
    expect(paidOnline(store, coded(6))).toBeUndefined();
  });

  test('lowers what a larger order costs only where delivery becomes free', () =>
    forMany(20_000, (random) => {
      const store = { ...randomStore(random), prepaid: { off: 100 + amount(random) } };
      // From ₹2 on a rupee can be taken off.
      const [few, many] = [200 + amount(random), 200 + amount(random)].toSorted((a, b) => a - b) as [
        number,
        number,
      ];
      const [less, more] = [few, many].map((subtotal) => {
        const full = plain(store, subtotal);
        return paidOnline(store, full) ?? full;
      }) as [Quote, Quote];
      if (more.total < less.total) expect(more.delivery).toBeLessThan(less.delivery);
    }));
});

describe('the codes that are offered', () => {
  test('save what the quote with them says, the most first; what is missing for the others is true', () =>
    forMany(5_000, (random) => {
      const [store, subtotal] = [randomStore(random), amount(random)];
      const codes = Array.from({ length: random.between(0, 6) }, (_, n) => randomCode(random, n));
      const offered = offeredCodes(store, codes, { subtotal, now });
      const saved = offered.map(({ saves }) => saves);
      expect(saved).toEqual(saved.toSorted((a, b) => b - a));
      for (const { code, saves, missing } of offered) {
        const coupon = codes.find((one) => one.code === code);
        expect(coupon?.email).toBe(null);
        const total = (of: number) => withCode(store, coupon, order(of)).quote.total;
        expect(saves).toBe(plain(store, subtotal).total - total(subtotal));
        expect(saves > 0).toBe(missing === 0);
        if (!missing) continue;
        expect(missing).toBeLessThanOrEqual(subtotal);
        expect(total(subtotal + missing)).toBeLessThan(plain(store, subtotal + missing).total);
        // With a paisa less it does not apply yet.
        expect(withCode(store, coupon, order(subtotal + missing - 1)).problem?.code).toBe('below_minimum');
      }
      const best = codes.map(
        (one) => plain(store, subtotal).total - withCode(store, one, order(subtotal)).quote.total,
      );
      expect(saved[0] ?? 0).toBe(Math.max(0, ...best));
    }));

  test('say it in a line', () => {
    const store = { delivery: { fee: 0, freeFrom: 0, promise: '' } };
    const said = (coupon: Coupon, subtotal: number) =>
      offeredCodes(store, [coupon], { subtotal, now }).flatMap((one) => [
        offerText(one),
        offerNearPrice(one),
      ]);
    const sample = codeWith({ minSubtotal: 99_900 });
    expect(said(sample, 119_800)).toEqual(['15% from ₹999.00, you save ₹179.70.', '15% off with SAMPLE15']);
    expect(said(sample, 59_900)).toEqual([
      'Add ₹400.00 more for 15% off.',
      '15% off from ₹999.00 with SAMPLE15',
    ]);
    expect(said(codeWith({}), 59_900)[0]).toBe('15% off, you save ₹89.85.');
    expect(said(sample, 49_900)).toEqual([]);
  });
});

type Line = { id: string; price: number; quantity: number };

describe('a kit instead of its parts', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const randomLines = (random: Random) =>
    ids
      .filter(() => random.chance(0.8))
      .map((id) => ({ id, price: 100 + amount(random), quantity: random.between(1, 4) }));
  const randomKit = (random: Random, n: number): SoldKit => ({
    id: `kit-${n}`,
    name: `Kit ${n}`,
    price: 100 + amount(random),
    parts: Array.from({ length: random.between(2, 4) }, () => ids[random.between(0, 3)] as string),
  });
  const paid = (store: ReturnType<typeof randomStore>, coupon: Coupon | undefined, lines: Line[]) => {
    const { subtotal } = quote(store, lines);
    return coupon ? withCode(store, coupon, order(subtotal)).quote.total : plain(store, subtotal).total;
  };
  const piecesOf = (lines: Line[], kits: SoldKit[]) =>
    lines
      .flatMap(({ id, quantity }) => {
        const pieces = kits.find((kit) => kit.id === id)?.parts ?? [id];
        return Array.from({ length: quantity }, () => pieces).flat();
      })
      .toSorted();

  test('saves what it says, with the code and without one, leaves the same pieces, and is the one that saves most', () => {
    let offers = 0;
    forMany(20_000, (random) => {
      const [store, lines] = [randomStore(random), randomLines(random)];
      const given = random.chance(0.5) ? randomCode(random) : undefined;
      const coupon =
        given && !withCode(store, given, order(quote(store, lines).subtotal)).problem ? given : undefined;
      const kits = Array.from({ length: random.between(0, 3) }, (_, n) => randomKit(random, n));
      const offered = offeredKit(store, coupon, lines, kits, { email: undefined, now });
      const saved = (kit: SoldKit, quantity: number, code: Coupon | undefined) =>
        paid(store, code, lines) - paid(store, code, withKit(lines, kit, quantity));
      if (!offered) return;
      offers += 1;
      expect(offered.quantity).toBeGreaterThan(0);
      const then = withKit(lines, offered, offered.quantity);
      expect(piecesOf(then, kits)).toEqual(piecesOf(lines, kits));
      expect(then.every(({ quantity }) => quantity > 0)).toBe(true);
      expect(saved(offered, offered.quantity, coupon)).toBe(offered.saves);
      expect(offered.saves).toBeGreaterThan(0);
      expect(saved(offered, offered.quantity, undefined)).toBeGreaterThan(0);
      const alone = kits.flatMap(
        (kit) => offeredKit(store, coupon, lines, [kit], { email: undefined, now }) ?? [],
      );
      expect(offered.saves).toBe(Math.max(...alone.map(({ saves }) => saves)));
    });
    expect(offers).toBeGreaterThan(1_000);
  });

  test.for([
    ['a part is missing', [{ id: 'a', price: 50_000, quantity: 1 }], 60_000],
    [
      'a part is there once and needed twice',
      [
        { id: 'a', price: 50_000, quantity: 1 },
        { id: 'b', price: 1, quantity: 9 },
      ],
      100,
    ],
    [
      'it costs the same',
      [
        { id: 'a', price: 50_000, quantity: 2 },
        { id: 'b', price: 20_000, quantity: 1 },
      ],
      120_000,
    ],
    [
      'the delivery would cost more than it saves',
      [
        { id: 'a', price: 50_000, quantity: 2 },
        { id: 'b', price: 20_000, quantity: 1 },
      ],
      119_000,
    ],
  ] as [string, Line[], number][])('is not offered where %s', ([, lines, price]) => {
    const store = { delivery: { fee: 4_900, freeFrom: 120_000, promise: '' } };
    const kit = { id: 'kit', name: 'Kit', price, parts: ['a', 'a', 'b'] };
    expect(offeredKit(store, undefined, lines, [kit], { email: undefined, now })).toBeUndefined();
  });

  test('is not offered where the code of the order would be lost', () => {
    const store = { delivery: { fee: 0, freeFrom: 0, promise: '' } };
    const lines = ['a', 'b'].map((id) => ({ id, price: 52_500, quantity: 1 }));
    const kit = { id: 'kit', name: 'Kit', price: 95_000, parts: ['a', 'b'] };
    const code = codeWith({ minSubtotal: 100_000 });
    const offered = (coupon: Coupon | undefined) =>
      offeredKit(store, coupon, lines, [kit], { email: undefined, now });
    expect([offered(code), offered(undefined)?.saves]).toEqual([undefined, 10_000]);
  });

  test('replaces as many as its parts make, up to the 100 of a line', () => {
    const store = { delivery: { fee: 0, freeFrom: 0, promise: '' } };
    const kit = { id: 'kit', name: 'Kit', price: 1_000, parts: ['a', 'a', 'b'] };
    const quantityWith = (a: number, b: number, already = 0) =>
      offeredKit(
        store,
        undefined,
        [
          { id: 'a', price: 1_000, quantity: a },
          { id: 'b', price: 1_000, quantity: b },
          ...(already ? [{ id: 'kit', price: 1_000, quantity: already }] : []),
        ],
        [kit],
        { email: undefined, now },
      )?.quantity;
    expect([quantityWith(4, 3), quantityWith(5, 9), quantityWith(6, 9, 98), quantityWith(6, 9, 100)]).toEqual(
      [2, 2, 2, undefined],
    );
  });
});
