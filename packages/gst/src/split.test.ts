import { expect, test } from 'vitest';
import { spreadAmount } from './amount.ts';
import { grossOf, includedTax, noTax, type Supply, splitGross, type Tax, taxOf, taxOrder } from './split.ts';
import { randomFrom } from './testing/random.ts';

const rates = [0, 500, 1200, 1800, 2800];
const supplies: Supply[] = ['intra', 'inter'];

/** Whether a row adds up, has no negative part, and prints a tax within one paisa of rate × taxable value. */
function isRight(tax: Tax, gross: number, rate: number, supply: Supply): boolean {
  const { taxable, cgst, sgst, igst } = tax;
  const near = (part: number, of: number) => Math.abs(part * 10_000 - taxable * of) <= 10_000;
  return (
    grossOf(tax) === gross &&
    [taxable, cgst, sgst, igst].every((part) => part >= 0 && Number.isSafeInteger(part)) &&
    (supply === 'inter'
      ? near(igst, rate) && cgst + sgst === 0
      : near(cgst, rate / 2) && cgst === sgst && igst === 0)
  );
}

test('₹599 at 18%: the same in halves and in one', () => {
  expect(splitGross(59_900, 1800, 'intra')).toEqual({ taxable: 50_762, cgst: 4569, sgst: 4569, igst: 0 });
  expect(splitGross(59_900, 1800, 'inter')).toEqual({ taxable: 50_763, cgst: 0, sgst: 0, igst: 9137 });
});

test('a million prices add up, at every rate and place', { timeout: 60_000 }, () => {
  const wrong: unknown[] = [];
  for (let price = 1; price <= 1_000_000; price += 1) {
    const rate = rates[price % rates.length] ?? 0;
    for (const supply of supplies)
      if (!isRight(splitGross(price, rate, supply), price, rate, supply)) wrong.push([price, rate, supply]);
  }
  expect(wrong).toEqual([]);
});

test('a hundred thousand orders with discounts and fees add up', { timeout: 60_000 }, () => {
  const roll = randomFrom(23);
  const wrong: unknown[] = [];
  for (let order = 0; order < 100_000; order += 1) {
    const supply = supplies[order % 2] as Supply;
    const bare = Array.from({ length: 1 + roll(5) }, () => ({
      price: 1 + roll(150_000),
      quantity: 1 + roll(10),
      rate: rates[roll(rates.length)] ?? 0,
    }));
    const values = bare.map(({ price, quantity }) => price * quantity);
    const subtotal = values.reduce((sum, value) => sum + value, 0);
    const discounts = spreadAmount(roll(3) ? 0 : roll(subtotal + 1), values);
    const lines = bare.map((line, n) => ({ ...line, discount: discounts[n] ?? 0 }));
    const fee = roll(2) ? 0 : 1 + roll(20_000);
    const taxed = taxOrder(lines, fee, supply);
    const gross = subtotal - discounts.reduce((sum, one) => sum + one, 0) + fee;
    if (grossOf(taxed.total) !== gross) wrong.push(['total', order]);
    if (taxed.delivery.reduce((sum, { tax }) => sum + grossOf(tax), 0) !== fee) wrong.push(['fee', order]);
    for (const { rate, tax } of taxed.delivery)
      if (!isRight(tax, grossOf(tax), rate, supply)) wrong.push(['fee at a rate', order]);
    for (const [n, line] of lines.entries()) {
      const row = taxed.lines[n] ?? noTax;
      const value = line.price * line.quantity - line.discount;
      if (!isRight(row, value, line.rate, supply)) wrong.push(['line', order, n]);
    }
  }
  expect(wrong).toEqual([]);
});

test('delivery is spread over the rates by value, also when discounts leave no value', () => {
  const line = (price: number, rate: number, discount = 0) => ({ price, quantity: 1, rate, discount });
  const fees = (lines: Parameters<typeof taxOrder>[0]) =>
    taxOrder(lines, 5000, 'inter').delivery.map(({ rate, tax }) => [rate, grossOf(tax)]);
  expect(fees([line(30_000, 1800), line(10_000, 500)])).toEqual([
    [500, 1250],
    [1800, 3750],
  ]);
  expect(fees([line(30_000, 1800), line(30_000, 1800)])).toEqual([[1800, 5000]]);
  expect(fees([line(100, 1800, 100), line(100, 500, 100)])).toEqual([
    [500, 2500],
    [1800, 2500],
  ]);
});

test('the tax within a total is exact where the place of supply is known, or does not matter', () => {
  const lines = [{ price: 59_900, quantity: 1, discount: 0, rate: 1800 }];
  expect(includedTax(lines, 4900, 'intra')).toEqual({
    amount: taxOf(taxOrder(lines, 4900, 'intra').total),
    exact: true,
  });
  expect(includedTax(lines, 0, undefined)).toEqual({ amount: 9137, exact: false });
  expect(includedTax([{ price: 118, quantity: 1, discount: 0, rate: 1800 }], 0, undefined)).toEqual({
    amount: 18,
    exact: true,
  });
});
