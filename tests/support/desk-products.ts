/** Products at the desk, as tests change them. */
import { sql } from 'drizzle-orm';
import { syncCatalogue } from '#db/sync.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { readProducts } from '#tools/lib/content.ts';
import type { Client } from './client.ts';
import type { DeskRefusal } from './desk.ts';
import { serum } from './orders.ts';
import type { TestShop } from './shop.ts';

type Desk = typeof api.desk;
export type ProductAnswer = ResponseOf<Desk['products'][':productId']['$get']>;
export type ChangeAnswer = DeskRefusal & { version: number; doubts: string[] };

const path = (id: string) => `/api/desk/products/${id}`;

export const readAtDesk = async (operator: Client, id = serum) =>
  (await operator.get<ProductAnswer>(path(id))).body;

/** Changes a product in the version that it has now, or in another one. */
export async function changeAtDesk(operator: Client, change: object, id = serum) {
  const { version } = (await readAtDesk(operator, id)).product;
  return operator.post<ChangeAnswer>(path(id), { version, ...change });
}

/** Changes the price of what is sold. @param price paise */
export const setPrice = (operator: Client, price: number, more: object = {}) =>
  changeAtDesk(operator, { items: [{ id: serum, price }], ...more });

/** @param change the newest of the product by default */
export async function undoAtDesk(operator: Client, change?: string, id = serum) {
  const changeId = change ?? (await readAtDesk(operator, id)).rows[0]?.id;
  return operator.post<DeskRefusal>(`/api/desk/product-changes/${changeId}/undo`);
}

/** Syncs content: that of the tests, or with other products. */
export const syncContent = (
  shop: TestShop,
  more: Iterable<readonly [string, ProductContent]> = [],
  at?: number,
) => syncCatalogue({ url: shop.stack.databaseUrl }, new Map([...readProducts(), ...more]), [], at);

/** The catalogue as content has it, without any change. */
export async function resetProducts(shop: TestShop): Promise<void> {
  await shop.db.write.run(sql`DELETE FROM catalogue_changes`);
  await shop.db.write.run(sql`UPDATE products SET version = ''`);
  await shop.db.write.run(sql`UPDATE product_files SET hash = ''`);
  await syncContent(shop);
}

/** What pages show of a product: `/api/product/live`. */
export const liveOf = async (client: Client, id = serum) =>
  (
    await client.get<{
      products: Record<string, { price: number; originalPrice: number; retired: boolean }>;
    }>(`/api/product/live?ids=${id}`)
  ).body.products[id];
