/** Photos as phones take them, and their upload. */
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Client, RawBody } from './client.ts';

/** A text in the metadata of {@link takePhoto}. */
export const place = '12.9716 Bengaluru';

/** A JPEG with the place in its metadata. */
export async function takePhoto(width = 320, height = 240): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width, height, channels: 3, background: { r: 200, g: 160, b: 120 } } });
  return new Uint8Array(
    await image
      .withExif({ IFD0: { ImageDescription: place }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer(),
  );
}

/** Such a photo, for a file input. */
export const photoFile = async (width: number, height: number) => ({
  name: 'IMG_20261127.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from(await takePhoto(width, height)),
});

export const sendPhoto = (client: Client, raw: RawBody) =>
  client.send<{ id: string; code: string; message: string }>('POST', '/api/photos', { raw });

/** @returns the id of a new photo */
export async function uploadPhoto(client: Client): Promise<string> {
  const { status, text, body } = await sendPhoto(client, await takePhoto());
  expect(status, text).toBe(200);
  return body.id;
}

/** @returns the ids of new photos, the first one first */
export async function uploadPhotos(client: Client, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await uploadPhoto(client));
  return ids;
}
