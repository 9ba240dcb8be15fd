/** Pictures of a folder or zip, and what becomes of their bytes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { convertPicture, isHeic } from './convert-picture.ts';
import { pictureFiles } from './picture-files.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const files: Record<string, string> = {
  'a/Balm 1.PNG': 'balm',
  'b/tint.heic': 'tint',
  'one/same.jpg': 'one',
  'two/same.jpg': 'two',
  'two/front.webp': 'front',
};
const wanted: [what: string, address: string, expected: string, file?: string][] = [
  ['by the last part of its address, decoded', 'https://a.example/files/balm%201.png?v=3', 'balm'],
  ['by its path', 'one/same.jpg', 'one'],
  ['by the end of its path', 'https://a.example/media/products/two/same.jpg', 'two'],
  [
    'by the name that it has in the shop',
    'https://a.example/media/products/two/1.jpg',
    'front',
    'front.webp',
  ],
  ['by its name without the ending', 'https://a.example/tint.jpg', 'tint'],
  ['not where several have the name', 'https://a.example/x/same.jpg', 'Several files have this name.'],
  ['not outside of the folder', '../../etc/passwd', 'No file has this name.'],
];

describe('a picture is found', async () => {
  const inFolder = join(folder.path, 'pictures');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(inFolder, name, '..'), { recursive: true });
    writeFileSync(join(inFolder, name), text);
  }
  const zip = new ZipWriter(new BlobWriter());
  for (const [name, text] of Object.entries(files)) await zip.add(name, new TextReader(text));
  await zip.add('__MACOSX/b/tint.heic', new Uint8ArrayReader(new Uint8Array(9)));
  const zipPath = join(folder.path, 'pictures.zip');
  writeFileSync(zipPath, Buffer.from(await (await zip.close()).arrayBuffer()));

  for (const [kind, path] of [
    ['folder', inFolder],
    ['zip', zipPath],
  ] as const)
    test.each(wanted)(`in a ${kind} %s`, async (_, address, expected, file) => {
      const find = await pictureFiles(path);
      expect(await find(address, file).then(String, (error: Error) => error.message)).toBe(expected);
    });

  test('what is no zip is refused', async () => {
    const path = join(folder.path, 'no.zip');
    writeFileSync(path, 'PK nothing');
    await expect(pictureFiles(path)).rejects.toThrow('this is no zip file, or it was cut off.');
    await expect(pictureFiles(join(folder.path, 'nowhere'))).rejects.toThrow(
      'there is no such folder or zip file.',
    );
  });
});

const red = { create: { width: 30, height: 20, channels: 3, background: 'red' } } as const;

describe('a picture', () => {
  test('loses EXIF and keeps the side that is up', async () => {
    const bytes = await sharp(red)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const { data, ending } = await convertPicture(bytes);
    const { exif, width, height, format } = await sharp(data).metadata();
    expect([ending, format, width, height, exif]).toEqual(['jpg', 'jpeg', 20, 30, undefined]);
  });

  test.each([
    ['PNG without gaps', sharp(red).png(), 'jpg'],
    [
      'PNG that one can see through',
      sharp({ create: { ...red.create, channels: 4, background: '#f008' } }).png(),
      'webp',
    ],
    ['AVIF', sharp(red).avif(), 'jpg'],
    ['GIF', sharp(red).gif(), 'jpg'],
  ])('%s becomes a format of the shop', async (_, picture, ending) =>
    expect((await convertPicture(await picture.toBuffer())).ending).toBe(ending),
  );

  test('of this shop stays as it is, unless it says more than it shows', async () => {
    const [jpeg, png] = [await sharp(red).jpeg().toBuffer(), await sharp(red).png().toBuffer()];
    expect(await convertPicture(jpeg, 'jpg')).toEqual({ data: jpeg, ending: 'jpg' });
    expect(await convertPicture(png, 'png')).toEqual({ data: png, ending: 'png' });
    expect((await convertPicture(png, 'jpg')).ending).toBe('jpg');
    const secret = await sharp(red)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret' } })
      .toBuffer();
    const { data } = await convertPicture(secret, 'jpg');
    expect((await sharp(data).metadata()).exif).toBeUndefined();
    await expect(convertPicture(jpeg.subarray(0, jpeg.length / 2), 'jpg')).rejects.toThrow('cut off');
  });

  test('is no larger than the shop needs', async () => {
    const wide = await sharp({ create: { ...red.create, width: 5000, height: 100 } })
      .png()
      .toBuffer();
    expect(await sharp((await convertPicture(wide)).data).metadata()).toMatchObject({
      width: 2400,
      height: 48,
    });
  });

  const heic = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.alloc(40),
  ]);
  test.each([
    [
      'a web page',
      Buffer.from('\n<!DOCTYPE html><html><body>Sign in</body></html>'),
      'The answer is a web page and no picture.',
    ],
    [
      'a drawing',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'),
      'The file is svg and no photograph.',
    ],
    ['an empty file', Buffer.alloc(0), 'The file is empty.'],
    ['a text', Buffer.from('no picture at all'), 'The file is no picture, or it was cut off.'],
    ['broken HEIC', heic, 'The picture is HEIC and cannot be converted: please save it as JPEG.'],
  ])('that is %s is refused', async (_, bytes, sentence) =>
    expect(convertPicture(bytes)).rejects.toThrow(sentence),
  );

  test('is HEIC by its bytes; AVIF, of the same family, is not', async () => {
    expect(isHeic(heic)).toBe(true);
    expect(isHeic(await sharp(red).avif().toBuffer())).toBe(false);
  });
});
