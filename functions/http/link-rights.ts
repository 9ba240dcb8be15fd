/**
 * What the link of an order may do (docs/behaviour.md, "Order links"): the one table that every route with a token asks. The
 * queries of these routes name the order (lib/session.ts), so that a link reaches no other one; a route that is not
 * listed refuses its token.
 */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isUnconfirmed } from '#db/schema/index.ts';
import { codeNeeded, signedOut } from '../lib/refusal.ts';

/**
 * `always`: it shows the order, or changes only an order that waits to be confirmed. `unconfirmed`: only while the cash order
 * waits to be confirmed; cancelling a cancelled one again succeeds. `prove`: asks for the code, or sends it.
 */
type Right = 'always' | 'unconfirmed' | 'prove';

export const linkRights: Readonly<Record<string, Right>> = {
  'POST /api/order/userorders': 'always',
  'GET /api/order/tracking-info/:orderId': 'always',
  'POST /api/order/document': 'always',
  'POST /api/order/document.pdf': 'always',
  'POST /api/order/confirm': 'always',
  'POST /api/order/verifyStripe': 'always',
  'POST /api/order/verifyRazorpay': 'always',
  'POST /api/order/pay': 'unconfirmed',
  'POST /api/order/cancel': 'unconfirmed',
  'POST /api/order/code': 'prove',
  'POST /api/order/prove': 'prove',
};

/**
 * Checks the right of a link's session. One call.
 * @param route method and path as Hono writes them
 * @throws Refusal
 */
export async function requireLinkRight(db: Db, tokenHash: string, route: string, now: number): Promise<void> {
  const right = Object.hasOwn(linkRights, route) ? linkRights[route] : undefined;
  if (!right) throw codeNeeded();
  const [session] = await db.read.all<{ open: number }>(sql`
    SELECT (${isUnconfirmed} OR status = 'Cancelled') AS open FROM sessions JOIN orders ON orders.id = sessions.order_id
    WHERE token_hash = ${tokenHash} AND expires_at > ${now}`);
  if (!session) throw signedOut();
  if (right === 'unconfirmed' && !session.open) throw codeNeeded();
}
