/** Leaving the page for where paying has led, with the cart and a word for the next page. */

import { dropDraft } from '#features/addresses/draft.ts';
import { removeOrderedLines } from '#features/cart/cart.store.ts';
import { forgetCode } from '#features/pricing/coupon.store.ts';
import { setFlash } from '#lib/flash.ts';
import { findOrdered, forgetOrdered, markConfirming } from './ordered.ts';
import { destinationOf, type Ending } from './outcome.ts';

/** The order is confirmed: what was ordered leaves the cart, once, and its code is used. The server has done the same with its copy. */
export function takeOrdered(orderId: string): void {
  const ordered = findOrdered(orderId);
  if (!ordered) return;
  forgetOrdered(orderId);
  removeOrderedLines(ordered.lines);
  forgetCode();
}

/** What this tab still has to know of the order. */
function note(ending: Ending, orderId: string): void {
  switch (ending.kind) {
    case 'placed':
      takeOrdered(ending.orderId);
      dropDraft();
      break;
    case 'confirming':
      markConfirming(orderId);
      break;
    case 'unpaid':
    case 'unknown':
      forgetOrdered(orderId);
  }
}

/**
 * Goes to where paying has led. The page is replaced: Back must not return to one that would pay, or ask,
 * once more. @param orderId whose payment it was
 */
export function leaveFor(ending: Ending, orderId: string): void {
  note(ending, orderId);
  const { path, flash } = destinationOf(ending);
  if (flash) setFlash(flash);
  location.replace(path);
}
