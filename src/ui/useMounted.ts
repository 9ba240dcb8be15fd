import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False during hydration, when the result has to equal the static HTML; true from the next render. Everything that
 * depends on storage, clock or URL has to wait for it.
 */
export const useMounted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
