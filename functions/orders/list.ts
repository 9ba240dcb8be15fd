/** An account's orders, newest first. */
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders } from '#db/schema.ts';
import type { ApiOrder } from '#features/orders/order.ts';
import { personOf, userIdOf } from '../accounts/session.ts';
import type { Owner } from '../cart/cart.ts';
import { answerOrder } from './answer.ts';

/** More than anybody scrolls through, and little enough for one answer. */
const most = 200;

/** @returns undefined for a dead token */
export async function listOrders(db: Db, { tokenHash, now }: Owner): Promise<ApiOrder[] | undefined> {
  const mine = eq(orders.userId, userIdOf(tokenHash, now));
  const newest = () => [desc(orders.createdAt), desc(orders.id)];
  const [[person], rows, lines] = await db.read.batch([
    personOf(db, tokenHash, now),
    db.read
      .select()
      .from(orders)
      .where(mine)
      .orderBy(...newest())
      .limit(most),
    db.read
      .select()
      .from(orderLines)
      .where(
        inArray(
          orderLines.orderId,
          db.read
            .select({ id: orders.id })
            .from(orders)
            .where(mine)
            .orderBy(...newest())
            .limit(most),
        ),
      )
      .orderBy(asc(orderLines.position)),
  ]);
  if (!person) return undefined;
  const byOrder = Map.groupBy(lines, (line) => line.orderId);
  return rows.map((order) => answerOrder(order, byOrder.get(order.id) ?? []));
}

/** One order of the account; undefined when it is not there or not theirs, `signed_out` for a dead token. */
export async function findOrder(db: Db, { tokenHash, now }: Owner, id: string) {
  const [[person], [order]] = await db.read.batch([
    personOf(db, tokenHash, now),
    db.read
      .select()
      .from(orders)
      .where(and(eq(orders.id, id), eq(orders.userId, userIdOf(tokenHash, now)))),
  ]);
  return person ? order : ('signed_out' as const);
}
