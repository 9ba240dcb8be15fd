import { useEffect } from 'react';
import { readStored } from '#lib/device-storage.dom.ts';
import { $guestToken } from '#lib/guest-token.store.ts';
import { onRestore } from '#lib/on-restore.dom.ts';

/** Blanks the page when the guest's details were removed from this device by another page of the shop. */
export function useReloadWhenForgotten(): void {
  useEffect(() => {
    const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key === 'guestToken' && oldValue && !newValue) location.reload();
    };
    addEventListener('storage', onStorage);
    // A page that Back restores has missed the event. What it had is noted when it is left, since the store may read
    // anew at any time.
    let had = '';
    const onHide = () => {
      had = $guestToken.get();
    };
    addEventListener('pagehide', onHide);
    const stop = onRestore(() => {
      if (had && !readStored('localStorage', 'guestToken')) location.reload();
    });
    return () => {
      removeEventListener('storage', onStorage);
      removeEventListener('pagehide', onHide);
      stop();
    };
  }, []);
}
