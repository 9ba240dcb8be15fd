/**
 * Bad input, as a table over all routes: what is sent, and the status and code that answer it
 * (docs/behaviour.md 19.3). `tests/api/bad-input.test.ts` sends each and sees that no row changes.
 */
import { accounts } from './accounts.ts';
import type { BadInput } from './cases.ts';
import { myAccount } from './my-account.ts';
import { orders } from './orders.ts';
import { others } from './others.ts';
import { payments } from './payments.ts';

export const badInput: readonly BadInput[] = [...accounts, ...myAccount, ...orders, ...payments, ...others];
