/**
 * Withdraws the links of an order, for its owner or an operator: those that were sent until now no longer open it, and a
 * person who has opened one sees nothing more. Emails that are sent later, and the desk's WhatsApp message, have another link.
 */
import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, sessions } from '#db/schema/index.ts';
import type { Owner } from '../lib/owner.ts';
import { notFound, type Refusal, refuses } from '../lib/refusal.ts';
import { type Changed, changeOrder, type OrderVersion } from './change-order.ts';
import { update } from './effects.ts';
import { orderChanged } from './history.ts';

type LinksCall = { db: Db; now: number; owner: Owner };

const withdrawLinks = (
  call: LinksCall,
  as: 'shopper' | 'operator',
  version: OrderVersion,
): Promise<Changed | Refusal> =>
  changeOrder<Changed>(
    call,
    { owner: call.owner, as },
    version,
    [],
    ({ order: { id, status, linkVersion } }) => ({
      event: { kind: 'note', isHidden: true, text: 'The links of this order were withdrawn.' },
      effects: [
        update(orders, id, { linkVersion: linkVersion + 1 }),
        { effect: 'also', statements: (db) => [db.write.delete(sessions).where(eq(sessions.orderId, id))] },
      ],
      result: (seen) => ({ ok: true, status, seen }),
    }),
  );

/** By the account or the guest of the order, on a device of theirs. */
export const withdrawOwnLinks = (call: LinksCall, request: OrderVersion) =>
  withdrawLinks(call, 'shopper', request);
refuses(withdrawOwnLinks, notFound);

/** By an operator. */
export const withdrawLinksAsOperator = (call: LinksCall, request: OrderVersion) =>
  withdrawLinks(call, 'operator', request);
refuses(withdrawLinksAsOperator, notFound, orderChanged);
