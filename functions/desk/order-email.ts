/** Adds the email address to an order by phone that was made without one (docs/desk.md, "Orders by phone"). */
import { sql } from 'drizzle-orm';
import { orders, users } from '#db/schema/index.ts';
import { guestEmail } from '#domain/accounts/guest-email.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, type Refusal, refusal, refuses } from '../lib/refusal.ts';
import { type Changed, changeOrder, type OrderVersion } from '../orders/change-order.ts';
import { update, updateWhere } from '../orders/effects.ts';
import { orderChanged } from '../orders/history.ts';
import { moveCause } from '../orders/move-effects.ts';

export const emailRefusals = {
  hasEmail: refusal(409, 'has_email', 'This order has an email address already, or its buyer was erased.'),
};

/** @property email clean */
type Adding = OrderVersion & { email: string };

/**
 * The order, and its guest, get the address; the email about the order is written in the same batch, and brings the invoice if
 * there is one. An address of an account, or of another guest, is no hindrance: anybody may type any address.
 */
export const addEmail = (
  { db, now, operator: { id: actorId } }: DeskCall,
  { email, ...version }: Adding,
): Promise<Changed | Refusal> =>
  changeOrder<Changed>({ db, now }, { by: 'operator', actorId }, version, [], ({ order, events }) => {
    const { id: orderId, userId, status, address, paid } = order;
    if (address.email === email) return { ok: true, status, seen: events };
    if (!userId || address.email) return emailRefusals.hasEmail();
    const before = sql`SELECT ${guestEmail({ email: '', phone: '' })} || phone FROM ${users} AS same WHERE same.id = ${users.id}`;
    const isGuest = sql`${users.id} = ${userId} AND ${users.guest} = 1 AND ${users.email} = (${before})`;
    const content = { kind: paid ? 'order_paid' : 'order_placed', orderId } as const;
    return {
      event: { kind: 'correction', text: 'Email' },
      effects: [
        updateWhere(users, isGuest, { email }),
        update(orders, orderId, { address: { ...address, email } }),
        { effect: 'email', email: content, cause: moveCause(content) },
      ],
      result: (seen) => ({ ok: true, status, seen }),
    };
  });
refuses(addEmail, notFound, orderChanged, emailRefusals);
