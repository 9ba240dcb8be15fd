/** What functions that deal with money are given: the database, the payment providers and the time. */
import type { Db } from '#db/client.ts';
import type { Providers } from './providers.ts';

/** @property now UTC ms */
export type Shop = { db: Db; providers: Providers; now: number };
