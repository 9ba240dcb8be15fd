/** Finding an account by its email address. */
import { type SQL, sql } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';

/**
 * Condition on `users`: the account with this address. Guests may have typed any address, so they are left out. The
 * literal is needed: SQLite uses the partial index of accounts (db/schema/accounts.ts) for no bound parameter.
 */
export const hasEmail = (email: string | SQL): SQL => sql`${users.email} = ${email} AND ${users.guest} = 0`;
