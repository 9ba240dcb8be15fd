/**
 * The rules of the cart (docs/behaviour.md, "Cart rules"), used by the browser and the Worker.
 */

/** Product id to quantity: whole, from 1 to {@link maxPerLine}. */
export type Cart = Readonly<Record<string, number>>;

/** Largest quantity of a line (docs/behaviour.md, "Cart rules"). */
export const maxPerLine = 100;

/** The limits of the stepper on the product page (docs/behaviour.md, "Product page"). */
export const stepper = { min: 1, max: 10 } as const;

/**
 * Parses a quantity.
 * @returns a whole number, at most 100, where 0 or less means "remove"; undefined if the value is not a number
 */
export function cleanQuantity(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || Number.isNaN(number)) return undefined;
  return Math.min(maxPerLine, Math.trunc(number));
}

/** The cart with a line of this quantity. */
export const withLine = (cart: Cart, id: string, quantity: number): Cart => ({ ...cart, [id]: quantity });

/** The cart without a line. */
export function remove(cart: Cart, id: string): Cart {
  const { [id]: _, ...rest } = cart;
  return rest;
}

/** Adds at least 1; the line never passes 100. A non-numeric amount changes nothing. */
export function add(cart: Cart, id: string, amount: unknown = 1): Cart {
  const more = cleanQuantity(amount);
  if (more === undefined) return cart;
  return withLine(cart, id, Math.min(maxPerLine, (cart[id] ?? 0) + Math.max(1, more)));
}

/** Sets a line; below 1 removes it. A non-numeric quantity changes nothing. */
export function setQuantity(cart: Cart, id: string, value: unknown): Cart {
  const quantity = cleanQuantity(value);
  if (quantity === undefined) return cart;
  return quantity < 1 ? remove(cart, id) : withLine(cart, id, quantity);
}

/**
 * How many pieces of a product can still be added.
 * @param stock pieces left; endless while it is not known
 */
export const roomFor = (cart: Cart, id: string, stock = Number.POSITIVE_INFINITY): number =>
  Math.max(0, Math.min(maxPerLine, stock) - (cart[id] ?? 0));

/** The label of a button that adds a product, when no more can be added: `All 3 in your cart`. */
export const fullLabel = (stock: number): string =>
  stock <= maxPerLine ? `All ${stock} in your cart` : `${maxPerLine} in your cart`;

/** Why no more can be added. */
export const fullReason = (stock = Number.POSITIVE_INFINITY): string =>
  stock <= maxPerLine
    ? `Only ${stock} left, and all of them are in your cart.`
    : `A cart holds at most ${maxPerLine} of a product.`;

/** Number of pieces in the cart, for the badge. Non-positive quantities do not count. */
export const pieces = (cart: Cart): number =>
  Object.values(cart).reduce((sum, quantity) => sum + Math.max(0, quantity), 0);

/** Parses a stored cart. Lines that are not valid are dropped. */
export function parseCart(value: unknown): Cart {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.entries(value).reduce<Cart>((cart, [id, quantity]) => setQuantity(cart, id, quantity), {});
}
