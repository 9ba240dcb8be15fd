/**
 * Keeps the wish list of an account and the server's copy equal: what is unsent is sent, and the server's list is taken, so that
 * what was removed on another device is gone here too. Without an answer, the next page or change tries again.
 */
import { api, send } from '#lib/api.ts';
import { $token } from '#lib/token.store.ts';
import { applyServer, onWishesChanged, takeUnsent } from './wishes.store.ts';

async function syncOnce(): Promise<void> {
  const token = $token.get();
  if (!token) return;
  const { save, remove } = takeUnsent(token);
  const answer =
    save.length || remove.length
      ? await send(api.wishlist.$post({ json: { save: [...save], remove: [...remove] } }))
      : await send(api.wishlist.$get());
  // Somebody may have signed out meanwhile.
  if (answer.ok && $token.get() === token) applyServer(token, answer.data.wishes, { save, remove });
}

let running: Promise<void> = Promise.resolve();

/** One after the other, so that an old answer never follows a newer one. */
export function syncWishes(): Promise<void> {
  running = running.then(syncOnce);
  return running;
}

/** Syncs now, and after each change. */
export function startWishSync(): void {
  onWishesChanged(() => void syncWishes());
  void syncWishes();
}
