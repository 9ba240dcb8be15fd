/**
 * Product pictures at addresses that outlive deploys (src/lib/paths.ts): `1.jpg`, 1200 px wide, for mail,
 * feeds and link previews, and `1-160.webp`, a square for cart and order lines.
 */

import { getCollection } from 'astro:content';
import { join } from 'node:path';
import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';

type Props = { source: string };

export const getStaticPaths = (async () => {
  const products = await getCollection('products');
  return products.flatMap(({ id, data }) =>
    data.pictures.flatMap((picture, i) =>
      [`${i + 1}.jpg`, `${i + 1}-160.webp`].map((file) => ({
        params: { id, file },
        props: { source: join('content/products', id, picture.file) } satisfies Props,
      })),
    ),
  );
}) satisfies GetStaticPaths;

export const GET: APIRoute<Props> = async ({ params, props }) => {
  const picture = sharp(join(process.cwd(), props.source));
  const body = params.file?.endsWith('.webp')
    ? await picture.resize(160, 160, { fit: 'cover' }).webp({ quality: 80 }).toBuffer()
    : await picture
        .resize({ width: 1200, withoutEnlargement: true })
        .jpeg({ quality: 82, progressive: true })
        .toBuffer();
  return new Response(new Uint8Array(body));
};
