/**
 * What the link of an order may do (docs/behaviour.md, "Order links"): each route says it in its line (`link`), and one that
 * says nothing refuses the token. The queries of these routes name the order (lib/session.ts), so that a link reaches no
 * other one.
 */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isUnconfirmed } from '#db/schema/index.ts';
import { codeNeeded, signedOut } from '../lib/refusal.ts';

/**
 * `always`: it shows the order, or changes only an order that waits to be confirmed. `unconfirmed`: only while the cash order
 * waits to be confirmed; cancelling a cancelled one again succeeds. `prove`: asks for the code, or sends it.
 */
export type LinkRight = 'always' | 'unconfirmed' | 'prove';

/** Checks the right of a link's session. One call. @throws Refusal */
export async function requireLinkRight(
  db: Db,
  tokenHash: string,
  right: LinkRight | undefined,
  now: number,
): Promise<void> {
  if (!right) throw codeNeeded();
  const [session] = await db.read.all<{ open: number }>(sql`
    SELECT (${isUnconfirmed} OR status = 'Cancelled') AS open FROM sessions JOIN orders ON orders.id = sessions.order_id
    WHERE token_hash = ${tokenHash} AND expires_at > ${now}`);
  if (!session) throw signedOut();
  if (right === 'unconfirmed' && !session.open) throw codeNeeded();
}
