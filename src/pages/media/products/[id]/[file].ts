/**
 * Product pictures at stable paths (src/lib/paths.ts): `1.jpg`, a square of 1200 px, for emails,
 * feeds and link previews, and squares such as `1-160.webp` for cart and order lines.
 */

import { join } from 'node:path';
import type { APIRoute, GetStaticPaths } from 'astro';
import { planOfPictures, productsInOrder } from '#features/catalogue/card.build.ts';
import { squareCode, squareOf } from '#features/catalogue/square.build.ts';
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

export const GET: APIRoute<Props> = async ({ props: { source, width } }) => {
  const file = join(process.cwd(), source);
  const body = await cached(file, `${width ?? 'whole'} ${squareCode}`, () => squareOf(file, width));
  return new Response(new Uint8Array(body));
};
