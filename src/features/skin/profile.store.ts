/** The shopper's profile, kept on this device only. It is gone with one call of {@link deleteProfile}. */
import { persistentAtom } from '@nanostores/persistent';
import { emptyProfile, isEmptyProfile, readProfile, type SkinProfile } from './profile.ts';

export const $skinProfile = persistentAtom<SkinProfile>('skin', emptyProfile, {
  encode: (profile) => (isEmptyProfile(profile) ? undefined : JSON.stringify(profile)) as string,
  decode: readProfile,
});

export const deleteProfile = (): void => $skinProfile.set(emptyProfile);
