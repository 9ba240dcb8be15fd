/** The operator's password, and code, once more: for what moves money, rights or data. */
import type { Context } from 'hono';
import { z } from 'zod';
import { factorCode } from '#features/accounts/account.ts';
import { type Person, type Proof, provePassword } from '../../accounts/prove.ts';
import { freeTries, hashing } from '../../http/accounts.ts';
import { type DeskEnv, notOperator } from '../../http/operator.ts';
import { owner } from '../../http/request-context.ts';
import { provingRefusal } from '../account-refusals.ts';

/** As a body carries them; no rules here, only that there is a password. */
export const proofAgain = {
  password: z.string('Please enter your password.').min(1, 'Please enter your password.').max(128),
  code: factorCode,
};

/**
 * Whoever is signed in, once they have proven it; what follows repeats it in its batch (`stillProven`).
 * @param withCode false: the password is enough, whether there is a second factor or not
 * @throws Refusal 401 signed out, 403 no operator, 422 wrong password or code, 429 too many tries
 */
export async function provenOperator(c: Context<DeskEnv>, proof: Proof, withCode = true): Promise<Person> {
  const proven = await hashing(provePassword(c.get('db'), owner(c), proof, freeTries(c), withCode));
  if (!proven.ok) throw provingRefusal(proven);
  if (proven.person.role !== 'operator') throw notOperator();
  return proven.person;
}
