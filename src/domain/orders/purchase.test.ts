/**
 * A purchase over all its exchanges, as a property: after any sequence of cancellations, returns and exchanges the shopper has
 * paid what is kept, with what it is entitled to, and never gets back more than was paid.
 */

import { spreadAmount } from 'gst/amount';
import { expect, test } from 'vitest';
import { type ExchangedLine, exchangedLine } from '#domain/returns/exchange.ts';
import type { Fault } from '#domain/returns/return.ts';
import type { Paise } from '#lib/money.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import {
  type Debit,
  type GivenBack,
  type Reduction,
  type ReductionKind,
  type Remainder,
  reduceOrder,
  remainderOf,
  totalOf,
  type Wanted,
} from './reductions.ts';

type Line = { position: number; price: Paise; quantity: number; discount: Paise };
type Order = {
  id: string;
  lines: Line[];
  delivery: Paise;
  given: (Reduction & { kind: ReductionKind })[];
  debits: Debit[];
  isInvoiced: boolean;
  isCancelled: boolean;
};

/** A purchase with a code, whose orders change as the shop changes them. */
class Purchase {
  orders: Order[] = [];
  minimum: Paise | null;
  paid: Paise;
  back: Paise = 0;

  constructor(lines: readonly Omit<Line, 'position' | 'discount'>[], percent: number, minimum: Paise | null) {
    const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    const shares = spreadAmount(
      Math.floor((subtotal * percent) / 100),
      lines.map(({ price, quantity }) => price * quantity),
    );
    this.minimum = minimum;
    this.orders.push(
      this.order(
        lines.map((line, position) => ({ ...line, position, discount: shares[position] ?? 0 })),
        4900,
      ),
    );
    this.paid = totalOf(this.left(0));
  }

  order(lines: Line[], delivery: Paise): Order {
    const id = `o${this.orders.length}`;
    return { id, lines, delivery, given: [], debits: [], isInvoiced: false, isCancelled: false };
  }

  own(n: number): Remainder {
    const { delivery, lines, given, debits } = this.orders[n] as Order;
    return remainderOf(delivery, lines, given, this.minimum, debits);
  }

  left(n: number): Remainder {
    const elsewhere = this.orders.flatMap(({ id, isCancelled }, other) =>
      other === n || isCancelled
        ? []
        : this.own(other)
            .lines.filter(({ quantity }) => quantity > 0)
            .map((line) => ({ ...line, orderId: id })),
    );
    return { ...this.own(n), elsewhere };
  }

  /** What is kept of all orders: its price, its value, and the deliveries. */
  kept() {
    const all = this.orders.flatMap(({ isCancelled }, n) => (isCancelled ? [] : [this.own(n)]));
    const lines = all.flatMap((one) => one.lines);
    return {
      price: lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
      value: all.reduce((sum, one) => sum + totalOf(one), 0),
      delivery: all.reduce((sum, one) => sum + one.delivery, 0),
    };
  }

  give(n: number, wanted: Wanted, exchange?: (reduction: Reduction) => ExchangedLine | undefined) {
    const result = reduceOrder(this.left(n), wanted, exchange);
    if (!result.ok) return undefined;
    this.apply(n, result);
    return result;
  }

  apply(n: number, { reductions, debits, exchanged, amount, minimum }: GivenBack) {
    const order = this.orders[n] as Order;
    order.given.push(...reductions.map((one) => ({ ...one, kind: 'returned' as const })));
    for (const { orderId = order.id, position, amount } of debits) {
      const one = this.orders.find(({ id }) => id === orderId) as Order;
      const line = one.lines.find((of) => of.position === position) as Line;
      // Before its invoice the line is changed itself.
      if (one.isInvoiced) one.debits.push({ position, amount });
      else line.discount -= amount;
    }
    this.minimum = minimum;
    this.back += amount - exchanged.reduce((sum, { line }) => sum + line.total, 0);
    if (exchanged.length)
      this.orders.push(
        this.order(
          exchanged.map(({ line: { price, quantity, discount } }, position) => ({
            price,
            quantity,
            discount,
            position,
          })),
          0,
        ),
      );
  }
}

const faults: readonly Fault[] = ['shop', 'shopper'];

