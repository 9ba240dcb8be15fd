/**
 * Withdraws the links of an order, for its owner or an operator: those that were sent until now no longer open it, and a
 * person who has opened one sees nothing more. Emails that are sent later, and the desk's WhatsApp message, have another link.
 */
import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, sessions } from '#db/schema/index.ts';
import type { Refusal } from '../lib/refusal.ts';
import { type Caller, type Changed, changeOrder, type OrderVersion } from './change-order.ts';
import { update } from './effects.ts';

/** @param caller the account or the guest of the order on a device of theirs, or an operator */
export const withdrawLinks = (
  context: { db: Db; now: number },
  caller: Caller,
  version: OrderVersion,
): Promise<Changed | Refusal> =>
  changeOrder<Changed>(context, caller, version, [], ({ order: { id, status, linkVersion } }) => ({
    event: { kind: 'note', isHidden: true, text: 'The links of this order were withdrawn.' },
    effects: [
      update(orders, id, { linkVersion: linkVersion + 1 }),
      { effect: 'also', statements: (db) => [db.write.delete(sessions).where(eq(sessions.orderId, id))] },
    ],
    result: (seen) => ({ ok: true, status, seen }),
  }));
