/** A table that marks a database during a restore; a database that still has it is only partly restored. */
import type { Client } from '@libsql/client/web';
import { UsageError } from '../command.ts';
import { queryRows, quoteName, schemaOf } from './tables.ts';

/** Its name. */
export const restoreMark = 'restore_unfinished';

/** The statement that removes the mark, at the end of a restore. */
export const removeRestoreMark = `DROP TABLE ${quoteName(restoreMark)}`;

/**
 * Marks an empty database for a restore, in one transaction, so that only one of two concurrent restores succeeds.
 * @throws UsageError when it is not empty
 */
export async function claimEmptyDatabase(client: Client): Promise<void> {
  const tx = await client.transaction('write');
  try {
    const [first] = await schemaOf(tx);
    const mark = (await queryRows(tx, `SELECT name FROM sqlite_schema WHERE name = '${restoreMark}'`))[0];
    if (mark)
      throw new UsageError(
        'A restore into this database was broken off, so it is not whole: delete it, and restore into a new one.',
      );
    if (first)
      throw new UsageError(
        `This database is not empty (it has ${first.name}): restore into a new one. Nothing was changed.`,
      );
    await tx.execute(`CREATE TABLE ${quoteName(restoreMark)} (began_at TEXT NOT NULL)`);
    await tx.commit();
  } finally {
    tx.close();
  }
}
