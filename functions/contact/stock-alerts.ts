/**
 * Asking for an email when what is sold out is back (docs/behaviour.md, "Back in stock"). Anybody may type an address, so asking
 * causes no email, and the answer does not show whether the address had asked before.
 */
import { eq, sql } from 'drizzle-orm';
import { lastResults } from '#db/client.ts';
import { products, stockAlerts } from '#db/schema/index.ts';
import { alertPrefix } from '#domain/newsletter/unsubscribe-paths.ts';
import { mailboxOf } from '#lib/mailbox.ts';
import type { Call } from '../lib/call.ts';
import { notFound, type Refusal, refusal, refuses, tooMany } from '../lib/refusal.ts';
import { attemptKey } from '../limits/attempts.ts';
import { hourlyLimit, limitOfCall, networkLimit } from '../limits/hourly.ts';
import { newLinkToken } from './welcome-code.ts';

const notSoldOut = refusal(
  409,
  'not_sold_out',
  'This can be bought again, or is not sold any more. Please load the page again.',
);

/** Stores who waits for a product, size or shade. After its email the address can ask again. */
export async function requestStockAlert(
  call: Call,
  { productId, email }: { productId: string; email: string },
): Promise<{ ok: true; message: string } | Refusal> {
  const { db, limits, now } = call;
  const ofNetwork = networkLimit('stock-alert', limitOfCall(call, limits.STOCK_ALERTS_PER_HOUR));
  const mailbox = mailboxOf(email);
  const ofEmail = hourlyLimit(attemptKey('stock-alert-email', mailbox), limits.STOCK_ALERTS_PER_EMAIL, now);
  const isSoldOut = sql<number>`(${products.stock} = 0 AND ${products.paused} IS NULL AND ${products.retired} = 0)`;
  const queries = [db.write.select({ isSoldOut }).from(products).where(eq(products.id, productId))] as const;
  const results = await db.write.batch([
    ofNetwork.count(db),
    ofEmail.count(db),
    db.write.run(sql`
      INSERT INTO ${stockAlerts} (product_id, mailbox, email, token, created_at)
      SELECT id, ${mailbox}, ${email}, ${alertPrefix + newLinkToken()}, ${now} FROM ${products}
      WHERE id = ${productId} AND ${isSoldOut} AND ${ofNetwork.isWithin} AND ${ofEmail.isWithin}
      ON CONFLICT (product_id, mailbox) DO UPDATE SET created_at = ${now}, ended_at = NULL WHERE ended_at IS NOT NULL`),
    ...queries,
  ]);
  const wait = ofNetwork.wait(results[0]) ?? ofEmail.wait(results[1]);
  if (wait) return tooMany(wait, 'This was asked too often. Please try again in an hour.');
  const [[product]] = lastResults(results, queries);
  if (!product) return notFound('This product');
  return product.isSoldOut
    ? { ok: true, message: 'Thank you. We write to you once, when it is back.' }
    : notSoldOut();
}
refuses(requestStockAlert, notFound, notSoldOut);
