/** Flags: problems that an operator has to look at. Each is raised once and emailed to all operators. */
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { FlagKind } from '#db/schema/flag-kinds.ts';
import { flags, outbox } from '#db/schema/index.ts';
import { formatDayTime, oneHour } from '#lib/dates.ts';
import { enqueueEmailToOperators } from './enqueue-to-operators.ts';
import { flagRules } from './flag-rules.ts';

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

/** A cause that lasts after an operator has resolved its flag is not raised again at once, ms. */
const quietAfter = oneHour;

/**
 * Statements that raise a flag. A flag of one kind and `about` is raised and emailed once, and again after it was resolved if
 * its kind recurs (flag-rules.ts).
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
      WHERE resolved_at <= ${flagRules[kind].per === 'cause' ? now - quietAfter : now} AND ${flagRules[kind].recurs ? 1 : 0}`),
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

/** A statement that changes what an open flag says, such as how many there are by now. */
export const refreshFlag = (db: Db, kind: FlagKind, about: string, detail: string) =>
  db.write
    .update(flags)
    .set({ detail })
    .where(
      and(eq(flags.kind, kind), eq(flags.about, about), isNull(flags.resolvedAt), ne(flags.detail, detail)),
    );

/** Statements that close a flag whose cause has ended. An email about it that was not sent yet says so. */
export const endFlag = (db: Db, kind: FlagKind, about: string, now: number, when = sql`true`) =>
  [
    db.write.run(sql`
      UPDATE ${outbox}
      SET letter = json_set(letter, '$.detail', (letter ->> 'detail') || ${` It has ended by itself (${formatDayTime(now)}).`})
      WHERE status = 'waiting' AND ${when} AND cause IN (
        SELECT 'flag:' || id FROM ${flags} WHERE kind = ${kind} AND about = ${about} AND resolved_at IS NULL)`),
    resolveFlags(db, [kind], about, now, when),
  ] as const;
