/** Checks the operator's password and code again, for changes to money, access rights or data. */
import type { SQL } from 'drizzle-orm';
import type { Context } from 'hono';
import * as z from 'zod';
import { factorCode } from '#domain/accounts/account.ts';
import {
  forgetPasswordAttempts,
  isOperatorStillProven,
  type Person,
  type Proof,
  provePassword,
} from '../../accounts/prove-password.ts';
import { freeTries, unavailableWhenBusy } from '../../http/accounts.ts';
import type { Env } from '../../http/env.ts';
import { owner } from '../../http/request-context.ts';
import { notOperator, wrongFields } from '../../lib/refusal.ts';

type RequestVariables = Pick<Context<Env>, 'get' | 'env'>;

/** The fields of a request body. */
export const proofFields = {
  password: z.string('Please enter your password.').min(1, 'Please enter your password.').max(128),
  code: factorCode,
};

/** The fields of a request that may record cash. @property collected asks for the password */
export const cashFields = { collected: z.boolean().optional(), password: proofFields.password.optional() };

/**
 * Checks the password of an operator who records cash. One confirmation is enough for all requests of a batch of orders: the
 * desk repeats the password, and a code, which is valid once, is not asked for.
 * @returns the condition for the batch; undefined when no cash is recorded @throws Refusal as {@link proveOperator}
 */
export async function proveCash(
  c: RequestVariables,
  { collected, password }: { collected?: boolean | undefined; password?: string | undefined },
): Promise<SQL | undefined> {
  return collected ? provenCash(c, password) : undefined;
}

/** The same for a request that always records cash. */
export async function provenCash(c: RequestVariables, password: string | undefined): Promise<SQL> {
  if (!password)
    throw wrongFields({ password: 'Please enter your password: the order then counts as paid.' });
  const person = await proveOperator(c, { password }, false);
  await forgetPasswordAttempts(c.get('db'), owner(c));
  return isOperatorStillProven(owner(c), person);
}

/**
 * Checks the password, and the code if there is a second factor. The following write has to check the result again in
 * its batch (`isOperatorStillProven`).
 * @param withCode false: the password alone is enough
 * @throws Refusal 401 signed out, 403 not an operator, 422 wrong password or code, 429 too many attempts
 */
export async function proveOperator(c: RequestVariables, proof: Proof, withCode = true): Promise<Person> {
  const proven = await unavailableWhenBusy(
    provePassword(c.get('db'), owner(c), proof, freeTries(c), { withCode }),
  );
  if (!proven.ok) throw proven;
  if (proven.person.role !== 'operator') throw notOperator();
  return proven.person;
}
