/** What somebody has to look at, and an operator's word that they have. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { disputes, flags, orders, refunds } from '#db/schema/index.ts';
import { flagTitles } from '../flags/titles.ts';
import type { Operator } from '../http/operator.ts';
import { aboutWhom, noteDown } from './audit.ts';

/** More than anybody looks through at once; what is dealt with makes room for the next. */
const most = 50;

/** The order that a flag is about: by its own id, by the payment that came too late, or by its dispute. */
const orderId = sql`coalesce(
  (SELECT id FROM ${orders} WHERE id = flags.about),
  (SELECT order_id FROM ${refunds} WHERE payment_id = flags.about),
  (SELECT order_id FROM ${disputes} WHERE id = flags.about))`;

/** What nobody has dealt with, the oldest first. */
export const openFlags = (db: Db) =>
  db.read
    .select({
      flag: flags,
      about: aboutWhom(sql`${flags.about}`),
      orderId: sql<string | null>`${orderId}`,
      reference: sql<string | null>`(SELECT reference FROM ${orders} WHERE id = ${orderId})`,
    })
    .from(flags)
    .where(isNull(flags.resolvedAt))
    .orderBy(asc(flags.createdAt))
    .limit(most);

type OpenFlag = Awaited<ReturnType<typeof openFlags>>[number];

/** As the desk shows it. */
export const answerFlag = ({ flag: { id, kind, detail, createdAt }, about, ...order }: OpenFlag) => ({
  _id: id,
  kind,
  title: flagTitles[kind],
  about,
  detail,
  ...order,
  date: new Date(createdAt).toISOString(),
});

/**
 * An operator has dealt with it. Of two who say so, the second is told that it was done already.
 * @param now UTC ms
 */
export async function resolveFlag(
  db: Db,
  operator: Operator,
  id: string,
  now: number,
): Promise<{ ok: true } | { ok: false; code: 'not_found' | 'done' }> {
  const open = and(eq(flags.id, id), isNull(flags.resolvedAt));
  const [[flag], , resolved] = await db.write.batch([
    db.write.select({ kind: flags.kind }).from(flags).where(eq(flags.id, id)),
    noteDown(
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
  return { ok: false, code: flag ? 'done' : 'not_found' };
}
