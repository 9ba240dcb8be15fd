/** Links to photos: signed ones, for answers to those who may see them. A link works for at least an hour, and for two at most. */
import { oneHour } from '#lib/dates.ts';
import type { KeyRing } from '../lib/email-hash.ts';
import { readSignedLink, signLink } from '../lib/signed-link.ts';

const label = 'photo-link';

/** Makes the URL of a photo from its id. */
export type PhotoUrl = (id: string) => string;

/** The URL of a review's photo that is public. */
export const publicPhotoUrl: PhotoUrl = (id) => `/api/photos/public/${id}`;

/** @property until UTC hours since 1970 */
const about = (until: number): string => ` until ${until}`;

/** A link is the same for an hour, so that a browser does not load a photo again. @param now UTC ms */
export function photoUrls(key: KeyRing, now: number): PhotoUrl {
  const until = Math.floor(now / oneHour) + 2;
  return (id) => `/api/photos/${signLink(key, label, id, about(until))}?until=${until}`;
}

/** @param until UTC hours, as the link has it @param now UTC ms @returns the id, or undefined for a link that does not work (any more) */
export function readPhotoLink(key: KeyRing, link: string, until: number, now: number): string | undefined {
  if (until * oneHour <= now) return undefined;
  return readSignedLink(key, label, link, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, about(until));
}
