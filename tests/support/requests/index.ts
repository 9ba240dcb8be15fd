/** One or more requests to every route of the API, valid enough to reach the database. */
import { accounts } from './accounts.ts';
import { desk } from './desk.ts';
import { orders } from './orders.ts';
import { shop } from './shop.ts';
import type { Requests } from './values.ts';

export const requests: Requests = { ...shop, ...orders, ...desk, ...accounts };
