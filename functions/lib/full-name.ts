/** The name of a person in SQL, as src/lib/full-name.ts makes it. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** @param address a column with an address as JSON */
export const fullNameIn = (address: SQLWrapper): SQL<string> =>
  sql<string>`trim((${address} ->> 'firstName') || ' ' || (${address} ->> 'lastName'))`;
