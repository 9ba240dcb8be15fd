/** /api/photos: uploads, photos by their signed links, and the public ones of reviews (docs/behaviour.md, "Photos"). */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { Env } from '../http/env.ts';
import { byId } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { readLinkedPhoto, readPublicPhoto } from '../photos/serve.ts';
import { uploadPhoto } from '../photos/upload.ts';

const until = z
  .string()
  .regex(/^\d{1,8}$/, 'This is not a link to a photo.')
  .transform(Number)
  .pipe(z.int())
  .meta({ description: 'Until when the link is valid, hours since 1970.' });

/** A picture, which no browser takes for a page. */
const sendPhoto = (c: Context<Env>, photo: R2ObjectBody, headers: Record<string, string>): Response =>
  c.body(photo.body, 200, {
    'Content-Type': photo.httpMetadata?.contentType ?? 'application/octet-stream',
    'Content-Length': String(photo.size),
    'Content-Disposition': 'inline',
    ...headers,
  });

export const photos = new Hono<Env>()
  .post(
    '/',
    route('Uploads a photo: the bytes of a JPEG or WebP are the body.', { session: 'any' }, uploadPhoto),
  )
  .get(
    '/:link',
    route(
      'Reads a photo by its signed link.',
      {
        params: z.object({ link: z.string().meta({ description: 'The signed link of the photo.' }) }),
        query: z.object({ until }),
      },
      readLinkedPhoto,
      ({ photo }, _, c) => sendPhoto(c, photo, { 'Cache-Control': 'private, max-age=3600' }),
    ),
  )
  .get(
    '/public/:id',
    route('Reads a public photo of a review.', { params: byId }, readPublicPhoto, ({ photo }, { id }, c) => {
      // The bytes behind an id never change. After an hour a browser asks whether they may still be shown.
      const headers = { ETag: `"${id}"`, 'Cache-Control': 'public, max-age=3600, immutable' };
      return photo ? sendPhoto(c, photo, headers) : c.body(null, 304, headers);
    }),
  );
