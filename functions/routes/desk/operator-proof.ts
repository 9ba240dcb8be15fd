/** Checks the operator's password and code again, for changes to money, access rights or data. */
import type { Context } from 'hono';
import * as z from 'zod';
import { factorCode } from '#features/accounts/account.ts';
import { type Person, type Proof, provePassword } from '../../accounts/prove-password.ts';
import { freeTries, unavailableWhenBusy } from '../../http/accounts.ts';
import { type DeskEnv, notOperator } from '../../http/operator.ts';
import { owner } from '../../http/request-context.ts';
import { provingRefusal } from '../account-refusals.ts';

/** The fields of a request body. */
export const proofFields = {
  password: z.string('Please enter your password.').min(1, 'Please enter your password.').max(128),
  code: factorCode,
};

/**
 * Checks the password, and the code if there is a second factor. The following write has to check the result again in
 * its batch (`isOperatorStillProven`).
 * @param withCode false: the password alone is enough
 * @throws Refusal 401 signed out, 403 not an operator, 422 wrong password or code, 429 too many attempts
 */
export async function proveOperator(c: Context<DeskEnv>, proof: Proof, withCode = true): Promise<Person> {
  const proven = await unavailableWhenBusy(
    provePassword(c.get('db'), owner(c), proof, freeTries(c), withCode),
  );
  if (!proven.ok) throw provingRefusal(proven);
  if (proven.person.role !== 'operator') throw notOperator();
  return proven.person;
}
