/** The schema of uploaded photos in a form. Apart from photo.ts, since it would bring zod to the page. */
import * as z from '#lib/schema.ts';
import { maxPhotos } from './photo.ts';

/** Ids of uploaded photos. */
export const photoIds = z
  .array(z.uuid('This is not a photo.'))
  .max(maxPhotos, `At most ${maxPhotos} photos can be added.`)
  .refine((ids) => new Set(ids).size === ids.length, 'A photo is listed twice.');
