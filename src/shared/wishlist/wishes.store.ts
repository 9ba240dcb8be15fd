/**
 * The wish list in the browser (docs/behaviour.md, "Wish list"). Every change is made here first. Those of an account are noted
 * until wishes.api.ts has sent them.
 */
import { computed } from 'nanostores';
import { joinLists, maxWishes, parseWishes, type WishList, withoutWish } from '#domain/wishlist/wish-list.ts';
import { parseJson } from '#lib/parse-json.ts';
import { asRecord } from '#lib/record.ts';
import { storedAtom } from '#lib/stored-atom.store.ts';
import { $token } from '#lib/token.store.ts';
import { accountWishesKey, wishesKey } from '../account/device-keys.ts';

/** Products that were saved, and the ids of those that were removed; none is in both. */
export type WishChange = { save: WishList; remove: readonly string[] };

/** @property token whose it is @property unsent what the server lacks */
type AccountWishes = { token: string; wishes: WishList; unsent: WishChange };

/** Saved without an account; empty as soon as it has joined one. */
export const $deviceWishes = storedAtom<WishList>(wishesKey, [], {
  encode: (list) => (list.length ? JSON.stringify(list) : undefined),
  decode: (text) => parseWishes(parseJson(text)),
});

const nobodys: AccountWishes = { token: '', wishes: [], unsent: { save: [], remove: [] } };

/** The list of the account that is signed in; session.api.ts removes it on sign-out. */
const $accountWishes = storedAtom<AccountWishes>(accountWishesKey, nobodys, {
  encode: (account) => (account.token ? JSON.stringify(account) : undefined),
  decode: (text) => {
    const { token, wishes, unsent } = asRecord(parseJson(text));
    const { save, remove } = asRecord(unsent);
    if (typeof token !== 'string') return nobodys;
    const removed = Array.isArray(remove) ? remove.map((id) => ({ id, at: 1 })) : [];
    return {
      token,
      wishes: parseWishes(wishes),
      unsent: { save: parseWishes(save), remove: parseWishes(removed).map(({ id }) => id) },
    };
  },
});

const own = (account: AccountWishes, token: string): AccountWishes =>
  account.token === token ? account : { ...nobodys, token };

/** The list that is shown: with an account, its own and what the device had before. */
export const $wishes = computed(
  [$token, $deviceWishes, $accountWishes],
  (token, device, account): WishList => (token ? joinLists(own(account, token).wishes, device) : device),
);

const apply = (list: WishList, { save, remove }: WishChange): WishList =>
  joinLists(remove.reduce(withoutWish, list), save);

/** Changes one after the other, as one. */
const add = (earlier: WishChange, later: WishChange): WishChange => ({
  save: apply(earlier.save, later),
  remove: [
    ...new Set([
      ...earlier.remove.filter((id) => !later.save.some((wish) => wish.id === id)),
      ...later.remove,
    ]),
  ].slice(-maxWishes),
});

/** What an account has changed, with what the device had before: it joins the account. */
export function takeUnsent(token: string): WishChange {
  const device = $deviceWishes.get();
  const account = own($accountWishes.get(), token);
  if (device.length) {
    const joining = { save: device, remove: [] };
    $accountWishes.set({
      token,
      wishes: apply(account.wishes, joining),
      // Changes since the sign-in are later.
      unsent: add(joining, account.unsent),
    });
    $deviceWishes.set([]);
  }
  return own($accountWishes.get(), token).unsent;
}

/** The server's list, with what was changed here since the request. @param sent what the request had */
export function applyServer(token: string, server: WishList, sent: WishChange): void {
  const { unsent } = own($accountWishes.get(), token);
  const left: WishChange = {
    save: unsent.save.filter(({ id, at }) => !sent.save.some((wish) => wish.id === id && wish.at === at)),
    remove: unsent.remove.filter((id) => !sent.remove.includes(id)),
  };
  $accountWishes.set({ token, wishes: apply(server, left), unsent: left });
}

/** Called after each change of an account, once something sends them. */
let onChange = (): void => {};
export const onWishesChanged = (listener: () => void): void => {
  onChange = listener;
};

function change(made: WishChange): void {
  const token = $token.get();
  if (!token) {
    $deviceWishes.set(apply($deviceWishes.get(), made));
    return;
  }
  const unsent = takeUnsent(token);
  const { wishes } = own($accountWishes.get(), token);
  $accountWishes.set({ token, wishes: apply(wishes, made), unsent: add(unsent, made) });
  onChange();
}

/**
 * Saves products that are not in the list, the first as the newest, as many as there is room for.
 * @param at when the first was saved, UTC ms @returns the number of those that were saved
 */
export function saveWishes(ids: readonly string[], at = Date.now()): number {
  const list = $wishes.get();
  const added = ids.filter((id) => !list.some((wish) => wish.id === id)).slice(0, maxWishes - list.length);
  if (added.length) change({ save: added.map((id, n) => ({ id, at: at - n })), remove: [] });
  return added.length;
}

/** Removes a product. @returns a function that brings it back */
export function removeWish(id: string): () => void {
  const wish = $wishes.get().find((one) => one.id === id);
  change({ save: [], remove: [id] });
  return () => void saveWishes([id], wish?.at);
}
