/** All that is sold, which lists of pieces and prices are compared with. */
import { api, send } from '#lib/api.ts';
import { type Paise, toPaise } from '#lib/money.ts';
import type { Outcome } from '#lib/outcome.ts';

/** @property originalPrice the MRP; null where it is the price, since the database cannot say which */
export type StockItem = {
  _id: string;
  name: string;
  sku: string | null;
  barcode: string | null;
  category: string;
  isKit: boolean;
  stock: number;
  price: Paise;
  originalPrice: Paise | null;
};

/** Loads all pages. */
export async function loadItems(): Promise<Outcome<StockItem[]>> {
  const items: StockItem[] = [];
  let after: string | undefined;
  do {
    const answer = await send(api.desk['stock-lists'].items.$get({ query: { after } }));
    if (!answer.ok) return answer;
    for (const { price, originalPrice, ...item } of answer.data.items)
      items.push({
        ...item,
        price: toPaise(price) ?? 0,
        originalPrice: originalPrice === price ? null : (toPaise(originalPrice) ?? null),
      });
    after = answer.data.next ?? undefined;
  } while (after);
  return { ok: true, data: items };
}
