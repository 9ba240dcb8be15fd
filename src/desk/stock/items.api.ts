/** All that is sold, which lists of pieces are compared with. */
import { api, type ResponseOf, send } from '#lib/api.ts';
import type { Outcome } from '#lib/outcome.ts';

export type StockItem = ResponseOf<(typeof api.desk)['stock-lists']['items']['$get']>['rows'][number];

/** Loads all pages. */
export async function loadItems(): Promise<Outcome<StockItem[]>> {
  const items: StockItem[] = [];
  let after: string | undefined;
  do {
    const answer = await send(api.desk['stock-lists'].items.$get({ query: { after } }));
    if (!answer.ok) return answer;
    items.push(...answer.data.rows);
    after = answer.data.next ?? undefined;
  } while (after);
  return { ok: true, data: items };
}
