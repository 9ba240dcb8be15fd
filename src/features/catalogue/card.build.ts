/** Makes cards and galleries from the content. */
import { type CollectionEntry, getCollection, getEntry } from 'astro:content';
import { compareProducts } from 'search/text-index';
import { amountsFor } from '#domain/catalogue/amounts.ts';
import type { Card, Picture } from '#domain/catalogue/card.ts';
import { withoutBlocks, withoutMissing } from '#domain/catalogue/left-out.ts';
import { originOf } from '#domain/catalogue/origin.ts';
import { type BuiltProduct, builtProduct, toCardProduct } from '#domain/catalogue/product.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { isListed, isSold } from '#domain/catalogue/publication.ts';
import { summaryOf } from '#domain/catalogue/summary.ts';
import { salesOf } from '#domain/pricing/sale.ts';
import { getSearchContent } from '#features/search/search-content.build.ts';
import { getStore } from '#features/store/store.build.ts';
import { fillIn, fillInAll } from '#lib/fill-in.ts';
import { oncePerBuild } from '#lib/once-per-build.build.ts';
import { isReadable, makePicture } from '#lib/pictures.build.ts';
import { cardFacts } from './card-facts.ts';
import { labelOf } from './categories.build.ts';
import { type PicturePlan, picturePlan } from './picture-plan.ts';
import { drawingOf } from './placeholder.build.ts';

/** A product with its price while the shop is built. */
export type ProductEntry = CollectionEntry<'products'> & { data: BuiltProduct };

/** Every place for a picture of a product is a square; another picture is cut around its centre. */
const crop = { ratio: 1, position: 'center' } as const;

/** @param n 0 is the main picture */
function pictureOf(
  { id, data }: CollectionEntry<'products'>,
  n: number,
  widths: readonly number[],
  { formats }: PicturePlan,
): Promise<Picture> {
  const { file, alt: written } = data.pictures[n] ?? {};
  const alt = written || (n ? `${data.name}, picture ${n + 1}` : data.name);
  if (!file) return Promise.resolve(drawingOf(id, data));
  const folder = `products/${id}`;
  return makePicture(`${folder}/${file}`, `content/${folder}/index.md: pictures`, {
    widths,
    formats,
    alt,
    crop,
  });
}

const fileOf = ({ id }: CollectionEntry<'products'>): string => `content/products/${id}/index.md`;

type Products = {
  /** Those that have a page. */
  sold: readonly ProductEntry[];
  listed: readonly ProductEntry[];
};

/** The pictures that can be read. The others are gaps: the product is shown without them. */
async function readablePictures({ id, data }: CollectionEntry<'products'>) {
  const readable = await Promise.all(data.pictures.map(({ file }) => isReadable(`products/${id}/${file}`)));
  // `npm start` shows the lines of a build that name a file of content.
  for (const [n, { file }] of data.pictures.entries())
    if (!readable[n])
      process.stderr.write(
        `content/products/${id}/${file}: this picture cannot be read, so the shop does without it.\n`,
      );
  return data.pictures.filter((_, n) => readable[n]);
}

/** The fields with the amounts of the catalogue, without what they say of products that do not exist. */
async function dataOf(
  entry: CollectionEntry<'products'>,
  all: ReadonlyMap<string, ProductContent>,
): Promise<ProductContent> {
  const said = {
    ...entry.data,
    pictures: await readablePictures(entry),
    description: entry.data.description || summaryOf(entry.body ?? ''),
  };
  return fillInAll(
    withoutMissing(said, (id) => all.has(id)),
    amountsFor(entry.id, all),
    fileOf(entry),
  );
}

/** What content says of all products, also of those that are not sold. */
const writtenProducts = oncePerBuild(
  async (): Promise<ReadonlyMap<string, ProductContent>> =>
    new Map((await getCollection('products')).map(({ id, data }) => [id, data])),
);

const readProducts = oncePerBuild(async (): Promise<Products> => {
  const entries = await getCollection('products');
  const { sales = [] } = (await getEntry('sales', 'sales'))?.data ?? {};
  const now = Date.now();
  const prices = await writtenProducts();
  const store = await getStore();
  const products = await Promise.all(
    entries
      .filter(({ data }) => isSold(data, now))
      .map(async (entry) => {
        const own = salesOf(entry.id, { group: null, ...entry.data }, sales);
        const origin = originOf(entry.data, store, (id) => prices.get(id));
        return { ...entry, data: builtProduct(await dataOf(entry, prices), origin, own, now) };
      }),
  );
  const sold = products.sort((a, b) => compareProducts({ ...a.data, id: a.id }, { ...b.data, id: b.id }));
  return { sold, listed: sold.filter(({ data }) => isListed(data)) };
});

/** All products that lists show, in the editor's order, then by name. */
export const productsInOrder = async (): Promise<Products['listed']> => (await readProducts()).listed;

/** All products that have a page, hidden ones too, in the same order. */
export const productsWithPage = async (): Promise<Products['sold']> => (await readProducts()).sold;

/** The text of a product below its front matter, as HTML. */
export async function productText(entry: CollectionEntry<'products'>): Promise<string> {
  const prices = await writtenProducts();
  const amounts = amountsFor(entry.id, prices);
  const html = withoutBlocks(entry.rendered?.html ?? '', entry.data, (id) => prices.has(id));
  return fillIn(html, amounts, `${fileOf(entry)}: body`);
}

/** A product that the content names by its id; undefined if it is not sold, and is then left out. */
export const productById = async (id: string): Promise<ProductEntry | undefined> =>
  (await productsWithPage()).find((one) => one.id === id);

/** The sizes and formats of pictures for a catalogue of this size. */
export const planOfPictures = async (): Promise<PicturePlan> =>
  picturePlan((await productsWithPage()).length);

/** What a card says of a product. */
export async function cardTextsOf({ id, data }: ProductEntry): Promise<Omit<Card, 'picture'>> {
  const { category } = data;
  const label = await labelOf(category);
  return {
    ...toCardProduct(id, data),
    ...(label !== category && { kind: label }),
    facts: cardFacts(data, (await getSearchContent()).ingredients),
  };
}

/** The card of a product, with its picture in the sizes of a card. */
export async function cardOf(entry: ProductEntry): Promise<Card> {
  const plan = await planOfPictures();
  return { ...(await cardTextsOf(entry)), picture: await pictureOf(entry, 0, plan.card, plan) };
}

/**
 * A product's picture by folder and file (`purifying-cleanser/2.jpg`), in the sizes of its gallery.
 * @param place where the content names it, for the error message @throws Error when it does not exist
 */
export async function productPictureOf(file: string, place: string): Promise<Picture> {
  const { gallery, formats } = await planOfPictures();
  return makePicture(`products/${file}`, place, { widths: gallery(1), formats, alt: '', crop });
}

/** A picture that stands for a product: its second, which shows more than the pack, else its only one or the drawing. */
export async function sceneOf(entry: CollectionEntry<'products'>): Promise<Picture> {
  const plan = await planOfPictures();
  return pictureOf(entry, Math.min(1, Math.max(0, entry.data.pictures.length - 1)), plan.gallery(1), plan);
}

/** All pictures of a product, in the sizes of the gallery; of one without, none. */
export async function galleryOf(entry: CollectionEntry<'products'>): Promise<Picture[]> {
  const plan = await planOfPictures();
  return Promise.all(entry.data.pictures.map((_, n) => pictureOf(entry, n, plan.gallery(n + 1), plan)));
}
