/** What a page keeps equal with the server while somebody is signed in: the cart, and what the device had saved before. */
import { readStored } from '#lib/device-storage.dom.ts';
import { loadPart, optional } from '#lib/load-part.dom.ts';
import { startCartSync } from '../cart/cart.api.ts';
import { wishesKey } from '../wishlist/wishes-key.ts';

/** Called once by every page. The pages that show the wish list sync it themselves. */
export function startSync(): void {
  startCartSync();
  if (readStored('localStorage', wishesKey))
    loadPart(() => import('../wishlist/wishes.api.ts'), optional).then(
      (part) => part.syncWishes(),
      // The next page tries again.
      () => {},
    );
}
