/** The context of a request for the functions about orders and payments: database, payment providers and time. */
import type { Db } from '#db/client.ts';
import type { Providers } from './providers.ts';

/** @property now UTC ms */
export type RequestContext = { db: Db; providers: Providers; now: number };
