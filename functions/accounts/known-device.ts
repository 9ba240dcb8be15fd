/**
 * Devices that have signed in to an account, and their names. Each stores a random token; the database stores its SHA-256.
 */
import Bowser from 'bowser';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { devices, users } from '#db/schema/index.ts';
import { newToken, tokenHash } from '../lib/token.ts';
import { hasEmail } from './by-email.ts';

/** The token of a device that signs in. @param sent by the browser; a new token if it is missing or malformed */
export function deviceToken(sent: string | undefined): { token: string; hash: string } {
  const token = sent && tokenHash(sent) ? sent : newToken();
  return { token, hash: tokenHash(token) as string };
}

/** A query with a row if the device has signed in to the account of this address before. For a batch. */
export const findKnownDevice = (db: Db, email: string, hash: string) =>
  db.read
    .select({ hash: devices.tokenHash })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.userId))
    .where(and(hasEmail(email), eq(devices.tokenHash, hash)));

/** Stores the device for the one user for whom `who` holds. For a write batch. @param now UTC ms */
export const rememberDevice = (db: Db, hash: string, now: number, who: SQL) =>
  db.write.run(sql`
    INSERT INTO ${devices} (user_id, token_hash, created_at, used_at)
    SELECT ${users.id}, ${hash}, ${now}, ${now} FROM ${users} WHERE ${who}
    ON CONFLICT (user_id, token_hash) DO UPDATE SET used_at = excluded.used_at`);

/** Longer user agents are not a browser's, and would take long to parse. */
const maxLength = 512;

/** The parser repeats unknown names; only names of its own list may be displayed. */
const knownNames: ReadonlySet<string> = new Set([
  ...Object.values(Bowser.BROWSER_MAP),
  ...Object.values(Bowser.OS_MAP),
]);

const displayName = (name: string | undefined): string | undefined =>
  name && knownNames.has(name) ? name.replace(/ for Android$/, '') : undefined;

/** The name of a device, for its user to recognise: `Chrome on Android`. @returns `null` for an unknown browser */
export function deviceName(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > maxLength) return null;
  const { browser, os } = Bowser.parse(userAgent);
  const [program, system] = [displayName(browser.name), displayName(os.name)];
  if (!program) return null;
  return system ? `${program} on ${system}` : program;
}
