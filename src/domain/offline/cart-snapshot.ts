/**
 * Names and prices of the products in the cart, for reading it offline. The response of the API comes first, then the
 * last stored response, then, for products that were never requested, the catalogue of the build.
 */
import type { ApiProduct } from '#domain/catalogue/product.ts';
import { pick } from '#lib/pick.ts';
import { cacheNames } from './cache-names.ts';

/** The fields of a product that a line of the cart shows. The copy on the phone holds no others. */
const cartFieldNames = ['_id', 'name', 'price', 'originalPrice', 'stock', 'paused', 'retired'] as const;
/** @property sale in an answer of the shop */
export type CartProduct = Pick<ApiProduct, (typeof cartFieldNames)[number]> &
  Partial<Pick<ApiProduct, 'sale'>>;

/**
 * `GET /api/product/list?ids=` as the cart reads it.
 * @property kept true in an answer of the service worker, from the copy on the phone
 */
export type CartProducts = { products: CartProduct[]; kept?: boolean };

/** One cache entry for all: its URL does not reveal what is in the cart. */
const entry = '/api/product/list';
/** Largest number of products per request of the cart. */
const most = 100;

async function read(): Promise<CartProduct[]> {
  const stored = await caches.match(entry, { cacheName: cacheNames.lines });
  return stored ? ((await stored.json()) as CartProduct[]) : [];
}

async function keep(answer: Response): Promise<void> {
  const { products } = (await answer.json()) as CartProducts;
  const fresh = new Set(products.map(({ _id }) => _id));
  const lines = [
    ...products.map((product) => pick(product, cartFieldNames)),
    ...(await read()).filter(({ _id }) => !fresh.has(_id)),
  ];
  const cache = await caches.open(cacheNames.lines);
  await cache.put(entry, Response.json(lines.slice(0, most)));
}

/** @returns undefined if a product is unknown: an incomplete cart would look complete */
async function recall(
  ids: readonly string[],
  catalogue: Response | undefined,
): Promise<Response | undefined> {
  const known = [...(await read()), ...(catalogue ? ((await catalogue.json()) as CartProduct[]) : [])];
  const products = ids.flatMap((id) => known.find(({ _id }) => _id === id) ?? []);
  return products.length === ids.length ? Response.json({ success: true, products, kept: true }) : undefined;
}

/**
 * Responds to `GET /api/product/list?ids=`.
 * @param timeout how long to wait for the API before the stored response is used, s
 * @param catalogue the catalogue of the build
 */
export async function respondWithCartProducts(
  request: Request,
  timeout: number,
  catalogue: () => Promise<Response | undefined>,
): Promise<Response> {
  const ids = new URL(request.url).searchParams.get('ids')?.split(',') ?? [];
  const kept = async () => recall(ids, await catalogue());
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok) await keep(answer.clone());
    return answer;
  });
  const late = new Promise<void>((resolve) => setTimeout(resolve, timeout * 1000));
  try {
    return (await Promise.race([asked, late.then(kept)])) ?? (await asked);
  } catch {
    return (await kept()) ?? Response.error();
  }
}

/** Deletes the stored products, on sign-out and after a refused token. */
export const forgetCartSnapshot = async (): Promise<void> => {
  try {
    // There are no caches without a secure context, and a browser may forbid them.
    await globalThis.caches?.delete(cacheNames.lines);
  } catch {}
};
