/**
 * Keeps the cart of an account and the server's copy equal (docs/behaviour.md, "Cart sync"): unsent changes are sent
 * before the server's copy is applied; otherwise the server's copy wins.
 */

import { type Cart, parseCart, setQuantity } from '#domain/cart/cart.ts';
import { forgetCartSnapshot } from '#domain/offline/cart-snapshot.ts';
import { api, onRefusedToken, send } from '#lib/api.ts';
import { readStored, store } from '#lib/device-storage.dom.ts';
import { loadPart, optional } from '#lib/load-part.dom.ts';
import { onReconnect } from '#lib/on-reconnect.dom.ts';
import type { Failure } from '#lib/outcome.ts';
import { asRecord } from '#lib/record.ts';
import { readSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';
import { $token } from '#lib/token.store.ts';
import { toast } from '#ui/toast.dom.ts';
import { accountWishesKey, wishesKey } from '../account/device-keys.ts';
import { $unsent, $userCarts, guest, setCart, setUnsent, unsentOf } from './cart.store.ts';
import { emptyGuestCart, moveCartToGuest } from './cart-owner.store.ts';

/** Failures that end when the network or the shop is back; the line is sent again later. */
const isTemporary = ({ status }: Failure): boolean => status === 0 || status === 429 || status >= 500;

/** Limits a request to 20 s: other tabs wait for the lock. */
const withTimeout = () => ({ init: { signal: AbortSignal.timeout(20_000) } });

/** Sends one line: its new total, or its removal. */
const sendLine = (id: string, quantity: number) =>
  quantity > 0
    ? send(api.cart.add.$post({ json: { itemId: id, quantity } }, withTimeout()))
    : send(api.cart.update.$post({ json: { itemId: id } }, withTimeout()));

/** Removes an unsent line after it was sent, unless the shopper has changed it meanwhile. */
function markSent(token: string, id: string, sent: number): void {
  const unsent = unsentOf(token);
  if (unsent.lines[id] !== sent) return;
  const { [id]: _, ...rest } = unsent.lines;
  setUnsent(token, { ...unsent, lines: rest });
}

/** Notes the guest's lines that are larger than the server's: those are sent. */
function offerGuestLines(token: string, server: Cart): void {
  const mine = $userCarts.get()[guest] ?? {};
  const larger = Object.entries(mine).filter(([id, quantity]) => quantity > (server[id] ?? 0));
  // Changes since the sign-in are newer than the guest's cart, and win.
  setUnsent(token, { lines: { ...Object.fromEntries(larger), ...unsentOf(token).lines }, joining: 'sent' });
}

/** Lines that the server has refused in this tab, with their quantities: they stay in the cart and are not sent again. */
const refusedKey = 'cartRefused';
const refusedLines = () => asRecord(readSessionStorage(refusedKey));

let reported = false;

/** Reports a failure once per outage, not once per try; the change stays (docs/behaviour.md, "Cart sync"). */
function report(failure: Failure): false {
  if (failure.status !== 401 && !reported) toast({ message: failure.message, kind: 'error' });
  reported = true;
  return false;
}

/** Syncs once. @returns false when something is left to send */
async function syncOnce(token: string): Promise<boolean> {
  // Somebody has signed out while this tab waited for its turn.
  if ($token.get() !== token) return true;
  const response = await send(api.cart.get.$post({ json: {} }, withTimeout()));
  if (!response.ok) return Object.keys(unsentOf(token).lines).length ? report(response) : false;
  let server = parseCart(response.data.cartData);
  if (unsentOf(token).joining === 'wanted') offerGuestLines(token, server);
  for (const [id, quantity] of Object.entries(unsentOf(token).lines)) {
    if (refusedLines()[id] === quantity) continue;
    const sent = await sendLine(id, quantity);
    if (sent.ok) server = parseCart(sent.data.cartData);
    else if (sent.status === 401 || isTemporary(sent)) return report(sent);
    else {
      toast({ message: sent.message, kind: 'error' });
      writeSessionStorage(refusedKey, { ...refusedLines(), [id]: quantity });
      continue;
    }
    markSent(token, id, quantity);
  }
  reported = false;
  if ($token.get() !== token) return true;
  const unsent = unsentOf(token);
  if (unsent.joining === 'sent') {
    emptyGuestCart();
    setUnsent(token, { lines: unsent.lines });
  }
  const merged = Object.entries(unsent.lines).reduce(
    (cart, [id, quantity]) => setQuantity(cart, id, quantity),
    server,
  );
  setCart(token, merged);
  const refused = refusedLines();
  return Object.entries(unsent.lines).every(([id, quantity]) => refused[id] === quantity);
}

/** Runs while no tab syncs. There are no locks without a secure context (a phone in the same Wi-Fi). */
export const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? (navigator.locks.request('shop-cart', work) as Promise<T>) : work();

let running: Promise<boolean> | undefined;

/**
 * Syncs the cart. Concurrent calls share one sync; tabs sync one after the other, so that a slow tab cannot undo what
 * a quick one has just sent.
 */
export function syncCart(): Promise<boolean> {
  const token = $token.get();
  if (!token) return Promise.resolve(true);
  running ??= withLock(() => syncOnce(token)).finally(() => {
    running = undefined;
  });
  return running;
}

/**
 * Called once by every page: syncs now, after a change, when the network is back and when the page is looked at again.
 */
export function startCartSync(): void {
  onRefusedToken((token) => {
    if ($token.get() !== token) return;
    // The cart stays on this device, so that nothing is lost.
    moveCartToGuest(token);
    // The account has it, but for what was not sent.
    store('localStorage', accountWishesKey, undefined);
    void forgetCartSnapshot();
    $token.set('');
    toast({ message: 'Please sign in again to go on.', kind: 'error' });
  });
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let pause = 2_000;
  let behind = false;
  const soon = (delay = 0): void => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const done = await syncCart();
      behind = !done;
      pause = done ? 2_000 : Math.min(pause * 2, 60_000);
      if (!done && $token.get()) soon(pause);
    }, delay);
  };
  // Several quick taps on a stepper become one request.
  $unsent.listen((all) => {
    if (Object.keys(all[$token.get()]?.lines ?? {}).length) soon(250);
  });
  addEventListener('online', () => soon());
  // Ends the pause early, if something is left to send.
  onReconnect(() => {
    if (behind) soon();
  });
  if (!$token.get()) return;
  soon();
  // What was saved before the sign-in. The pages that show the wish list sync it themselves.
  if (IS_ON.wishlist && readStored('localStorage', wishesKey))
    loadPart(() => import('../wishlist/wishes.api.ts'), optional).then(
      (part) => part.syncWishes(),
      // The next page tries again.
      () => {},
    );
}
