/** Devices that an account knows: each keeps a random token, of which only the SHA-256 is stored. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { devices, users } from '#db/schema/index.ts';
import { newToken, tokenHash } from '../session/token.ts';

/** A device's token as it signs in. @param sent what the browser keeps; anything else gets a new one */
export function deviceToken(sent: string | undefined): { token: string; hash: string } {
  const token = sent && tokenHash(sent) ? sent : newToken();
  return { token, hash: tokenHash(token) as string };
}

/** A row when a device has signed in to the account with this address before. For a batch. */
export const knownDevice = (db: Db, email: string, hash: string) =>
  db.read
    .select({ hash: devices.tokenHash })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.userId))
    .where(and(eq(users.email, email), eq(devices.tokenHash, hash)));

/** The device has signed in to the one person of `users` for whom `who` holds. For a write batch. @param now UTC ms */
export const rememberDevice = (db: Db, hash: string, now: number, who: SQL) =>
  db.write.run(sql`
    INSERT INTO ${devices} (user_id, token_hash, created_at, used_at)
    SELECT ${users.id}, ${hash}, ${now}, ${now} FROM ${users} WHERE ${who}
    ON CONFLICT (user_id, token_hash) DO UPDATE SET used_at = excluded.used_at`);