test.each(Array.from({ length: 400 }, (_, seed) => seed))(
  'purchase %i holds over all its exchanges',
  (seed) => {
    const dice = randomFrom(seed);
    const pick = (most: number) => dice.between(0, most);
    const percent = [0, 10, 15, 50, 90][pick(4)] ?? 0;
    const purchase = new Purchase(
      Array.from({ length: 1 + pick(3) }, () => ({ price: 9900 + pick(700) * 100, quantity: 1 + pick(2) })),
      percent,
      percent ? ([0, 99_900, 150_000][pick(2)] ?? 0) : null,
    );
    for (let step = 0; step < 8; step += 1) {
      const n = pick(purchase.orders.length - 1);
      const order = purchase.orders[n] as Order;
      const left = purchase.left(n);
      const units = left.lines.filter(({ quantity }) => quantity > 0);
      if (order.isCancelled || !units.length) continue;
      const before = { back: purchase.back, value: purchase.kept().value };
      const fault = faults[pick(1)] ?? 'shopper';
      if (n > 0 && !order.isInvoiced && dice.chance(0.4)) {
        // An exchange is cancelled before it is sent.
        const result = reduceOrder(left, { everything: true, fault });
        if (!result.ok) continue;
        purchase.apply(n, result);
        order.isCancelled = true;
      } else {
        order.isInvoiced = true;
        const chosen = units
          .map(({ position, quantity }) => ({ position, quantity: pick(quantity), fault }))
          .filter(({ quantity }) => quantity > 0);
        if (!chosen.length) continue;
        const isExchange = dice.chance(0.4);
        const cheaper = dice.chance(0.5);
        const value = reduceOrder({ ...left, minimum: null }, { lines: chosen });
        const result = purchase.give(n, { lines: chosen }, ({ position, quantity, amount }) => {
          const price = left.lines.find((line) => line.position === position)?.price ?? 0;
          const difference = cheaper ? -Math.min(price - 100, pick(400) * 100) : 0;
          return isExchange ? exchangedLine({ price, quantity, value: amount }, difference) : undefined;
        });
        // The shop's fault gives back exactly what was invoiced, and no code is taken back.
        if (fault === 'shop' && value.ok && result) {
          expect(result.amount).toBe(value.amount);
          expect(result.debits).toEqual([]);
        }
        if (result) for (const { amount } of result.reductions) expect(amount).toBeGreaterThanOrEqual(0);
      }
      const kept = purchase.kept();
      const gone = purchase.back - before.back;
      expect(gone).toBeGreaterThanOrEqual(0);
      // What was paid and did not go back is exactly what the orders say.
      expect(purchase.paid - purchase.back).toBe(kept.value);
      // Never more than was paid.
      expect(purchase.back).toBeLessThanOrEqual(purchase.paid);
      // Below the code's smallest subtotal money goes back only for what is kept at its price.
      if (gone && fault === 'shopper' && purchase.minimum !== null && kept.price < purchase.minimum)
        expect(purchase.paid - purchase.back).toBeGreaterThanOrEqual(kept.price + kept.delivery);
    }
  },
);

test('one of two is exchanged, the other comes back: the code is taken back over both orders', () => {
  const purchase = new Purchase(
    [
      { price: 59_900, quantity: 1 },
      { price: 54_900, quantity: 1 },
    ],
    15,
    99_900,
  );
  purchase.give(0, { lines: [{ position: 0, quantity: 1 }] }, ({ quantity, amount }) =>
    exchangedLine({ price: 59_900, quantity, value: amount }, 0),
  );
  const back = purchase.give(0, { lines: [{ position: 1, quantity: 1 }] });
  // ₹466.65 is credited, and what is kept costs ₹599 without the code.
  expect(back).toMatchObject({
    reductions: [{ amount: 46_665 }],
    debits: [{ orderId: 'o1', position: 0, amount: 8985 }],
    amount: 37_680,
  });
});

test('half off two: none of them is kept free after an exchange', () => {
  const purchase = new Purchase(
    [
      { price: 69_900, quantity: 1 },
      { price: 69_900, quantity: 1 },
    ],
    50,
    99_900,
  );
  purchase.give(0, { lines: [{ position: 0, quantity: 1 }] }, ({ quantity, amount }) =>
    exchangedLine({ price: 69_900, quantity, value: amount }, 0),
  );
  expect(purchase.give(0, { lines: [{ position: 1, quantity: 1 }] })?.amount).toBe(0);
  expect(purchase.paid - purchase.back).toBe(69_900 + 4900);
});
