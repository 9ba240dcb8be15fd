import { useSyncExternalStore } from 'react';
import { parseRoute, type Route } from '#domain/desk/route.ts';

const listen = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/** The desk's current route, from the URL. */
export const useRoute = (): Route =>
  parseRoute(
    useSyncExternalStore(
      listen,
      () => location.hash,
      () => '',
    ),
  );
