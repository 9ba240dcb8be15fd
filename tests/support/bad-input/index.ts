/**
 * Bad input, as a table over all routes: the request, and the expected status and code (docs/behaviour.md,
 * "API answers"). `tests/api/bad-input.test.ts` sends each one and checks that no row changes.
 */
import { accounts } from './accounts.ts';
import type { BadInput } from './cases.ts';
import { guests } from './guests.ts';
import { myAccount } from './my-account.ts';
import { orders } from './orders.ts';
import { others } from './others.ts';
import { payments } from './payments.ts';

export const badInput: readonly BadInput[] = [
  ...accounts,
  ...guests,
  ...myAccount,
  ...orders,
  ...payments,
  ...others,
];
