/** What an operator has to look at: raised once, told to every operator by mail. */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { flags } from '#db/schema/index.ts';
import type { FlagKind } from '#db/schema/messages.ts';
import { postToOperators } from '../outbox/enqueue-to-operators.ts';

/**
 * @property about an order's, a letter's or a job's id; a person's too, perhaps with a colon and more behind it
 * @property aboutInEmail what the email says in its place
 * @property when what must hold in the database
 */
export type Raising = {
  kind: FlagKind;
  about: string;
  aboutInEmail?: string;
  detail: string;
  now: number;
  when?: SQL;
};

/** Troubles that may come back after somebody has dealt with them: they are then raised anew. */
const recurring: ReadonlySet<FlagKind> = new Set([
  'refund_failed',
  'dispute',
  'job_failing',
  'operator_sign_in_failures',
]);

/**
 * Statements that raise a flag. The same one about the same thing is raised, and mailed, once.
 */
export function raiseFlag(
  db: Db,
  { kind, about, aboutInEmail = about, detail, now, when = sql`true` }: Raising,
) {
  const id = crypto.randomUUID();
  return [
    db.write.run(sql`
      INSERT INTO ${flags} (id, kind, about, detail, created_at)
      SELECT ${id}, ${kind}, ${about}, ${detail}, ${now} WHERE ${when}
      ON CONFLICT (kind, about) DO UPDATE
      SET id = excluded.id, detail = excluded.detail, created_at = excluded.created_at, resolved_at = NULL
      WHERE resolved_at IS NOT NULL AND ${recurring.has(kind) ? 1 : 0}`),
    postToOperators(db, {
      cause: `flag:${id}`,
      letter: { kind: 'operator_flag', flag: kind, about: aboutInEmail, detail },
      now,
      when: sql`EXISTS (SELECT 1 FROM ${flags} WHERE id = ${id})`,
    }),
  ] as const;
}

/** Takes flags off the list whose trouble has ended by itself. @param when what must hold in the database */
export const settleFlags = (
  db: Db,
  kinds: readonly FlagKind[],
  about: string,
  now: number,
  when = sql`true`,
) =>
  db.write
    .update(flags)
    .set({ resolvedAt: now })
    .where(and(inArray(flags.kind, [...kinds]), eq(flags.about, about), isNull(flags.resolvedAt), when));
