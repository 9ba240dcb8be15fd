/** /api/photos: uploads, photos by their signed links, and the public ones of reviews (docs/behaviour.md, "Photos"). */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { brokenOff, query, readBytes } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { emailHashKey, notConfigured } from '../http/email-hash-key.ts';
import { type Env, setting } from '../http/env.ts';
import { signedIn } from '../http/middleware.ts';
import { owner, sender } from '../http/request-context.ts';
import { success } from '../http/success.ts';
import { notFound } from '../lib/refusal.ts';
import type { HourlyLimit } from '../limits/hourly.ts';
import { readPhotoLink } from '../photos/photo-link.ts';
import { isPublicPhoto } from '../photos/public.ts';
import { admitUpload, type PhotoSender, photoRefusals, sessionSender, storePhoto } from '../photos/upload.ts';

const linkQuery = z.object({
  until: z
    .string()
    .regex(/^\d{1,8}$/, 'This is not a link to a photo.')
    .transform(Number),
});

/** How many photos the request's networks, and its sender, may upload in an hour. */
export const photoLimit = (c: Context<Env>): HourlyLimit => sender(c, setting(c.env.PHOTOS_PER_HOUR, 60));

/** Reads the photo that is the request's body, and stores it. @returns its id @throws Refusal */
export async function receivePhoto(c: Context<Env>, by: PhotoSender): Promise<string> {
  const admitted = await admitUpload(by);
  if (!admitted.ok) throw admitted;
  const bytes = await readBytes(c.req.raw, admitted.bytes, () => photoRefusals.tooLarge(admitted.bytes));
  const stored = await storePhoto(by, c.env.PHOTOS, bytes);
  if (!stored.ok) throw stored;
  return stored.id;
}

/** A picture, which no browser takes for a page. @throws Refusal for a photo whose object is gone */
async function sendPhoto(c: Context<Env>, id: string, headers: Record<string, string>): Promise<Response> {
  const photo = await c.env.PHOTOS.get(id);
  if (!photo) throw notFound('This photo');
  return c.body(photo.body, 200, {
    'Content-Type': photo.httpMetadata?.contentType ?? 'application/octet-stream',
    'Content-Length': String(photo.size),
    'Content-Disposition': 'inline',
    ...headers,
  });
}

export const photos = new Hono<Env>()
  .post(
    '/',
    describeRoute('Uploads a photo: the bytes of a JPEG or WebP are the body.', [photoRefusals, brokenOff]),
    signedIn,
    async (c) => {
      const id = await receivePhoto(c, sessionSender(c.get('db'), owner(c), photoLimit(c)));
      return success(c, { id });
    },
  )
  .get(
    '/:link',
    describeRoute('Reads a photo by its signed link.', [notFound, notConfigured]),
    query(linkQuery),
    async (c) => {
      const { until } = c.req.valid('query');
      const id = readPhotoLink(emailHashKey(c.env), c.req.param('link'), until, c.get('now'));
      if (!id) throw notFound('This photo');
      return sendPhoto(c, id, { 'Cache-Control': 'private, max-age=3600' });
    },
  )
  .get('/public/:id', describeRoute('Reads a public photo of a review.', [notFound]), async (c) => {
    const id = c.req.param('id');
    if (!(await isPublicPhoto(c.get('db'), id))) throw notFound('This photo');
    // The bytes behind an id never change. After an hour a browser asks whether they may still be shown.
    const headers = { ETag: `"${id}"`, 'Cache-Control': 'public, max-age=3600, immutable' };
    if (c.req.header('If-None-Match')?.includes(id)) return c.body(null, 304, headers);
    return sendPhoto(c, id, headers);
  });
