/** What an operator has to look at: raised once, told to every operator by mail. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { flags } from '#db/schema.ts';
import { postToOperators } from '../mail/outbox.ts';

export type FlagKind =
  /** Money came that is not what the order asked for; nothing was applied. */
  | 'payment_mismatch'
  /** Money came for an order that had ended, or came twice. */
  | 'late_payment'
  | 'refund_due'
  /** The provider would not give money back. */
  | 'refund_failed'
  /** A provider has not said for two hours whether something was paid. */
  | 'provider_silent'
  | 'mail_failing'
  | 'job_failing';

/** @property about an order's, a letter's or a job's id @property when what must hold in the database */
export type Raising = { kind: FlagKind; about: string; detail: string; now: number; when?: SQL };

/**
 * Statements that raise a flag. The same one about the same thing is raised, and mailed, once.
 */
export function raiseFlag(db: Db, { kind, about, detail, now, when = sql`true` }: Raising) {
  const id = crypto.randomUUID();
  return [
    db.write.run(sql`
      INSERT INTO ${flags} (id, kind, about, detail, created_at)
      SELECT ${id}, ${kind}, ${about}, ${detail}, ${now} WHERE ${when}
      ON CONFLICT (kind, about) DO NOTHING`),
    postToOperators(db, {
      cause: `flag:${id}`,
      letter: { kind: 'operator_flag', flag: kind, about, detail },
      now,
      when: sql`EXISTS (SELECT 1 FROM ${flags} WHERE id = ${id})`,
    }),
  ] as const;
}
