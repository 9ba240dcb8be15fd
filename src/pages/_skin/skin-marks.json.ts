/** `/skin-marks.json`: what My skin says on cards. */
import type { APIRoute } from 'astro';
import { makeSkinMarks } from '#domain/skin/marks.ts';
import { productsInOrder } from '#features/catalogue/card.build.ts';
import { getReasons } from '#features/skin/reasons.build.ts';

export const GET: APIRoute = async () => {
  const products = await productsInOrder();
  return Response.json(
    makeSkinMarks(
      await Promise.all(products.map(async ({ id, data }) => [id, await getReasons(data)] as const)),
    ),
  );
};
