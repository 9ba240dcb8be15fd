/**
 * `npm run operator -- add --email someone@example.com [--name "Asha Rao"]`: makes an operator. The
 * first one can only be made here, by somebody who holds the database's key: no default credentials.
 */
import { parseArgs } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { registration } from '#features/accounts/account.ts';
import { hashPassword } from '#functions/accounts/password.ts';
import { connect, type DatabaseAddress } from './client.ts';
import { addressFromEnvironment, runAsCommand, UsageError } from './command.ts';
import { sessions, users } from './schema.ts';

/** 96 random bits, readable enough to be typed from a screen. */
export const randomPassword = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('base64url');

/**
 * Opens an operator's account, or makes an existing account an operator. A new account gets a random
 * password that is good once, and so does one whose owner has not chosen another yet; any other keeps its
 * own, and its sessions end, so that the new powers begin with a fresh sign-in. Whoever runs this vouches for the
 * address. @param now UTC ms
 * @returns password: the one-time password, if one was set
 */
export async function addOperator(
  address: DatabaseAddress,
  { email, name, now }: { email: string; name: string; now: number },
): Promise<{ email: string; password: string | undefined }> {
  const db = connect(address);
  const [existing] = await db.read
    .select({ id: users.id, oneTime: users.oneTime })
    .from(users)
    .where(eq(users.email, email));
  if (existing && !existing.oneTime) {
    await db.write.batch([
      db.write.update(users).set({ role: 'operator', verifiedAt: now }).where(eq(users.id, existing.id)),
      db.write.delete(sessions).where(eq(sessions.userId, existing.id)),
    ]);
    return { email, password: undefined };
  }
  const password = randomPassword();
  const oneTime = { password: await hashPassword(password), oneTime: true };
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

const usage = 'Usage: npm run operator -- add --email someone@example.com [--name "Asha Rao"]';

runAsCommand(import.meta.url, async () => {
  const { positionals, values } = readArguments();
  if (positionals.join() !== 'add' || !values.email) throw new UsageError(usage);
  const { data } = registration.pick({ email: true, name: true }).safeParse({ name: 'Operator', ...values });
  if (!data) throw new UsageError(`That is not a usable e-mail address or name. ${usage}`);
  const { email, password } = await addOperator(addressFromEnvironment(), { ...data, now: Date.now() });
  console.log(
    password
      ? `Operator ${email} can sign in with the password ${password} (shown only now, and good once: then the shop asks for one of their own).`
      : `${email} is an operator now, with the same password as before.`,
  );
});

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { email: { type: 'string' }, name: { type: 'string' } },
    });
  } catch {
    throw new UsageError(usage);
  }
}
