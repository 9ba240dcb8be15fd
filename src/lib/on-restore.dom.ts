/**
 * Calls the listener when the browser shows the page again as it was left, from its back/forward cache.
 * @returns a function that removes the listener
 */
export function onRestore(listener: () => void): () => void {
  const onPageShow = (event: PageTransitionEvent) => event.persisted && listener();
  addEventListener('pageshow', onPageShow);
  return () => removeEventListener('pageshow', onPageShow);
}
