/**
 * Pausing the sale of a product, and resuming it. Shoppers see the reason (docs/behaviour.md,
 * "Stock and retired products").
 */
import { and, eq, sql } from 'drizzle-orm';
import { products, users } from '#db/schema/index.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, type Refusal, refuses } from '../lib/refusal.ts';
import { writeAudit } from './audit.ts';
import { conflict } from './conflict.ts';

/** Column: the name of the operator who has paused it. */
export const pausedByName = sql<string | null>`
  CASE WHEN paused IS NOT NULL THEN coalesce((SELECT name FROM ${users} WHERE id = paused_by), 'A former operator') END`;

/**
 * One batch writes the audit entry and the state.
 * @param to the reason for shoppers; null to sell it again @param seen what the operator saw: the same kind of value
 */
export async function setPaused(
  { db, operator, now }: DeskCall,
  { productId, to, seen }: { productId: string; to: string | null; seen: string | null },
): Promise<{ ok: true; name: string } | Refusal> {
  const isAsSeen = sql`EXISTS (SELECT 1 FROM ${products} WHERE id = ${productId} AND paused IS ${seen} AND retired = 0)`;
  const [, done, [product]] = await db.write.batch([
    writeAudit(
      db,
      operator,
      { action: to === null ? 'selling_resumed' : 'selling_paused', about: productId, detail: to },
      now,
      isAsSeen,
    ),
    db.write
      .update(products)
      .set({ paused: to, pausedAt: to === null ? null : now, pausedBy: to === null ? null : operator.id })
      .where(and(eq(products.id, productId), isAsSeen))
      .returning({ id: products.id }),
    db.write
      .select({ name: products.name, paused: products.paused, retired: products.retired, by: pausedByName })
      .from(products)
      .where(eq(products.id, productId)),
  ]);
  if (!product || product.retired) return notFound('This product');
  const { name, paused, by } = product;
  if (done.length) return { ok: true, name };
  // Another operator was first.
  return conflict(
    paused === null ? `${name} is sold again already.` : `${by} has already paused ${name}: ${paused}`,
    { paused },
  );
}
refuses(setPaused, notFound, conflict);
