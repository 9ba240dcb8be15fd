/**
 * Hands what the browser has refused to store to the next page of the tab, as the state of this page's history entry
 * (Navigation API): no address contains it, no server and no other site sees it, and it ends with the tab. Loaded by
 * device-storage.dom.ts, which reads the state when the next page starts.
 */

/** What a purchase needs. Everything else, such as an address that was typed or somebody's skin, lasts for the page. */
const carried = new Set([
  'userCarts',
  'cartUnsent',
  'couponCode',
  'pincode',
  'paymentMethod',
  'buyNow',
  'flash',
  'token',
  'guestToken',
  'begunOrders',
  'unpaidMessage',
]);

/** @param refused all that was refused until now, by key */
export function carryRefused(refused: Readonly<Record<string, string | undefined>>): void {
  const needed = Object.entries(refused).filter(([key]) => carried.has(key));
  navigation.updateCurrentEntry({ state: Object.fromEntries(needed) });
  // A page that was rendered ahead has not read it.
  document.querySelector('[type=speculationrules]')?.remove();
}
