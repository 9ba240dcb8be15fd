/**
 * The cart in the browser. Every change is stored locally first, and stays even if the server refuses it
 * (docs/behaviour.md, "Cart sync"). Changes that the server has not accepted yet are stored beside it; cart.api.ts
 * sends them.
 */

import { atom, computed } from 'nanostores';
import { add, type Cart, parseCart, pieces, roomFor, setQuantity } from '#domain/cart/cart.ts';
import { storedAtom } from '#lib/stored-atom.store.ts';
import { $token } from '#lib/token.store.ts';

type ByOwner<T> = Readonly<Record<string, T>>;

/** The owner of the cart of a shopper who is not signed in; else the owner is the account's token. */
export const guest = 'guest';

const stored = <T>(name: string, read: (value: unknown) => T) =>
  storedAtom<ByOwner<T>>(
    name,
    {},
    {
      encode: JSON.stringify,
      decode: (text) => {
        try {
          const value = JSON.parse(text) as Record<string, unknown>;
          return Object.fromEntries(
            Object.entries(value ?? {}).map(([owner, value]) => [owner, read(value)]),
          );
        } catch {
          // Written by another version or another program: better an empty cart than a broken page.
          return {};
        }
      },
    },
  );

/** Carts by owner: token or `guest` (docs/behaviour.md, "Cart sync"). */
export const $userCarts = stored<Cart>('userCarts', parseCart);

/** Changes that the server's copy still lacks: quantity by product, 0 for a removed line. */
export type Unsent = {
  lines: Readonly<Record<string, number>>;
  /** A guest's cart waits to be merged: `wanted` until the server's copy is known, then `sent`. */
  joining?: 'wanted' | 'sent';
};

const parseUnsent = (value: unknown): Unsent => {
  const { lines, joining } = (value ?? {}) as Partial<Unsent>;
  return { lines: { ...lines }, ...(joining && { joining }) };
};

export const $unsent = stored<Unsent>('cartUnsent', parseUnsent);

/** Whose cart is shown. */
export const $owner = computed($token, (token) => token || guest);
export const $cart = computed([$userCarts, $owner], (carts, owner): Cart => carts[owner] ?? {});
/** Pieces, for the badge. */
export const $pieces = computed($cart, pieces);

/** Stock of this page's products, as far as it is known; 0 for a product that is no longer sold. */
export const $stock = atom<Readonly<Record<string, number>>>({});
export const setStock = (known: Readonly<Record<string, number>>): void =>
  $stock.set({ ...$stock.get(), ...known });

/** How many pieces of a product can still be added. */
export const roomOf = (id: string): number => roomFor($cart.get(), id, $stock.get()[id]);

/** The map without this owner. */
export const omit = <T>(map: ByOwner<T>, owner: string): ByOwner<T> => {
  const { [owner]: _, ...rest } = map;
  return rest;
};

export const setCart = (owner: string, cart: Cart): void =>
  $userCarts.set({ ...$userCarts.get(), [owner]: cart });
export const setUnsent = (owner: string, unsent: Unsent): void =>
  $unsent.set(
    Object.keys(unsent.lines).length || unsent.joining
      ? { ...$unsent.get(), [owner]: unsent }
      : omit($unsent.get(), owner),
  );
export const unsentOf = (owner: string): Unsent => $unsent.get()[owner] ?? { lines: {} };

/** Applies a change here and notes, for an account, which lines have to be sent. */
function change(update: (cart: Cart) => Cart): void {
  const owner = $owner.get();
  const before = $cart.get();
  const after = update(before);
  setCart(owner, after);
  if (owner === guest) return;
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...ids].filter((id) => before[id] !== after[id]);
  if (!changed.length) return;
  const unsent = unsentOf(owner);
  setUnsent(owner, {
    ...unsent,
    lines: { ...unsent.lines, ...Object.fromEntries(changed.map((id) => [id, after[id] ?? 0])) },
  });
}

/** Adds pieces of a product: at least one, and not more than {@link roomOf}. @returns whether there was room */
export function addToCart(id: string, amount: number): boolean {
  const room = roomOf(id);
  if (room > 0) change((cart) => add(cart, id, Math.min(room, amount)));
  return room > 0;
}

/** Sets lines; below 1 removes one, a value that is not a number changes nothing. */
export const setLines = (lines: Readonly<Record<string, unknown>>): void =>
  change((cart) => Object.entries(lines).reduce((cart, [id, one]) => setQuantity(cart, id, one), cart));

export const setLine = (id: string, quantity: unknown): void => setLines({ [id]: quantity });
