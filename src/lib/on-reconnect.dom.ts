/**
 * Calls the listener when another request may succeed: when the browser is online again, and when the page is looked at
 * again, since on a bad connection `navigator.onLine` stays true and no event comes.
 * @returns a function that removes the listener
 */
export function onReconnect(listener: () => void): () => void {
  const onVisible = () => document.visibilityState === 'visible' && listener();
  addEventListener('online', listener);
  addEventListener('focus', listener);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('focus', listener);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
