/** The operator's password once more: for what moves money, rights or data. */
import type { Context } from 'hono';
import { z } from 'zod';
import { type Person, provePassword } from '../../accounts/prove.ts';
import { freeTries, hashing } from '../../http/accounts.ts';
import { type DeskEnv, notOperator } from '../../http/operator.ts';
import { owner } from '../../http/shop.ts';
import { provingRefusal } from '../account-refusals.ts';

/** As a body carries it; no rules here, only that there is one. */
export const passwordAgain = z
  .string('Please enter your password.')
  .min(1, 'Please enter your password.')
  .max(128);

/**
 * Whoever is signed in, once they have proven it; what follows repeats it in its batch (`stillProven`).
 * @throws Refusal 401 signed out, 403 no operator, 422 wrong password, 429 too many tries
 */
export async function provenOperator(c: Context<DeskEnv>, password: string): Promise<Person> {
  const proven = await hashing(provePassword(c.get('db'), owner(c), password, freeTries(c)));
  if (!proven.ok) throw provingRefusal(proven);
  if (proven.person.role !== 'operator') throw notOperator();
  return proven.person;
}
