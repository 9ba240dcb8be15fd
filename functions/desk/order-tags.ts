/** Tags of an order, by operators (docs/desk.md, "Orders at the desk"). */
import { orders } from '#db/schema/index.ts';
import { tagsText } from '#domain/orders/tags.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, type Refusal, refuses } from '../lib/refusal.ts';
import { type Changed, changeOrder, type OrderVersion } from '../orders/change-order.ts';
import { update } from '../orders/effects.ts';
import { orderChanged } from '../orders/history.ts';

/** @property tags all tags that the order has then, clean */
type Tagging = OrderVersion & { tags: readonly string[] };

/** Sets the tags of an order, with a row of its history that only operators see. The same tags again change nothing. */
export const writeTags = (
  { db, now, operator: { id: actorId } }: DeskCall,
  { tags, ...version }: Tagging,
): Promise<Changed | Refusal> =>
  changeOrder<Changed>({ db, now }, { by: 'operator', actorId }, version, [], ({ order, events }) => {
    const { id, status } = order;
    if (JSON.stringify(order.tags) === JSON.stringify(tags)) return { ok: true, status, seen: events };
    return {
      event: { kind: 'note', isHidden: true, text: tagsText(tags) },
      effects: [update(orders, id, { tags: [...tags] })],
      result: (seen) => ({ ok: true, status, seen }),
    };
  });
refuses(writeTags, notFound, orderChanged);
