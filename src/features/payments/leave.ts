/** Leaving the page for where paying has led, with the cart and a word for the next page. */
import { removeOrderedLines } from '#features/cart/cart.store.ts';
import { dropDraft } from '#features/checkout/draft.ts';
import { setFlash } from '#lib/flash.ts';
import { destinationOf, type Ending } from './ending.ts';
import { findOrdered, forgetOrdered, markConfirming } from './ordered.ts';

/** The order is confirmed: what was ordered leaves the cart, once. The server has done the same with its copy. */
export function takeOrdered(orderId: string): void {
  const ordered = findOrdered(orderId);
  if (!ordered) return;
  forgetOrdered(orderId);
  removeOrderedLines(ordered.lines);
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
