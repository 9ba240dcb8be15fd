import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False while an island renders what its static HTML says, true from the first render after that.
 * Whatever depends on storage, the clock or the address waits for it, so that hydration always matches.
 */
export const useMounted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
