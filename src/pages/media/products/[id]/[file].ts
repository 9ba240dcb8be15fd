/**
 * Product pictures at addresses that outlive deploys (src/lib/paths.ts): `1.jpg`, 1200 px wide, for mail,
 * feeds and link previews, and squares such as `1-160.webp` for cart and order lines.
 */

import { getCollection } from 'astro:content';
import { join } from 'node:path';
import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';
import { productPicture, productThumbnail, thumbnailWidths } from '#lib/paths.ts';

/** @property width px of the square; the whole picture when left out */
type Props = { source: string; width?: number };

const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const getStaticPaths = (async () => {
  const products = await getCollection('products');
  return products.flatMap(({ id, data }) =>
    data.pictures.flatMap((picture, i) => {
      const source = join('content/products', id, picture.file);
      const file = (path: string, props: Props) => ({ params: { id, file: fileOf(path) }, props });
      return [
        file(productPicture(id, i + 1), { source }),
        ...thumbnailWidths.map((width) => file(productThumbnail(id, i + 1, width), { source, width })),
      ];
    }),
  );
}) satisfies GetStaticPaths;

export const GET: APIRoute<Props> = async ({ props: { source, width } }) => {
  const picture = sharp(join(process.cwd(), source));
  const body = width
    ? await picture.resize(width, width, { fit: 'cover' }).webp({ quality: 80 }).toBuffer()
    : await picture
        .resize({ width: 1200, withoutEnlargement: true })
        .jpeg({ quality: 82, progressive: true })
        .toBuffer();
  return new Response(new Uint8Array(body));
};
