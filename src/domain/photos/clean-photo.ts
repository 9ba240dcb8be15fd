/**
 * Checks the bytes of a photo and takes out everything but the picture: place, time, camera, thumbnails, texts, and what stands
 * after its end. The type follows from the bytes alone.
 */
import { cleanJpeg } from './jpeg.ts';
import { type CleanPicture, maxPhotoSide, type PhotoType } from './photo.ts';
import { cleanWebp } from './webp.ts';

/** `type`: no JPEG and no WebP; `broken`: cut off or not well-formed; `dimensions`: too many pixels. */
export type PhotoProblem = 'type' | 'broken' | 'dimensions';

const formats: Record<PhotoType, { starts: (bytes: Uint8Array) => boolean; clean: typeof cleanJpeg }> = {
  'image/jpeg': {
    starts: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,
    clean: cleanJpeg,
  },
  'image/webp': {
    starts: (bytes) => textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP',
    clean: cleanWebp,
  },
};

const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** The picture of a photo with its type, or what is wrong with it. */
export function cleanPhoto(
  bytes: Uint8Array<ArrayBuffer>,
): (CleanPicture & { type: PhotoType }) | PhotoProblem {
  for (const [type, { starts, clean }] of Object.entries(formats) as [
    PhotoType,
    (typeof formats)[PhotoType],
  ][])
    if (starts(bytes)) {
      const picture = clean(bytes);
      if (!picture) return 'broken';
      return Math.max(picture.width, picture.height) > maxPhotoSide ? 'dimensions' : { ...picture, type };
    }
  return 'type';
}
