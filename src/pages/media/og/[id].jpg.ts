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
import { hashOf } from '#lib/picture-cache.build.ts';

type Props = { product: ProductContent };

/** The picture that it shows, a file or a drawing, and the words beside it. */
async function partsOf(id: string, product: ProductContent) {
  const [main] = product.pictures;
  const file = main && contentFile(`products/${id}/${main.file}`);
  const words = { brand: product.brand, name: product.name, line: product.labelLine };
  return { file, drawing: file ? '' : await drawProduct(product), words };
}

export const getStaticPaths = (async () => {
  if (!(await planOfPictures()).share) return [];
  return Promise.all(
    (await productsWithPage()).map(async ({ id, data }) => {
      const { file, drawing, words } = await partsOf(id, data);
      return {
        params: { id },
        props: { product: data } satisfies Props,
        cacheKey: JSON.stringify([file ? await hashOf(file) : drawing, words]),
      };
    }),
  );
}) satisfies GetStaticPaths;

export const GET: APIRoute<Props> = async ({ params, props: { product } }) => {
  const { file, drawing, words } = await partsOf(params.id ?? '', product);
  const picture = file ?? Buffer.from(drawing);
  return new Response(new Uint8Array(await sharePictureOf(picture, words)));
};
