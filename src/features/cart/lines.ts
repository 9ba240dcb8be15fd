/**
 * The cart's lines as its page shows them. Apart from the cart's other rules, since every page brings
 * those along.
 */
import type { Paise } from '#lib/money.ts';
import type { Cart } from './cart.ts';

/** What is known of a product now; `undefined` when it is not sold (any more). */
export type Offer = { price: Paise; stock: number; retired: boolean };

/** A line as the cart page shows it. */
export type CartLine = {
  id: string;
  quantity: number;
  /** `ok` counts; the others stay visible, are left out of the total and block checkout. */
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

/** What the lines that can be bought cost together, in paise. */
export const cartTotal = (lines: readonly CartLine[]): Paise =>
  lines.reduce((sum, line) => sum + line.total, 0);
