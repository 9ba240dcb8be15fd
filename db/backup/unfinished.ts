/** A table that is there while a database is restored; what still has it was restored by half. */
import type { Client } from '@libsql/client/web';
import { UsageError } from '../command.ts';
import { ask, quoted, schemaOf } from './tables.ts';

/** Its name. */
export const unfinished = 'restore_unfinished';

/** A statement that takes the mark away, for the last batch of a restore. */
export const finish = `DROP TABLE ${quoted(unfinished)}`;

/**
 * Takes an empty database for a restore, in one transaction: of two at once, one is refused.
 * @throws UsageError when it is not empty
 */
export async function takeEmpty(client: Client): Promise<void> {
  const tx = await client.transaction('write');
  try {
    const [first] = await schemaOf(tx);
    const mark = (await ask(tx, `SELECT name FROM sqlite_schema WHERE name = '${unfinished}'`))[0];
    if (mark)
      throw new UsageError(
        'A restore into this database was broken off, so it is not whole: delete it, and restore into a new one.',
      );
    if (first)
      throw new UsageError(
        `This database is not empty (it has ${first.name}): restore into a new one. Nothing was changed.`,
      );
    await tx.execute(`CREATE TABLE ${quoted(unfinished)} (began_at TEXT NOT NULL)`);
    await tx.commit();
  } finally {
    tx.close();
  }
}
