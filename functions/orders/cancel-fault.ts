/** Whose fault it is that an order, or a part of it, is not sent: what goes back depends on it. */
import { sql } from 'drizzle-orm';
import { returnLines, returns } from '#db/schema/index.ts';
import { type Fault, shopFaults } from '#domain/returns/return.ts';

/** Column for a query on `orders`: whether it replaces something of a return at the shop's fault. */
export const replacesFaulty = sql<number>`EXISTS (SELECT 1 FROM ${returns} AS asked JOIN ${returnLines} AS unit
  ON unit.return_id = asked.id WHERE asked.exchange_order_id = orders.id AND unit.exchange_for IS NOT NULL
  AND unit.reason IN ${shopFaults})`;

/** An operator cancels what the shop cannot deliver. */
export const faultOfCancelling = (
  by: 'shopper' | 'operator',
  { replacesFaulty }: { replacesFaulty: number },
): Fault => (by === 'operator' || replacesFaulty ? 'shop' : 'shopper');
