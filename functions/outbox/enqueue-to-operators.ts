/**
 * Emails to all operators. Not in enqueue.ts, because `npm run operator` enqueues them too: enqueue.ts imports
 * content/store.yaml as text, which only the Worker's bundle can do.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { outbox } from '#db/schema/index.ts';
import type { OrderEmailChoice } from '#domain/email/order-emails.ts';
import type { EmailToEnqueue } from './enqueue.ts';

/**
 * A statement that puts an email to every operator into the outbox. Without any operator it goes to the shop's own
 * address (an empty recipient, see functions/dispatch/dispatch.ts).
 * @property wanting only to operators who have chosen this, and to nobody if there are none
 */
export const enqueueEmailToOperators = (
  db: Db,
  {
    cause,
    content,
    now,
    sendAt = now,
    when = sql`true`,
    wanting,
  }: Omit<EmailToEnqueue, 'to' | 'limited'> & { wanting?: OrderEmailChoice },
) =>
  db.write.run(sql`
    INSERT INTO ${outbox} (id, cause, recipient, letter, next_try_at, created_at)
    SELECT lower(hex(randomblob(16))), ${cause}, operators.email, ${JSON.stringify(content)}, ${sendAt}, ${now}
    FROM (SELECT email FROM users WHERE role = 'operator' ${
      wanting
        ? sql`AND order_emails = ${wanting}`
        : sql`UNION ALL SELECT '' WHERE NOT EXISTS (SELECT 1 FROM users WHERE role = 'operator')`
    }) AS operators
    WHERE ${when}
    ON CONFLICT (cause, recipient) DO NOTHING`);

/** A statement with the email about a new order, for operators who want one for each. */
export const enqueueNewOrderEmail = (db: Db, orderId: string, now: number, when?: SQL) =>
  enqueueEmailToOperators(db, {
    cause: `new_order:${orderId}`,
    content: { kind: 'new_order', orderId },
    now,
    when,
    wanting: 'each',
  });
