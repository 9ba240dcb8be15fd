/** Whose orders count together for the limits of a buyer (docs/behaviour.md 6.4). */
import { type SQL, sql } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';

/**
 * The newest guests with the same email or phone that are counted. More would make each of their orders slower, and
 * whoever makes so many guests could as well type as many different numbers.
 */
const maxGuests = 100;

const guestsWithSame = (column: 'email' | 'phone', buyer: SQL): SQL => sql`
  SELECT id FROM (SELECT other.id FROM ${users} AS me JOIN ${users} AS other ON other.${sql.identifier(column)} = me.${sql.identifier(column)}
    WHERE me.id = ${buyer} AND me.guest = 1 AND other.guest = 1 ORDER BY other.rowid DESC LIMIT ${maxGuests})`;

/**
 * The ids of the buyer and, for a guest, of all guests with the same email or phone: another token costs nothing and
 * must not lift a limit. @param buyer an id
 */
export const countedTogether = (buyer: SQL): SQL => sql`(SELECT ${buyer}
  UNION ALL ${guestsWithSame('email', buyer)} UNION ALL ${guestsWithSame('phone', buyer)})`;
