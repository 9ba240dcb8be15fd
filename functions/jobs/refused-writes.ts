/**
 * Emails operators when the database cannot store anything. The outbox cannot take that email, so it is sent at once, and
 * nothing in the database can say that it was sent. An incident is named by the last write before it, which stays the same
 * as long as nothing is written: the mail service sends one email for that name, and Cloudflare's cache of this place
 * remembers it.
 */
import { eq, sql } from 'drizzle-orm';
import type { Db, WritesRefused } from '#db/client.ts';
import { jobs, users } from '#db/schema/index.ts';
import { mailboxOf } from '#domain/store/contact.ts';
import { asSentence } from '#lib/sentence.ts';
import { renderEmail } from '../email/render.ts';
import { type MailSettings, mailSender } from '../email/send.ts';
import { store } from '../lib/store.ts';
import { flagTitles } from '../outbox/flag-titles.ts';

/** Cloudflare's own cache, which the types of browsers lack. */
const shopCache = (): Cache => (caches as unknown as { default: Cache }).default;

/** s. An incident that lasts longer is mailed again. */
const remembered = 7 * 24 * 60 * 60;

/** @throws Error when an email could not be sent: the next run tries again */
export async function reportRefusedWrites(
  db: Db,
  settings: MailSettings & { SHOP_URL?: string },
  { reason }: WritesRefused,
): Promise<void> {
  const send = mailSender(settings, store);
  if (!send) return;
  const [last] = await db.read.select({ at: sql<number | null>`max(finished_at)` }).from(jobs);
  const incident = `writes-refused-${last?.at ?? 0}`;
  const url = settings.SHOP_URL || store.url;
  const mark = new Request(`${url}/${incident}`);
  if (await shopCache().match(mark)) return;
  const operators = await db.read
    .select({ email: users.email })
    .from(users)
    .where(eq(users.role, 'operator'))
    .orderBy(users.email);
  const recipients = operators.length ? operators.map(({ email }) => email) : [mailboxOf(store)];
  const email = renderEmail(
    {
      kind: 'operator_flag',
      title: flagTitles.writes_refused,
      lines: [
        asSentence(`The database cannot store anything: ${reason}`),
        'Shoppers can browse, but they cannot order. Free disk space, or upgrade the plan of the database. You need to do nothing else.',
      ],
    },
    { store, url },
  );
  for (const [n, to] of recipients.entries()) {
    const result = await send({ ...email, attachments: [], id: `${incident}-${n}`, to });
    if (!result.ok) throw new Error(`the email about refused writes was not sent: ${result.reason}`);
  }
  const headers = { 'Cache-Control': `max-age=${remembered}` };
  await shopCache().put(mark, new Response('sent', { headers }));
}
