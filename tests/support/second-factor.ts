/** Operators with a second factor, and the codes of their app. */
import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { secondFactors } from '#db/schema/index.ts';
import { password } from './accounts.ts';
import type { ApiResponse } from './client.ts';
import { operatorWithPassword } from './desk.ts';
import type { Person, TestShop } from './shop.ts';

/** Duration of a code, ms. */
export const step = 30_000;

/** The app's current code. @param ahead steps from now */
export const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + ahead * step });

type Begun = { secret: string; uri: string };
type Confirmed = { codes: string[]; message: string; code: string; fields: Record<string, string> };

export const beginSecondFactor = (
  by: Person,
  word = password,
): Promise<ApiResponse<Begun & { code: string }>> =>
  by.post('/api/user/second-factor/begin', { password: word });

export const confirmSecondFactor = (
  by: Person,
  secret: string,
  code = codeOf(secret),
): Promise<ApiResponse<Confirmed>> => by.post('/api/user/second-factor/confirm', { password, secret, code });

/** Lets the current code be used again, as if a minute had passed. */
export const allowReuse = (shop: TestShop, { id }: { id: string }) =>
  shop.db.write.update(secondFactors).set({ lastStep: 0 }).where(eq(secondFactors.userId, id));

/** An operator with a second factor. @returns also the secret and the recovery codes */
export async function operatorWithFactor(shop: TestShop, name?: string) {
  const person = await operatorWithPassword(shop, name);
  const { secret } = (await beginSecondFactor(person)).body;
  const { codes } = (await confirmSecondFactor(person, secret)).body;
  await allowReuse(shop, person);
  return { ...person, secret, codes };
}

/** Signs in with the password and, if given, a code. */
export const signIn = (shop: TestShop, { email }: { email: string }, code?: string) =>
  shop.client().post('/api/user/login', { email, password, code });
