/** The shopper's profile, kept on this device only. It is gone with one call of {@link deleteProfile}. */

import { emptyProfile, isEmptyProfile, readProfile, type SkinProfile } from '#domain/skin/profile.ts';
import { refused } from '#lib/device-storage.dom.ts';
import { storedAtom } from '#lib/stored-atom.store.ts';
import { profileKey } from './profile-key.ts';

export const $skinProfile = storedAtom<SkinProfile>(profileKey, emptyProfile, {
  encode: (profile) => (isEmptyProfile(profile) ? undefined : JSON.stringify(profile)),
  decode: readProfile,
});

export const deleteProfile = (): void => $skinProfile.set(emptyProfile);

/**
 * Stores a profile.
 * @returns false when the browser stores nothing: its storage is full or forbidden. Then no older profile is left, so
 * that other pages do not use what the shopper has changed.
 */
export function saveProfile(profile: SkinProfile): boolean {
  $skinProfile.set(profile);
  const saved = !refused[profileKey];
  if (!saved) deleteProfile();
  return saved;
}
