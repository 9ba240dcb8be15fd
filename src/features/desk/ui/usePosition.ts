import { useSyncExternalStore } from 'react';
import { type Place, placeOf } from '../route.ts';

const listen = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/** Where the desk's reader is, by the address bar. */
export const usePlace = (): Place =>
  placeOf(
    useSyncExternalStore(
      listen,
      () => location.hash,
      () => '',
    ),
  );
