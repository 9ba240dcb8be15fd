/**
 * Emails to all operators. Apart from outbox.ts, which reads content/store.yaml as only the Worker's bundle can:
 * `npm run operator` writes them too.
 */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { outbox } from '#db/schema/index.ts';
import type { Posting } from './enqueue.ts';

/**
 * A statement that puts an email to every operator into the outbox; without any operator it goes to the shop's own
 * address (an empty recipient, see functions/dispatch/dispatch.ts).
 */
export const postToOperators = (
  db: Db,
  { cause, letter, now, when = sql`true` }: Omit<Posting, 'to' | 'limited'>,
) =>
  db.write.run(sql`
    INSERT INTO ${outbox} (id, cause, recipient, letter, next_try_at, created_at)
    SELECT lower(hex(randomblob(16))), ${cause}, operators.email, ${JSON.stringify(letter)}, ${now}, ${now}
    FROM (SELECT email FROM users WHERE role = 'operator'
          UNION ALL SELECT '' WHERE NOT EXISTS (SELECT 1 FROM users WHERE role = 'operator')) AS operators
    WHERE ${when}
    ON CONFLICT (cause, recipient) DO NOTHING`);
