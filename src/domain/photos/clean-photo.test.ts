import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanPhoto } from './clean-photo.ts';
import { joinBytes } from './join-bytes.ts';
import { maxPhotoSide } from './photo.ts';

type Bytes = Uint8Array<ArrayBuffer>;
const ascii = (text: string): Bytes => new TextEncoder().encode(text);
const asBytes = (buffer: Buffer): Bytes => new Uint8Array(buffer);
const secret = '12.9716 Bengaluru';

/** A picture of random colours, so that its data hold all kinds of bytes. */
const noise = (width = 61, height = 47, channels: 3 | 4 = 3) =>
  sharp(crypto.getRandomValues(new Uint8Array(width * height * channels)), {
    raw: { width, height, channels },
  });
const exif = {
  IFD0: { Make: 'A camera', ImageDescription: secret },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 58/1 18/1' },
};
const marked = (image: Sharp) =>
  image
    .withExif(exif)
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`)
    .withIccProfile('p3');

const kinds = {
  'a baseline JPEG': () => marked(noise()).jpeg(),
  'a progressive JPEG': () => marked(noise()).jpeg({ progressive: true }),
  'a grey JPEG': () => noise().greyscale().jpeg(),
  'a CMYK JPEG': () => noise().toColourspace('cmyk').jpeg(),
  'a lossy WebP': () => marked(noise()).webp(),
  'a WebP with transparency': () => marked(noise(61, 47, 4)).webp(),
  'a lossless WebP': () => marked(noise()).webp({ lossless: true }),
};

/** A comment and an unknown application segment, right after the start of a JPEG. */
const withComment = (jpeg: Bytes): Bytes =>
  joinBytes([
    jpeg.subarray(0, 2),
    Uint8Array.of(0xff, 0xff, 0xfe, 0, 2 + secret.length),
    ascii(secret),
    Uint8Array.of(0xff, 0xed, 0, 2 + secret.length),
    ascii(secret),
    jpeg.subarray(2),
  ]);

describe.each(Object.entries(kinds))('%s', (name, make) => {
  let photo: Bytes;
  beforeAll(async () => {
    photo = asBytes(await make().toBuffer());
  });
  const cleaned = (bytes: Bytes) => {
    const clean = cleanPhoto(bytes);
    if (typeof clean === 'string') throw new Error(clean);
    return clean;
  };

  test('keeps its pixels and its size, and loses everything else', async () => {
    const clean = cleaned(name.endsWith('JPEG') ? withComment(photo) : photo);
    expect(clean).toMatchObject({
      type: name.endsWith('JPEG') ? 'image/jpeg' : 'image/webp',
      width: 61,
      height: 47,
    });
    const { exif, xmp, icc, iptc, comments } = await sharp(clean.bytes).metadata();
    expect([exif, xmp, icc, iptc, comments]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(Buffer.from(clean.bytes).includes(secret)).toBe(false);
    const pixels = (bytes: Bytes) => sharp(bytes, { failOn: 'warning', ignoreIcc: true }).raw().toBuffer();
    expect((await pixels(clean.bytes)).equals(await pixels(photo))).toBe(true);
  });

  test('is the same after a second time, and without what follows its end', () => {
    const { bytes } = cleaned(photo);
    expect(cleaned(bytes).bytes).toEqual(bytes);
    expect(cleaned(joinBytes([photo, ascii('<script>alert(1)</script>')])).bytes).toEqual(bytes);
  });

  test('is refused when it is cut off anywhere', () => {
    const { bytes } = cleaned(photo);
    for (let end = 12; end < bytes.length; end += 1)
      expect(cleanPhoto(bytes.slice(0, end)), `${end} of ${bytes.length}`).toBe('broken');
  });

  test('with any byte changed, it is refused, or clean once more', () => {
    for (let n = 0; n < 3000; n += 1) {
      const changed = photo.slice();
      const at = Math.floor(Math.random() * Math.min(photo.length, 4000));
      changed[at] = Math.floor(Math.random() * 256);
      const clean = cleanPhoto(changed);
      if (typeof clean !== 'string') expect(cleaned(clean.bytes).bytes, `byte ${at}`).toEqual(clean.bytes);
    }
  });
});

test('anything else is not a photo', async () => {
  const png = asBytes(await noise().png().toBuffer());
  const gif = asBytes(await noise().gif().toBuffer());
  const heic = joinBytes([Uint8Array.of(0, 0, 0, 24), ascii('ftypheic'), new Uint8Array(500)]);
  for (const bytes of [
    new Uint8Array(),
    ascii('<script>alert(1)</script>'),
    ascii('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ascii('<!doctype html><title>x</title>'),
    ascii('%PDF-1.7'),
    png,
    gif,
    heic,
  ])
    expect(cleanPhoto(bytes)).toBe('type');
});

test('the start of a photo alone does not make one', () => {
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);
  for (const bytes of [
    jpeg,
    joinBytes([jpeg, ascii('<script>alert(1)</script>')]),
    joinBytes([Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)]),
    joinBytes([ascii('RIFF\u0010\0\0\0WEBPVP8 '), new Uint8Array(200)]),
    joinBytes([ascii('RIFF'), Uint8Array.of(255, 255, 255, 255), ascii('WEBPVP8 '), new Uint8Array(200)]),
  ])
    expect(cleanPhoto(bytes)).toBe('broken');
});

test('an animation is refused', async () => {
  const frame = noise(8, 16);
  const moving = await frame.webp({ loop: 0, delay: [100, 100] }).toBuffer();
  const { data } = await sharp(await sharp(asBytes(moving)).raw().toBuffer(), {
    raw: { width: 8, height: 16, channels: 3, pageHeight: 8 },
  })
    .webp({ delay: [100, 100] })
    .toBuffer({ resolveWithObject: true });
  expect(Buffer.from(data).includes('ANIM')).toBe(true);
  expect(cleanPhoto(asBytes(data))).toBe('broken');
});

test('more pixels than anybody needs are refused', async () => {
  const wide = sharp({ create: { width: maxPhotoSide + 1, height: 8, channels: 3, background: '#fff' } });
  expect(cleanPhoto(asBytes(await wide.clone().jpeg().toBuffer()))).toBe('dimensions');
  expect(cleanPhoto(asBytes(await wide.clone().webp().toBuffer()))).toBe('dimensions');
});
