/**
 * The flags about emails that cannot be sent: one for a mail service that fails, which ends when nothing waits for it any
 * more, and one for emails that were given up, which operators close.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { flags, outbox } from '#db/schema/index.ts';
import { kindOf } from '../outbox/enqueue.ts';
import { endFlag, refreshFlag } from '../outbox/flag.ts';

/** Failed attempts after which the flag is raised. */
export const attemptsBeforeFlag = 5;

/** What the flags are about. */
export const mailFailures = { trying: 'the mail service', givenUp: 'emails that were given up' } as const;

type Failing = { count: number; kinds: string | null; reason: string | null };

/** Part of the job: says how many emails the open flags are about, and ends the one of the mail service. @param now UTC ms */
export async function updateMailFlags(db: Db, now: number): Promise<void> {
  const failing = (which: ReturnType<typeof sql>) =>
    db.read.all<Failing>(sql`
      SELECT count(*) AS count, group_concat(DISTINCT kind) AS kinds, min(error) AS reason
      FROM (SELECT ${kindOf(outbox.cause)} AS kind, error FROM ${outbox}
        WHERE ${which} AND cause NOT LIKE 'flag:%')`);
  const [open, [trying], [givenUp]] = await db.read.batch([
    db.read
      .select({ about: flags.about, createdAt: flags.createdAt })
      .from(flags)
      .where(and(eq(flags.kind, 'mail_failing'), isNull(flags.resolvedAt))),
    failing(sql`status = 'waiting' AND attempts >= ${attemptsBeforeFlag}`),
    failing(sql`status = 'given_up' AND error IS NOT 'nothing to say' AND next_try_at >= (
      SELECT created_at FROM ${flags} WHERE kind = 'mail_failing' AND about = ${mailFailures.givenUp})`),
  ]);
  const isOpen = (about: string) => open.some((flag) => flag.about === about);
  const say = ({ count, kinds, reason }: Failing, what: string) =>
    `${count} ${count === 1 ? 'email' : 'emails'} (${kinds}) ${what}: ${reason}`;
  if (isOpen(mailFailures.trying))
    await (trying?.count
      ? refreshFlag(db, 'mail_failing', mailFailures.trying, say(trying, 'cannot be sent at the moment'))
      : db.write.batch(endFlag(db, 'mail_failing', mailFailures.trying, now)));
  if (isOpen(mailFailures.givenUp) && givenUp?.count)
    await refreshFlag(db, 'mail_failing', mailFailures.givenUp, say(givenUp, 'were given up'));
}
