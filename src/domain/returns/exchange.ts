/** Exchanges: a returned piece for another size or shade of its product (docs/behaviour.md, "Exchanges"). Amounts are paise. */
import { type Listed, priceAt } from '#domain/pricing/sale.ts';
import type { Paise } from '#lib/money.ts';

/** A size or shade as it is sold. @property label its name in the product, such as `50 ml` */
export type SoldVariant = Listed & { _id: string; label: string; stock: number };

/** What a line can be exchanged for. @property difference what it costs more (or less, below 0) than the returned one, each */
export type ExchangeChoice = { _id: string; label: string; stock: number; difference: Paise };

/**
 * The choices for a line: the other variants of its product. The difference is that of today's prices, so that a shopper
 * neither loses nor wins by a sale. One that is no longer sold is compared with what it cost in the order.
 * @param line as ordered; `listed` as it is sold now, null if it is not @param now UTC ms
 */
export function exchangeChoices(
  line: { productId: string; price: Paise; listed: Listed | null },
  variants: readonly SoldVariant[],
  now: number,
): ExchangeChoice[] {
  const from = line.listed ? priceAt(line.listed, now) : line.price;
  return (
    variants
      .filter(({ _id }) => _id !== line.productId)
      .map(({ _id, label, stock, price, sales }) => ({
        _id,
        label,
        stock,
        difference: priceAt({ price, sales }, now) - from,
      }))
      // What costs that much less than today may have cost less than that in the order.
      .filter(({ difference }) => line.price + difference > 0)
  );
}

/**
 * The same item again, for a fault of the shop: what it costs today does not matter.
 * @returns undefined if it is no longer sold
 */
export function replacementOf(
  { productId }: { productId: string },
  variants: readonly SoldVariant[],
): ExchangeChoice | undefined {
  const same = variants.find(({ _id }) => _id === productId);
  return same && { _id: same._id, label: sameItem, stock: same.stock, difference: 0 };
}

/** What a replacement is called beside the names of sizes and shades. */
export const sameItem = 'the same product';

/** Why a choice is not possible: nothing of it is left, or it costs more. A parcel cannot collect a difference. */
export const exchangeProblem = (
  choice: ExchangeChoice | undefined,
  quantity: number,
): 'not_sold' | 'sold_out' | 'costs_more' | undefined => {
  if (!choice) return 'not_sold';
  if (choice.difference > 0) return 'costs_more';
  return choice.stock < quantity ? 'sold_out' : undefined;
};

/**
 * What the exchanged pieces cost in the new order. They keep the share of the price that was paid for the returned ones, so
 * that a discount goes along.
 * @property price each @property total what is paid for all of them @property discount of the line
 */
export type ExchangedLine = { price: Paise; quantity: number; discount: Paise; total: Paise };

/** @param value what the returned pieces are worth together @param difference at most 0 */
export function exchangedLine(
  returned: { price: Paise; quantity: number; value: Paise },
  difference: Paise,
): ExchangedLine {
  const { quantity, value } = returned;
  const price = returned.price + difference;
  const total = Math.round((value * price) / returned.price);
  return { price, quantity, discount: price * quantity - total, total };
}
