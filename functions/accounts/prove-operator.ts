/** Checks the operator's password and code again, for changes to money, access rights or data. */
import type { SQL } from 'drizzle-orm';
import * as z from 'zod';
import { factorCode } from '#domain/accounts/account.ts';
import type { Call } from '../lib/call.ts';
import { notOperator, wrongFields } from '../lib/refusal.ts';
import {
  forgetPasswordAttempts,
  isOperatorStillProven,
  type Person,
  type Proof,
  provePassword,
} from './prove-password.ts';

/** The fields of a request body. */
export const proofFields = {
  password: z.string('Please enter your password.').min(1, 'Please enter your password.').max(128),
  code: factorCode,
};

/** The fields of a request that may record cash. @property collected asks for the password */
export const cashFields = { collected: z.boolean().optional(), password: proofFields.password.optional() };

export type CashProof = { collected?: boolean | undefined; password?: string | undefined };

/**
 * Checks the password of an operator who records cash. One confirmation is enough for all requests of a batch of orders: the
 * desk repeats the password, and a code, which is valid once, is not asked for.
 * @returns the condition for the batch; undefined when no cash is recorded @throws Refusal as {@link proveOperator}
 */
export const proveCash = async (
  call: ProofCall,
  { collected, password }: CashProof,
): Promise<SQL | undefined> => (collected ? provenCash(call, password) : undefined);

/** The same for a request that always records cash. */
export async function provenCash(call: ProofCall, password: string | undefined): Promise<SQL> {
  if (!password)
    throw wrongFields({ password: 'Please enter your password: the order then counts as paid.' });
  const person = await proveOperator(call, { password }, false);
  await forgetPasswordAttempts(call.db, call.owner);
  return isOperatorStillProven(call.owner, person);
}

type ProofCall = Pick<Call, 'db' | 'owner' | 'limits'>;

/**
 * Checks the password, and the code if there is a second factor. The following write has to check the result again in
 * its batch (`isOperatorStillProven`).
 * @param withCode false: the password alone is enough
 * @throws Refusal 401 signed out, 403 not an operator, 422 wrong password or code, 429 too many attempts
 */
export async function proveOperator(call: ProofCall, proof: Proof, withCode = true): Promise<Person> {
  const proven = await provePassword(call, proof, { withCode });
  if (!proven.ok) throw proven;
  if (proven.person.role !== 'operator') throw notOperator();
  return proven.person;
}
