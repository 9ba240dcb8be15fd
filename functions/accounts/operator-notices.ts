/** Flags about sign-ins to operators' accounts, shown at the desk and emailed to all operators. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts, devices, sessions } from '#db/schema/index.ts';
import type { Role } from '#domain/accounts/account.ts';
import { formatDayTime } from '#lib/dates.ts';
import { countInHour } from '../limits/hourly.ts';
import { raiseFlag } from '../outbox/flag.ts';

type Account = { id: string; email: string; role: Role };

/** Wrong passwords and codes within an hour after which a flag is raised. */
const failuresBeforeFlag = 5;

/**
 * Counts a wrong password or code for an operator's account. The fifth within an hour raises a flag, unless one is
 * already open. @param now UTC ms
 */
export async function countOperatorFailure(db: Db, { id, email, role }: Account, now: number): Promise<void> {
  if (role !== 'operator') return;
  const counter = `operator_failures:${id}`;
  await db.write.batch([
    countInHour(db, counter, now),
    ...raiseFlag(db, {
      kind: 'operator_sign_in_failures',
      about: id,
      aboutInEmail: email,
      detail: `${failuresBeforeFlag} wrong passwords or codes within an hour. If this was not you, choose another password.`,
      now,
      when: sql`(SELECT count FROM ${attempts} WHERE key = ${counter}) = ${failuresBeforeFlag}`,
    }),
  ]);
}

type Session = { tokenHash: string; device: string | null; createdAt: number };

/**
 * Statements that raise a flag when an operator signs in on a new device, unless it is the account's first. In the
 * session's batch they come after the session is inserted and before the device is stored.
 */
export const flagNewDevice = (
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
        aboutInEmail: `${email}, ${formatDayTime(now)}`,
        detail: `Signed in on ${device ?? 'an unknown device'}. If this was not you, choose another password: that ends all other sessions.`,
        now,
        when: sql`EXISTS (SELECT 1 FROM ${sessions} WHERE ${sessions.tokenHash} = ${tokenHash})
          AND EXISTS (SELECT 1 FROM ${devices} WHERE ${devices.userId} = ${id})`,
      });
