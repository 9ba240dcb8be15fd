/** Flags for operators: reading and resolving them. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { disputes, flags, orders, refunds } from '#db/schema/index.ts';
import { pick } from '#lib/pick.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, type Refusal, refuses } from '../lib/refusal.ts';
import { flagTitles } from '../outbox/flag-titles.ts';
import { subjectName, writeAudit } from './audit.ts';
import { conflict } from './conflict.ts';

/** Flags shown at once; resolving one makes the next visible. */
const maxFlags = 50;

/** The order of a flag whose `about` is the order's id, a late payment or a dispute. */
const orderId = sql`coalesce(
  (SELECT id FROM ${orders} WHERE id = flags.about),
  (SELECT order_id FROM ${refunds} WHERE payment_id = flags.about),
  (SELECT order_id FROM ${disputes} WHERE id = flags.about))`;

/** Unresolved flags, oldest first. */
export const openFlags = (db: Db) =>
  db.read
    .select({
      flag: flags,
      about: subjectName(sql`${flags.about}`),
      orderId: sql<string | null>`${orderId}`,
      reference: sql<string | null>`(SELECT reference FROM ${orders} WHERE id = ${orderId})`,
    })
    .from(flags)
    .where(isNull(flags.resolvedAt))
    .orderBy(asc(flags.createdAt))
    .limit(maxFlags);

type OpenFlag = Awaited<ReturnType<typeof openFlags>>[number];

/** A flag with its title. */
export const titledFlag = ({ flag, ...more }: OpenFlag) => ({
  ...pick(flag, ['id', 'kind', 'detail', 'createdAt']),
  ...more,
  title: flagTitles[flag.kind],
});

/**
 * Resolves a flag. If two operators do so, the second is refused.
 */
export async function resolveFlag(
  { db, operator, now }: DeskCall,
  { id }: { id: string },
): Promise<{ ok: true } | Refusal> {
  const open = and(eq(flags.id, id), isNull(flags.resolvedAt));
  const [[flag], , resolved] = await db.write.batch([
    db.write.select({ kind: flags.kind }).from(flags).where(eq(flags.id, id)),
    writeAudit(
      db,
      operator,
      {
        action: 'flag_resolved',
        about: sql`(SELECT coalesce((SELECT reference FROM ${orders} WHERE id = ${orderId}), about)
                    FROM ${flags} WHERE id = ${id})`,
        detail: sql`(SELECT kind || ': ' || detail FROM ${flags} WHERE id = ${id})`,
      },
      now,
      sql`EXISTS (SELECT 1 FROM ${flags} WHERE ${open})`,
    ),
    db.write.update(flags).set({ resolvedAt: now }).where(open).returning({ id: flags.id }),
  ]);
  if (resolved.length) return { ok: true };
  return flag ? conflict('Another operator has already resolved this flag.') : notFound('This flag');
}
refuses(resolveFlag, notFound, conflict);
