/**
 * Names and prices of what lies in the cart, for reading it without a connection. The shop's own word comes
 * first; then what it said last; then, for a product that it was never asked about, what the build knew.
 */
import type { ApiProduct } from '#features/catalogue/product.ts';
import { keptIn } from './routing.ts';

/** As much of a product as a line of the cart shows. */
export type Fact = Pick<ApiProduct, '_id' | 'name' | 'price' | 'stock' | 'retired'>;

/** One entry, whatever is in it: no address tells what somebody had in the cart. */
const entry = '/api/product/list';
/** As many as a cart is asked about at once. */
const most = 100;

const factOf = ({ _id, name, price, stock, retired }: Fact): Fact => ({ _id, name, price, stock, retired });

async function read(): Promise<Fact[]> {
  const kept = await caches.match(entry, { cacheName: keptIn.facts });
  return kept ? ((await kept.json()) as Fact[]) : [];
}

async function keep(answer: Response): Promise<void> {
  const { products } = (await answer.json()) as { products: Fact[] };
  const fresh = new Set(products.map(({ _id }) => _id));
  const facts = [...products.map(factOf), ...(await read()).filter(({ _id }) => !fresh.has(_id))];
  const cache = await caches.open(keptIn.facts);
  await cache.put(entry, Response.json(facts.slice(0, most)));
}

/** @returns undefined where even one of the products is unknown: half a cart would look like the whole */
async function recall(ids: readonly string[], shelf: Response | undefined): Promise<Response | undefined> {
  const known = [...(await read()), ...(shelf ? ((await shelf.json()) as Fact[]) : [])];
  const products = ids.flatMap((id) => known.find(({ _id }) => _id === id) ?? []);
  return products.length === ids.length ? Response.json({ success: true, products, kept: true }) : undefined;
}

/**
 * Answers `GET /api/product/list?ids=`.
 * @param patience how long the shop may take where something is kept, s
 * @param shelf what the build knew
 */
export async function answerLines(
  request: Request,
  patience: number,
  shelf: () => Promise<Response | undefined>,
): Promise<Response> {
  const ids = new URL(request.url).searchParams.get('ids')?.split(',') ?? [];
  const kept = async () => recall(ids, await shelf());
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok) await keep(answer.clone());
    return answer;
  });
  const late = new Promise<void>((resolve) => setTimeout(resolve, patience * 1000));
  try {
    return (await Promise.race([asked, late.then(kept)])) ?? (await asked);
  } catch {
    return (await kept()) ?? Response.error();
  }
}

/** Signing out, and a token that is refused: what was in the cart is nobody's business any more. */
export const forgetFacts = async (): Promise<void> => {
  // Not there without a secure context.
  await globalThis.caches?.delete(keptIn.facts);
};
