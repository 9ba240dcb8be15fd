/**
 * Product pictures at stable paths (src/lib/paths.ts): `1.jpg`, a square of 1200 px, for emails,
 * feeds and link previews, and squares such as `1-160.webp` for cart and order lines. A product without a picture has its
 * drawing here, also as `drawn.svg`.
 */

import { getCollection } from 'astro:content';
import type { APIRoute, GetStaticPaths } from 'astro';
import { sellablesOf } from '#domain/catalogue/sellable.ts';
import { planOfPictures, productsWithPage } from '#features/catalogue/card.build.ts';
import { drawProduct } from '#features/catalogue/placeholder.build.ts';
import { squareCode, squareOf } from '#features/catalogue/square.build.ts';
import { contentFile } from '#lib/content-folder.build.ts';
import { productDrawing } from '#lib/more-paths.ts';
import { productPicture, productThumbnail } from '#lib/paths.ts';
import { cached, cachedBy, hashOf } from '#lib/picture-cache.build.ts';

/**
 * @property source a file of the content, or the SVG of a drawing
 * @property width px of the thumbnail; the large picture without it
 */
type Props = { source: string | { svg: string }; width?: number };

const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const getStaticPaths = (async () => {
  const [products, { thumbnails }, written] = await Promise.all([
    productsWithPage(),
    planOfPictures(),
    getCollection('products'),
  ]);
  // The database names as many as editors wrote: the drawing takes the place of those that cannot be read.
  const counts = new Map(written.map(({ id, data }) => [id, data.pictures.length]));
  const file = async (id: string, path: string, props: Props) => ({
    params: { id, file: fileOf(path) },
    props,
    cacheKey: typeof props.source === 'string' ? await hashOf(props.source) : props.source.svg,
  });
  const squares = (id: string, source: Props['source'], n: number) => [
    file(id, productPicture(id, n), { source }),
    ...thumbnails(n).map((width) => file(id, productThumbnail(id, n, width), { source, width })),
  ];
  const all = products.map(async ({ id, data }) => {
    const variants = sellablesOf(id, data).filter(([variant]) => variant !== id);
    const sourceOf = (picture: { file: string }) => contentFile(`products/${id}/${picture.file}`);
    const drawn = async (ids: readonly string[], from: number) => {
      const all = Array.from({ length: Math.max(1, counts.get(id) ?? 0) }, (_, n) => n + 1);
      const places = all.slice(from);
      if (!places.length) return [];
      const source = { svg: await drawProduct(data) };
      return places.flatMap((n) => ids.flatMap((one) => squares(one, source, n)));
    };
    if (data.pictures.length)
      return [
        ...(await drawn([id], data.pictures.length)),
        ...data.pictures.flatMap((picture, i) => squares(id, sourceOf(picture), i + 1)),
        ...variants.flatMap(([variant, { pictures }]) =>
          pictures.slice(0, 1).flatMap((picture) => squares(variant, sourceOf(picture), 1)),
        ),
      ];
    return [
      file(id, productDrawing(id), { source: { svg: await drawProduct(data) } }),
      ...(await drawn([id, ...variants.map(([variant]) => variant)], 0)),
    ];
  });
  return Promise.all((await Promise.all(all)).flat());
}) satisfies GetStaticPaths;

export const GET: APIRoute<Props> = async ({ params, props: { source, width } }) => {
  const how = `${width ?? 'whole'} ${squareCode}`;
  if (typeof source === 'string') {
    return new Response(new Uint8Array(await cached(source, how, () => squareOf(source, width))));
  }
  const { svg } = source;
  if (params.file?.endsWith('.svg')) return new Response(svg);
  const body = await cachedBy(`${svg} ${how}`, () => squareOf(Buffer.from(svg), width));
  return new Response(new Uint8Array(body));
};
