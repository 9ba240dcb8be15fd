/**
 * The picture of a product for link previews, at a stable path (src/lib/paths.ts). In a large
 * catalogue it is the plain picture of the product.
 */
import type { APIRoute, GetStaticPaths } from 'astro';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { planOfPictures, productsWithPage } from '#features/catalogue/card.build.ts';
import { drawProduct } from '#features/catalogue/placeholder.build.ts';
import { sharePictureOf } from '#features/seo/share-picture.build.ts';
import { contentFile } from '#lib/content-folder.build.ts';

type Props = { product: ProductContent };

export const getStaticPaths = (async () =>
  (await planOfPictures()).share
    ? (await productsWithPage()).map(({ id, data }) => ({
        params: { id },
        props: { product: data } satisfies Props,
      }))
    : []) satisfies GetStaticPaths;

export const GET: APIRoute<Props> = async ({ params, props: { product } }) => {
  const [main] = product.pictures;
  const picture = main
    ? contentFile(`products/${params.id}/${main.file}`)
    : Buffer.from(await drawProduct(product));
  const words = { brand: product.brand, name: product.name, line: product.labelLine };
  return new Response(new Uint8Array(await sharePictureOf(picture, words)));
};
