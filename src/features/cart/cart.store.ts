/**
 * The cart in the browser. Every change is local first and kept, whatever the server says (docs/behaviour.md 4.3);
 * what the server has not taken yet is remembered beside it and replayed by cart.sync.
 */
import { persistentAtom } from '@nanostores/persistent';
import { computed } from 'nanostores';
import { $token } from '#lib/token.store.ts';
import { add, type Cart, merge, parseCart, pieces, remove, removeOrdered, setQuantity } from './cart.ts';

type ByOwner<T> = Readonly<Record<string, T>>;

/** Whose cart it is: an account's token, or somebody who has not signed in. */
export const guest = 'guest';

const stored = <T>(name: string, read: (value: unknown) => T) =>
  persistentAtom<ByOwner<T>>(
    name,
    {},
    {
      encode: JSON.stringify,
      decode: (text) => {
        try {
          const value = JSON.parse(text) as Record<string, unknown>;
          return Object.fromEntries(Object.entries(value ?? {}).map(([owner, of]) => [owner, read(of)]));
        } catch {
          // Another version, or another program, wrote it: better an empty cart than a broken page.
          return {};
        }
      },
    },
  );

/** A map from token to cart (docs/behaviour.md 4.3). */
export const $userCarts = stored<Cart>('userCarts', parseCart);

/** What an account's server copy still lacks: quantity by product, 0 for a removed line. */
export type Unsent = {
  lines: Readonly<Record<string, number>>;
  /** A guest's cart waits to join: `wanted` until the server's copy is known, then `sent` for. */
  joining?: 'wanted' | 'sent';
};

const parseUnsent = (value: unknown): Unsent => {
  const { lines, joining } = (value ?? {}) as Partial<Unsent>;
  return { lines: { ...lines }, ...(joining && { joining }) };
};

export const $unsent = stored<Unsent>('cartUnsent', parseUnsent);

const $owner = computed($token, (token) => token || guest);
export const $cart = computed([$userCarts, $owner], (carts, owner): Cart => carts[owner] ?? {});
/** Pieces, for the badge. */
export const $pieces = computed($cart, pieces);

const without = <T>(map: ByOwner<T>, owner: string): ByOwner<T> => {
  const { [owner]: _, ...rest } = map;
  return rest;
};

export const setCart = (owner: string, cart: Cart): void =>
  $userCarts.set({ ...$userCarts.get(), [owner]: cart });
export const setUnsent = (owner: string, unsent: Unsent): void =>
  $unsent.set(
    Object.keys(unsent.lines).length || unsent.joining
      ? { ...$unsent.get(), [owner]: unsent }
      : without($unsent.get(), owner),
  );
export const unsentOf = (owner: string): Unsent => $unsent.get()[owner] ?? { lines: {} };

/** Applies a change here and notes, for an account, which lines the server has to hear of. */
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

/** Adds pieces of a product: at least one, at most 100 in the line. */
export const addToCart = (id: string, amount: unknown = 1): void => change((cart) => add(cart, id, amount));

/** Sets a line; below 1 removes it, what is not a number changes nothing. */
export const setLine = (id: string, quantity: unknown): void =>
  change((cart) => setQuantity(cart, id, quantity));

export const removeLine = (id: string): void => change((cart) => remove(cart, id));

/**
 * An order was confirmed: its lines leave the cart. The server has taken them out of its own copy in
 * the order's batch.
 */
export function removeOrderedLines(ordered: Cart): void {
  const owner = $owner.get();
  const left = removeOrdered($cart.get(), ordered);
  setCart(owner, left);
  const unsent = unsentOf(owner);
  // What another tab changed meanwhile is still to be sent, as what is left of it.
  const open = Object.entries(unsent.lines).map(([id, quantity]) => [
    id,
    id in ordered ? (left[id] ?? 0) : quantity,
  ]);
  setUnsent(owner, { ...unsent, lines: Object.fromEntries(open) });
}

/** Signing in: the guest's lines show at once, and wait to be offered to the server's copy. */
export function joinGuestCart(token: string): void {
  const carts = $userCarts.get();
  const lines = carts[guest] ?? {};
  if (!Object.keys(lines).length) return;
  setCart(token, merge(carts[token] ?? {}, lines));
  setUnsent(token, { ...unsentOf(token), joining: 'wanted' });
}

/** Signing out: the account's cart leaves this device. */
export function forgetCart(token: string): void {
  $userCarts.set(without($userCarts.get(), token));
  $unsent.set(without($unsent.get(), token));
}

/** The token died: its cart becomes the guest's, the larger quantity of each line. */
export function leaveCartToGuest(token: string): void {
  const carts = $userCarts.get();
  $userCarts.set(without({ ...carts, [guest]: merge(carts[guest] ?? {}, carts[token] ?? {}) }, token));
  $unsent.set(without($unsent.get(), token));
}

/** The guest's cart has joined an account: it has done its duty. */
export const emptyGuestCart = (): void => $userCarts.set(without($userCarts.get(), guest));
