/**
 * The lines of the cart as its page shows them. Not in cart.ts, which every page loads.
 */
import type { Paise } from '#lib/money.ts';
import type { Cart } from './cart.ts';

/** Today's price, MRP and stock of a product. @property paused why it is not sold at the moment, or null */
export type Offer = { price: Paise; mrp: Paise; stock: number; paused: string | null; retired: boolean };

/** A line as the cart page shows it. */
export type CartLine = {
  id: string;
  quantity: number;
  /** Only `ok` counts; the others stay visible, are not in the total and block the checkout. */
  state: 'ok' | 'over-stock' | 'sold-out' | 'paused' | 'retired';
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
      const state = lineState(offer, quantity);
      return { id, quantity, state, stock, total: state === 'ok' && offer ? offer.price * quantity : 0 };
    });
}

function lineState(offer: Offer | undefined, quantity: number): CartLine['state'] {
  if (!offer || offer.retired) return 'retired';
  if (offer.paused !== null) return 'paused';
  if (offer.stock < 1) return 'sold-out';
  return quantity > offer.stock ? 'over-stock' : 'ok';
}

/** How much less than their MRP the lines that can be bought cost, paise. */
export const savedOnMrp = (
  lines: readonly CartLine[],
  offers: Readonly<Record<string, Offer | undefined>>,
): Paise =>
  lines.reduce((sum, { id, quantity, state }) => {
    const offer = offers[id];
    return state === 'ok' && offer ? sum + Math.max(0, offer.mrp - offer.price) * quantity : sum;
  }, 0);

/** The total of the lines that can be bought, paise. */
export const cartTotal = (lines: readonly CartLine[]): Paise =>
  lines.reduce((sum, line) => sum + line.total, 0);
