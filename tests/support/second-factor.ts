/** Operators with a second factor, and the codes that their app shows. */
import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { secondFactors } from '#db/schema/index.ts';
import { password } from './accounts.ts';
import type { Answer } from './client.ts';
import { operatorWithPassword } from './desk.ts';
import type { Person, Shop } from './shop.ts';

/** How long each code is shown, ms. */
export const step = 30_000;

/** What the app shows. @param ahead steps from now */
export const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + ahead * step });

type Begun = { secret: string; uri: string };
type Confirmed = { codes: string[]; message: string; code: string; fields: Record<string, string> };

export const begin = (by: Person, word = password): Promise<Answer<Begun & { code: string }>> =>
  by.post('/api/user/second-factor/begin', { password: word });

export const confirm = (by: Person, secret: string, code = codeOf(secret)): Promise<Answer<Confirmed>> =>
  by.post('/api/user/second-factor/confirm', { password, secret, code });

/** No code was used yet, as if a minute had passed. */
export const forgetUsed = (shop: Shop, { id }: { id: string }) =>
  shop.db.write.update(secondFactors).set({ lastStep: 0 }).where(eq(secondFactors.userId, id));

/** An operator who has set it up. @returns also their secret and recovery codes */
export async function operatorWithFactor(shop: Shop, name?: string) {
  const person = await operatorWithPassword(shop, name);
  const { secret } = (await begin(person)).body;
  const { codes } = (await confirm(person, secret)).body;
  await forgetUsed(shop, person);
  return { ...person, secret, codes };
}

/** Signs in with the password and, if given, a code. */
export const signIn = (shop: Shop, { email }: { email: string }, code?: string) =>
  shop.client().post('/api/user/login', { email, password, code });
