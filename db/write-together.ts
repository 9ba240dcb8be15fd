/**
 * Writes several groups of statements in one call and one transaction: each has a savepoint of its own, so that a group whose
 * constraint breaks is taken back, and the others stay.
 */
import type { LibsqlError } from '@libsql/client/web';
import { BatchCond, type BatchCond as Condition, type Batch as HranaBatch } from '@libsql/hrana-client';
import {
  asLibsql,
  type CallOptions,
  type DatabaseAddress,
  type DatabaseUse,
  noteTable,
  noUse,
  onStream,
  type Statement,
  toHrana,
  toResultSet,
} from './streams.ts';

/** @property error why nothing of the group was written @property use what its statements have cost; without calls and ms */
export type GroupResult = { error?: LibsqlError | undefined; use: DatabaseUse };

/** A step of a batch, and its result when the batch has run: `false` for one that failed or was left out. */
type Step = { ok: Condition; settled: Promise<boolean>; index: number; error?: unknown };

/** Adds steps to a batch, counted from 0. */
function stepsOf(batch: HranaBatch) {
  let count = 0;
  return (statement: Statement, only?: Condition, use?: DatabaseUse): Step => {
    const builder = batch.step();
    if (only) builder.condition(only);
    const settled = builder.query(toHrana(statement)).then(
      (rows) => {
        if (rows && use) noteTable(use, statement, toResultSet(rows));
        return rows !== undefined;
      },
      (error: unknown) => {
        step.error = asLibsql(error);
        return false;
      },
    );
    // A condition can only name a step that is in the batch.
    const step: Step = { ok: BatchCond.ok(builder), settled, index: count };
    count += 1;
    return step;
  };
}

/** The first error among these steps. */
const firstError = (steps: readonly Step[]): unknown => steps.find(({ error }) => error !== undefined)?.error;

/**
 * @returns the result of each group, in their order: of all of them, or of none
 * @throws LibsqlError when the transaction as a whole was not written; other errors when that is not known
 */
export const writeTogether = (
  address: DatabaseAddress,
  options: Omit<CallOptions, 'use'>,
  groups: readonly (readonly Statement[])[],
): Promise<GroupResult[]> =>
  onStream(address, options, async (stream, counts) => {
    const all = stream.batch();
    const add = stepsOf(all);
    const { and, or, not } = BatchCond;
    const begin = add({ sql: 'BEGIN IMMEDIATE' });
    // A group begins only if the one before has ended well or was taken back: otherwise the transaction itself has ended.
    let previous = begin.ok;
    const written = groups.map((statements) => {
      const use = noUse();
      const savepoint = add({ sql: 'SAVEPOINT one' }, previous);
      const steps = [savepoint];
      for (const statement of statements) steps.push(add(statement, (steps.at(-1) as Step).ok, use));
      const kept = add({ sql: 'RELEASE one' }, (steps.at(-1) as Step).ok);
      const back = add({ sql: 'ROLLBACK TO one' }, and(all, [savepoint.ok, not(kept.ok)]));
      const ended = add({ sql: 'RELEASE one' }, back.ok);
      previous = or(all, [kept.ok, ended.ok]);
      return { steps: [...steps, kept, back, ended], kept, use };
    });
    const commit = add({ sql: 'COMMIT' }, previous);
    const rollback = add({ sql: 'ROLLBACK' }, not(commit.ok));
    await all.execute();
    const committed = await commit.settled;
    // The next call must not find an open transaction.
    if (!committed && !(await rollback.settled)) stream.close();
    if (!committed) {
      const errors = [begin, commit, ...written.toReversed().flatMap(({ steps }) => steps)];
      throw firstError(errors) ?? new Error('the transaction has ended early');
    }
    return Promise.all(
      written.map(async ({ steps, kept, use }) => {
        const isWritten = await kept.settled;
        for (const { index } of steps) {
          use.rowsRead += counts[index]?.rows_read ?? 0;
          use.rowsWritten += counts[index]?.rows_written ?? 0;
        }
        if (isWritten) return { use };
        use.writtenTables.clear();
        use.insertedTables.clear();
        return { use, error: firstError(steps) as LibsqlError };
      }),
    );
  });
