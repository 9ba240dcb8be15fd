/** A guest is a row for each device that orders (docs/desk.md, "Customers"). */
import { type SQL, sql } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';

/**
 * A query in parentheses: the ids of the rows of `users` that are one customer. An account is one. A guest is all guests with
 * the same email address; the account with that address is another customer, since anybody may have typed it.
 * @param id of the account, or of any of the guests
 */
export const customerIds = (id: string | SQL): SQL => sql`(
  SELECT ${id} UNION SELECT other.id FROM ${users} AS me JOIN ${users} AS other ON other.email = me.email AND other.guest = 1
  WHERE me.id = ${id} AND me.guest = 1)`;
