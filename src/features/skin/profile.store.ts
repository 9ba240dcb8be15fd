/** The shopper's profile, kept on this device only. It is gone with one call of {@link deleteProfile}. */
import { persistentAtom } from '@nanostores/persistent';
import { emptyProfile, isEmptyProfile, readProfile, type SkinProfile } from './profile.ts';

/** In local storage. */
const key = 'skin';

export const $skinProfile = persistentAtom<SkinProfile>(key, emptyProfile, {
  encode: (profile) => (isEmptyProfile(profile) ? undefined : JSON.stringify(profile)) as string,
  decode: readProfile,
});

export const deleteProfile = (): void => $skinProfile.set(emptyProfile);

/**
 * Stores a profile.
 * @returns false when the browser stores nothing: its storage is full or forbidden. Then no older profile is left, so
 * that other pages do not use what the shopper has changed.
 */
export function saveProfile(profile: SkinProfile): boolean {
  try {
    $skinProfile.set(profile);
    return localStorage.getItem(key) !== null || isEmptyProfile(profile);
  } catch {
    deleteProfile();
    return false;
  }
}
