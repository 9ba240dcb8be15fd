/**
 * Bad input, as a table over all routes: what is sent, and the status and code that answer it
 * (decisions, "API"). `tests/api/bad-input.test.ts` sends each and sees that no row changes.
 */
import { account } from './account.ts';
import { accounts } from './accounts.ts';
import type { BadInput } from './cases.ts';
import { orders } from './orders.ts';
import { others } from './others.ts';

export const badInput: readonly BadInput[] = [...accounts, ...account, ...orders, ...others];
