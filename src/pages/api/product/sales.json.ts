/** `/api/product/sales.json`: what products with sales cost without them, and their sales, for the Worker alone. */
import { getEntry } from 'astro:content';
import type { APIRoute } from 'astro';
import { makeSaleFile } from '#domain/pricing/sale-prices.ts';
import { productsInOrder } from '#features/catalogue/card.build.ts';

export const GET: APIRoute = async () => {
  const { sales = [] } = (await getEntry('sales', 'sales'))?.data ?? {};
  const products = await productsInOrder();
  const usual = products.map(({ id, data }) => [id, { ...data, price: data.usualPrice }] as const);
  return Response.json(makeSaleFile(usual, sales, Date.now()));
};
