/** Many rows in one call. */
import { type SQL, sql } from 'drizzle-orm';

/** Products per call: about 500 kB. */
const chunkSize = 250;

/** Splits a list. */
export const chunks = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / chunkSize) }, (_, n) =>
    list.slice(n * chunkSize, (n + 1) * chunkSize),
  );

/** A list as one parameter, with a row for each entry. */
export const jsonRows = (list: readonly unknown[]): SQL => sql`json_each(${JSON.stringify(list)})`;
