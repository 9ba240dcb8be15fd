/** Flags: problems that an operator has to look at. Each is raised once and emailed to all operators. */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { FlagKind } from '#db/schema/flag-kinds.ts';
import { flags, outbox } from '#db/schema/index.ts';
import { enqueueEmailToOperators } from './enqueue-to-operators.ts';

/**
 * @property about id of an order, an email, a job or a user, sometimes followed by a colon and more
 * @property aboutInEmail text for the email instead of `about`
 * @property when condition in the database
 * @property now UTC ms
 * @property emailAt when its email may be sent, UTC ms; default: now
 */
export type NewFlag = {
  kind: FlagKind;
  about: string;
  aboutInEmail?: string;
  detail: string;
  now: number;
  emailAt?: number | undefined;
  when?: SQL;
};

/** Problems that may occur again after they were resolved; the flag is then raised again. */
const recurring: ReadonlySet<FlagKind> = new Set([
  'refund_due',
  'refund_failed',
  'late_credit_note',
  'dispute',
  'job_failing',
  'review_burst',
  'operator_sign_in_failures',
]);

/**
 * Statements that raise a flag. A flag of one kind and `about` is raised and emailed once.
 */
export function raiseFlag(
  db: Db,
  { kind, about, aboutInEmail = about, detail, now, emailAt, when = sql`true` }: NewFlag,
) {
  const id = crypto.randomUUID();
  return [
    db.write.run(sql`
      INSERT INTO ${flags} (id, kind, about, detail, created_at)
      SELECT ${id}, ${kind}, ${about}, ${detail}, ${now} WHERE ${when}
      ON CONFLICT (kind, about) DO UPDATE
      SET id = excluded.id, detail = excluded.detail, created_at = excluded.created_at, resolved_at = NULL
      WHERE resolved_at IS NOT NULL AND ${recurring.has(kind) ? 1 : 0}`),
    enqueueEmailToOperators(db, {
      cause: `flag:${id}`,
      content: { kind: 'operator_flag', flag: kind, about: aboutInEmail, detail },
      now,
      sendAt: emailAt,
      when: sql`EXISTS (SELECT 1 FROM ${flags} WHERE id = ${id})`,
    }),
  ] as const;
}

/** A statement that deletes the email about a flag, if no run has tried to send it. @param when condition in the database */
export const dropFlagEmail = (db: Db, kind: FlagKind, about: string, when: SQL) =>
  db.write.run(sql`
    DELETE FROM ${outbox} WHERE attempts = 0 AND ${when}
    AND cause IN (SELECT 'flag:' || id FROM ${flags} WHERE kind = ${kind} AND about = ${about})`);

/** A statement that resolves flags whose problem no longer exists. @param when condition in the database */
export const resolveFlags = (
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
