/**
 * Keeps an account's cart and the server's copy equal (docs/behaviour.md 4.3): what was not sent is
 * replayed before the server's copy is applied; otherwise the server's copy wins.
 */

import { forgetFacts } from '#features/offline/snapshot.ts';
import { api, onRefusedToken, send } from '#lib/api.ts';
import { whenBack } from '#lib/back.ts';
import type { Failure } from '#lib/outcome.ts';
import { $token } from '#lib/token.store.ts';
import { toast } from '#ui/toast.ts';
import {
  $unsent,
  $userCarts,
  emptyGuestCart,
  guest,
  leaveCartToGuest,
  setCart,
  setUnsent,
  unsentOf,
} from './cart.store.ts';
import { type Cart, parseCart, setQuantity } from './cart.ts';

/** Failures that are over once the network or the shop is back; the line waits and is sent again. */
const passing = ({ status }: Failure): boolean => status === 0 || status === 429 || status >= 500;

/** A line that is neither dead nor alive must not hold up the other tabs, which wait for their turn. */
const inTime = () => ({ init: { signal: AbortSignal.timeout(20_000) } });

/** Sends one line: its new total, or its removal. */
const sendLine = (id: string, quantity: number) =>
  quantity > 0
    ? send(api.cart.add.$post({ json: { itemId: id, quantity } }, inTime()))
    : send(api.cart.update.$post({ json: { itemId: id } }, inTime()));

/** Forgets an unsent line, unless the shopper has changed it again in the meantime. */
function settled(token: string, id: string, sent: number): void {
  const unsent = unsentOf(token);
  if (unsent.lines[id] !== sent) return;
  const { [id]: _, ...rest } = unsent.lines;
  setUnsent(token, { ...unsent, lines: rest });
}

/** Notes which of a guest's lines are larger than the server's: those are sent. */
function offerGuestLines(token: string, server: Cart): void {
  const mine = $userCarts.get()[guest] ?? {};
  const larger = Object.entries(mine).filter(([id, quantity]) => quantity > (server[id] ?? 0));
  // What was changed since signing in is newer than the guest's cart, and stays.
  setUnsent(token, { lines: { ...Object.fromEntries(larger), ...unsentOf(token).lines }, joining: 'sent' });
}

let told = false;

/** Something could not be sent. Said once an outage, not once a try; the change stays (docs/behaviour.md 4.3). */
function tell(failure: Failure): false {
  if (failure.status !== 401 && !told) toast({ message: failure.message, kind: 'error' });
  told = true;
  return false;
}

/** One pass. @returns false when something is left for later */
async function pass(token: string): Promise<boolean> {
  const got = await send(api.cart.get.$post({ json: {} }, inTime()));
  if (!got.ok) return Object.keys(unsentOf(token).lines).length ? tell(got) : false;
  let server = parseCart(got.data.cartData);
  if (unsentOf(token).joining === 'wanted') offerGuestLines(token, server);
  for (const [id, quantity] of Object.entries(unsentOf(token).lines)) {
    const answer = await sendLine(id, quantity);
    if (answer.ok) server = parseCart(answer.data.cartData);
    else if (answer.status === 401 || passing(answer)) return tell(answer);
    else toast({ message: answer.message, kind: 'error' });
    settled(token, id, quantity);
  }
  told = false;
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
  return !Object.keys(unsent.lines).length;
}

/** One tab at a time. Without a secure context (a phone in the same Wi-Fi) there are no locks to take. */
const inTurn = (work: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks ? navigator.locks.request('harita-cart', work) : work();

let running: Promise<boolean> | undefined;

/**
 * Brings cart and server together. Calls while one is under way share it; tabs take turns, so that
 * a slow one cannot undo what a quick one has just sent.
 */
export function syncCart(): Promise<boolean> {
  const token = $token.get();
  if (!token) return Promise.resolve(true);
  running ??= inTurn(() => pass(token)).finally(() => {
    running = undefined;
  });
  return running;
}

/**
 * Called once by every page: sends what is unsent now, when it changes, when the network is back and when
 * somebody looks again.
 */
export function startCartSync(): void {
  onRefusedToken((token) => {
    if ($token.get() !== token) return;
    // The cart stays on this device, so that nothing that was chosen is lost.
    leaveCartToGuest(token);
    void forgetFacts();
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
  // A burst of taps on a stepper becomes one request.
  $unsent.listen((all) => {
    if (Object.keys(all[$token.get()]?.lines ?? {}).length) soon(250);
  });
  window.addEventListener('online', () => soon());
  // Cuts the wait short; with nothing left to do there is nothing to hurry for.
  whenBack(() => {
    if (behind) soon();
  });
  if ($token.get()) soon();
}
