/**
 * `npm run operator -- add --email someone@example.com [--name "Asha Rao"] [--owner]`: makes an operator. The
 * first one can only be created here, with access to the database: there are no default credentials.
 * `npm run operator -- reset-second-factor --email someone@example.com`: for an operator who has lost phone and
 * recovery codes where no other operator can help.
 */
import { parseArgs } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { connect, type DatabaseAddress } from '#db/client.ts';
import { sessions, users } from '#db/schema/index.ts';
import { registration } from '#domain/accounts/account.ts';
import { hasEmail } from '#functions/accounts/by-email.ts';
import { hashPassword } from '#functions/accounts/password.ts';
import { hasFactor, resetFactor } from '#functions/accounts/second-factor.ts';
import { addressFromEnvironment, runCommand } from '#tools/lib/command.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';

/** 96 random bits, readable enough to be typed from a screen. */
export const randomPassword = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('base64url');

/**
 * Opens an operator's account, or makes an existing account an operator. A new account gets a random
 * password that is good once, and so does one whose owner has not chosen another yet; any other keeps its
 * own, and its sessions end, so that the new powers begin with a fresh sign-in. The address counts as
 * verified: the person who runs this vouches for it.
 * @param owner they may confirm alone what needs two operators @param now UTC ms
 * @returns password: the one-time password, if one was set
 */
export async function addOperator(
  address: DatabaseAddress,
  { email, name, owner = false, now }: { email: string; name: string; owner?: boolean; now: number },
): Promise<{ email: string; password: string | undefined }> {
  const db = connect(address);
  const [existing] = await db.read
    .select({ id: users.id, oneTime: users.oneTime })
    .from(users)
    .where(hasEmail(email));
  if (existing && !existing.oneTime) {
    await db.write.batch([
      db.write
        .update(users)
        .set({ role: 'operator', verifiedAt: now, editsContent: true, ...(owner && { owner }) })
        .where(eq(users.id, existing.id)),
      db.write.delete(sessions).where(eq(sessions.userId, existing.id)),
    ]);
    return { email, password: undefined };
  }
  const password = randomPassword();
  const oneTime = { password: await hashPassword(password), oneTime: true, ...(owner && { owner }) };
  const account = {
    id: crypto.randomUUID(),
    name,
    email,
    role: 'operator' as const,
    createdAt: now,
    verifiedAt: now,
  };
  await (existing
    ? db.write
        .update(users)
        .set(oneTime)
        .where(and(eq(users.id, existing.id), eq(users.oneTime, true)))
    : db.write.insert(users).values({ ...account, ...oneTime }));
  return { email, password };
}

/**
 * Takes the second factor off an operator's account and ends its sessions; all operators get an email.
 * @param now UTC ms @returns whether there was one; undefined when no operator has this address
 */
export async function resetSecondFactor(
  address: DatabaseAddress,
  { email, now }: { email: string; now: number },
): Promise<boolean | undefined> {
  const db = connect(address);
  const [operator] = await db.read
    .select({ id: users.id, name: users.name, email: users.email, has: hasFactor(users.id) })
    .from(users)
    .where(and(hasEmail(email), eq(users.role, 'operator')));
  if (!operator) return undefined;
  if (operator.has) await db.write.batch(resetFactor(db, operator, { by: 'The command line', now }));
  return Boolean(operator.has);
}

const usage = `Usage:
  npm run operator -- add --email someone@example.com [--name "Asha Rao"] [--owner]
  npm run operator -- reset-second-factor --email someone@example.com`;

async function operate(): Promise<void> {
  const { positionals, values } = readArguments();
  const command = positionals.join();
  if (!['add', 'reset-second-factor'].includes(command) || !values.email) throw new Failure(usage);
  const { data } = registration.pick({ email: true, name: true }).safeParse({ name: 'Operator', ...values });
  if (!data) throw new Failure(`That is not a valid email address or name. ${usage}`);
  if (command === 'add') return add({ ...data, owner: values.owner ?? false });
  const reset = await resetSecondFactor(addressFromEnvironment(), { email: data.email, now: Date.now() });
  if (reset === undefined) throw new Failure(`No operator has the address ${data.email}.`);
  logInfo(
    reset
      ? `${data.email} is signed out everywhere, and can sign in with the password alone to set up two-step sign-in again.`
      : `${data.email} has no two-step sign-in: there is nothing to reset.`,
  );
}

async function add(who: { email: string; name: string; owner: boolean }): Promise<void> {
  const { email, password } = await addOperator(addressFromEnvironment(), { ...who, now: Date.now() });
  logInfo(
    password
      ? `Operator ${email} can sign in with the password ${password} (shown only now, and valid once: the shop then asks for a new password).`
      : `${email} is an operator now, with the same password as before.`,
  );
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { email: { type: 'string' }, name: { type: 'string' }, owner: { type: 'boolean' } },
    });
  } catch {
    throw new Failure(usage);
  }
}

if (import.meta.main) await runCommand(operate);
