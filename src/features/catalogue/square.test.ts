import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { squareOf } from './square.build.ts';

test.each([
  ['a.png', 300, 200, 200],
  ['b.webp', 1300, 1500, 1200],
  ['c.jpeg', 400, 400, 400],
])(
  '%s of %i × %i px becomes a JPEG of %i px, white where it was empty',
  async (name, width, height, side) => {
    const folder = temporaryFolder();
    const file = join(folder.path, name);
    const empty = { r: 0, g: 0, b: 0, alpha: name.endsWith('png') ? 0 : 1 };
    const format = name.endsWith('png') ? 'png' : name.endsWith('webp') ? 'webp' : 'jpeg';
    const picture = sharp({ create: { width, height, channels: 4, background: empty } });
    writeFileSync(file, await picture.toFormat(format).toBuffer());
    const square = sharp(await squareOf(file));
    expect(await square.metadata()).toMatchObject({ format: 'jpeg', width: side, height: side });
    const { dominant } = await square.stats();
    expect(dominant.r > 200).toBe(format === 'png');
    const thumbnail = sharp(await squareOf(file, 160));
    expect(await thumbnail.metadata()).toMatchObject({ format: 'webp', width: 160, height: 160 });
    folder.remove();
  },
);
