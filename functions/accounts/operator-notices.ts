/** Notices to operators about sign-ins to their accounts: an email to each, and a flag at the desk. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts, devices, sessions } from '#db/schema/index.ts';
import type { Role } from '#features/accounts/account.ts';
import { formatMoment } from '#lib/dates.ts';
import { raiseFlag } from '../flags/flag.ts';
import { takeHour } from '../limits/attempts.ts';

type Account = { id: string; email: string; role: Role };

/** Wrong passwords and codes within an hour that raise a flag. */
const series = 5;

/**
 * Counts a wrong password or code for an operator's account. The fifth within an hour raises a flag: one in
 * that hour, and none while an older one is open. @param now UTC ms
 */
export async function noteFailure(db: Db, { id, email, role }: Account, now: number): Promise<void> {
  if (role !== 'operator') return;
  const counter = `operator_failures:${id}`;
  await db.write.batch([
    takeHour(db, counter, now),
    ...raiseFlag(db, {
      kind: 'operator_sign_in_failures',
      about: id,
      aboutInEmail: email,
      detail: `${series} wrong passwords or codes within an hour. If it was not you who typed them, choose another password.`,
      now,
      when: sql`(SELECT count FROM ${attempts} WHERE key = ${counter}) = ${series}`,
    }),
  ]);
}

type Session = { tokenHash: string; device: string | null; createdAt: number };

/**
 * Statements that raise a flag when an operator signs in on a device that the account has not signed in on before,
 * unless it is its first. For the session's batch: after it has begun, before the device is remembered.
 */
export const noticeOfDevice = (
  db: Db,
  { id, email, role }: Account,
  { tokenHash, device, createdAt: now }: Session,
  knownDevice: boolean,
) =>
  role !== 'operator' || knownDevice
    ? []
    : raiseFlag(db, {
        kind: 'operator_new_device',
        about: `${id}:${now}`,
        aboutInEmail: `${email}, ${formatMoment(now)}`,
        detail: `Signed in on ${device ?? 'an unknown device'}. If it was not you, choose another password: that ends all other sessions.`,
        now,
        when: sql`EXISTS (SELECT 1 FROM ${sessions} WHERE ${sessions.tokenHash} = ${tokenHash})
          AND EXISTS (SELECT 1 FROM ${devices} WHERE ${devices.userId} = ${id})`,
      });
