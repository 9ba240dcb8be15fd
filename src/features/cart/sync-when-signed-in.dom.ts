/** Loads cart.api.ts only when somebody is signed in: a guest's cart has no copy on the server. */
import { $token } from '#lib/token.store.ts';

/** Called once by every page. */
export function syncWhenSignedIn(): void {
  let isStarted = false;
  $token.subscribe((token) => {
    if (!token || isStarted) return;
    isStarted = true;
    // rule: parts - the next page sends the cart
    import('#shared/cart/cart.api.ts').then(
      (script) => script.startCartSync(),
      // The cart stays in this browser.
      () => {},
    );
  });
}
