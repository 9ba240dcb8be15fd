/**
 * Tells when it is worth asking the shop again. On a bad line `navigator.onLine` stays true and no event
 * comes, so somebody who looks at the page again counts as well.
 * @returns stops it
 */
export function whenBack(listener: () => void): () => void {
  const looking = () => document.visibilityState === 'visible' && listener();
  addEventListener('online', listener);
  addEventListener('focus', listener);
  document.addEventListener('visibilitychange', looking);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('focus', listener);
    document.removeEventListener('visibilitychange', looking);
  };
}
