/** What the rooms that deal with money are given: the database, the ways to pay, and the time. */
import type { Db } from '#db/client.ts';
import type { Providers } from '../payments/providers.ts';

/** @property now UTC ms */
export type Shop = { db: Db; providers: Providers; now: number };
