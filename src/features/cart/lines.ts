/**
 * The lines of the cart as its page shows them. Not in cart.ts, which every page loads.
 */
import type { Paise } from '#lib/money.ts';
import type { Cart } from './cart.ts';

/** Today's price and stock of a product. */
export type Offer = { price: Paise; stock: number; retired: boolean };

/** A line as the cart page shows it. */
export type CartLine = {
  id: string;
  quantity: number;
  /** Only `ok` counts; the others stay visible, are not in the total and block the checkout. */
  state: 'ok' | 'over-stock' | 'sold-out' | 'retired';
  /** Pieces left. */
  stock: number;
  /** paise, for the whole line; 0 unless `ok` */
  total: Paise;
};

/** Lines with their state, in the order in which they were added. */
export function cartLines(cart: Cart, offers: Readonly<Record<string, Offer | undefined>>): CartLine[] {
  return Object.entries(cart)
    .filter(([, quantity]) => quantity > 0)
    .map(([id, quantity]) => {
      const offer = offers[id];
      const stock = offer?.stock ?? 0;
      const state =
        !offer || offer.retired ? 'retired' : stock < 1 ? 'sold-out' : quantity > stock ? 'over-stock' : 'ok';
      return { id, quantity, state, stock, total: state === 'ok' && offer ? offer.price * quantity : 0 };
    });
}

/** The total of the lines that can be bought, paise. */
export const cartTotal = (lines: readonly CartLine[]): Paise =>
  lines.reduce((sum, line) => sum + line.total, 0);
