/**
 * Product pictures at stable paths (src/lib/paths.ts): `1.jpg`, a square of 1200 px, for emails,
 * feeds and link previews, and squares such as `1-160.webp` for cart and order lines.
 */

import { join } from 'node:path';
import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';
import { planOfPictures, productsInOrder } from '#features/catalogue/card.build.ts';
import { productPicture, productThumbnail } from '#lib/paths.ts';
import { cached } from '#lib/picture-cache.build.ts';

/** @property width px of the thumbnail; the large picture without it */
type Props = { source: string; width?: number };

const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const getStaticPaths = (async () => {
  const [products, { thumbnails }] = await Promise.all([productsInOrder(), planOfPictures()]);
  return products.flatMap(({ id, data }) =>
    data.pictures.flatMap((picture, i) => {
      const source = join('content/products', id, picture.file);
      const file = (path: string, props: Props) => ({ params: { id, file: fileOf(path) }, props });
      return [
        file(productPicture(id, i + 1), { source }),
        ...thumbnails(i + 1).map((width) => file(productThumbnail(id, i + 1, width), { source, width })),
      ];
    }),
  );
}) satisfies GetStaticPaths;

function make(file: string, width: number | undefined): Promise<Buffer> {
  const picture = sharp(file).autoOrient();
  return width
    ? picture.resize(width, width, { fit: 'cover' }).webp({ quality: 80 }).toBuffer()
    : picture
        .resize(1200, 1200, { fit: 'cover', withoutEnlargement: true })
        .flatten({ background: 'white' })
        .jpeg({ quality: 82, progressive: true })
        .toBuffer();
}

/** The version of this code in the cache key: new code makes new pictures. */
const code = make.toString();

export const GET: APIRoute<Props> = async ({ props: { source, width } }) => {
  const file = join(process.cwd(), source);
  const body = await cached(file, `${width ?? 'whole'} ${code}`, () => make(file, width));
  return new Response(new Uint8Array(body));
};
