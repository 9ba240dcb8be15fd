/** Photos as they are served: by a signed link, or of a review that everybody may see. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { photos, reviews } from '#db/schema/index.ts';
import type { Call } from '../lib/call.ts';
import { hashKey, notConfigured } from '../lib/hash-key.ts';
import { notFound, type Refusal, refuses } from '../lib/refusal.ts';
import { readPhotoLink } from './photo-link.ts';

/** Whether an operator has approved the photo, and its review is listed. */
async function isPublicPhoto(db: Db, id: string): Promise<boolean> {
  const found = await db.read.all(sql`
    SELECT 1 FROM ${photos} p JOIN ${reviews} r ON r.id = p.review_id
    WHERE p.id = ${id} AND p.state = 'approved' AND r.hidden = 0`);
  return found.length > 0;
}

/** A photo as it is served; without it the browser has it already. */
type ServedPhoto = { ok: true; photo?: R2ObjectBody };

/** The object of a photo. @returns a refusal for one that is gone */
async function openPhoto(
  { photos: bucket }: Call,
  id: string,
): Promise<{ ok: true; photo: R2ObjectBody } | Refusal> {
  const photo = await bucket.get(id);
  return photo ? { ok: true, photo } : notFound('This photo');
}

/** A photo by its signed link. @property until UTC hours, as the link has it @throws Refusal 503 without a key */
export async function readLinkedPhoto(call: Call, { link, until }: { link: string; until: number }) {
  const id = readPhotoLink(hashKey(call), link, until, call.now);
  return id ? openPhoto(call, id) : notFound('This photo');
}
refuses(readLinkedPhoto, notFound, notConfigured);

/** A photo of a review that everybody may see. */
export async function readPublicPhoto(call: Call, { id }: { id: string }): Promise<ServedPhoto | Refusal> {
  if (!(await isPublicPhoto(call.db, id))) return notFound('This photo');
  if (call.request.headers.get('If-None-Match')?.includes(id)) return { ok: true };
  return openPhoto(call, id);
}
refuses(readPublicPhoto, notFound);
