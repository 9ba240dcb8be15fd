/**
 * The order gate, from the Worker's side (docs/decisions/45-an-order-gate.md): sends the batch of an order to the one object
 * that writes the orders of all isolates, many in one transaction. It is off unless ORDER_GATE says otherwise.
 */
import { LibsqlError } from '@libsql/client/web';
import { eq } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import {
  brokenConstraint,
  DatabaseUnavailable,
  type Db,
  type Deadline,
  type Gate,
  type Statement,
  takingBatches,
  toCallError,
  WritesRefused,
} from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { logCause } from '../lib/log.ts';

/** What the object says about one order. @property rows that its statements have read and written */
export type GateAnswer =
  | { result: 'written'; rows: GateRows }
  /** The database refused this order, with the code and the text of its error; nothing of it was written. */
  | { result: 'refused'; rows: GateRows; code: string; text: string }
  /** The database did not answer, or there was no room. @property reason why it cannot store anything */
  | { result: 'unavailable'; text: string; reason?: string };

export type GateRows = { read: number; written: number; tables: string[]; inserted: string[] };

/** The object as the Worker calls it. @param until no transaction with this order begins after it, UTC ms */
export type OrderGateObject = { write(statements: readonly Statement[], until: number): Promise<GateAnswer> };

/** ms after an order's deadline in which its transaction ends, or is given up. */
const lastCall = 6_000;

const lateAnswer = Symbol('no answer');

/** Waits for the object. @returns undefined when it is not there, or was lost while it wrote */
async function ask(
  object: () => OrderGateObject,
  statements: readonly Statement[],
  until: number,
): Promise<GateAnswer | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof lateAnswer>((resolve) => {
    timer = setTimeout(() => resolve(lateAnswer), until - Date.now() + lastCall);
  });
  try {
    const answer = await Promise.race([object().write(statements, until), late]);
    if (answer === lateAnswer) throw new DatabaseUnavailable('the order gate did not answer');
    return answer;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    logCause('The order gate is not there: the Worker writes the order.', error);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The gate of a request.
 * @param object opens the object; it may throw when there is none
 * @param deadline of the request's calls; what its order costs is added to its `use`
 */
export const openGate =
  (object: () => OrderGateObject, deadline: Deadline): Gate =>
  async (statements) => {
    const began = Date.now();
    const answer = await ask(object, statements, deadline.until);
    if (!answer) return false;
    if (answer.result === 'unavailable') {
      const { reason, text } = answer;
      throw reason === undefined ? new DatabaseUnavailable(text) : new WritesRefused(reason, {});
    }
    const { rows } = answer;
    const { use } = deadline;
    if (use) {
      use.calls += 1;
      use.ms += Date.now() - began;
      use.rowsRead += rows.read;
      use.rowsWritten += rows.written;
      for (const table of rows.tables) use.writtenTables.add(table);
      for (const table of rows.inserted) use.insertedTables.add(table);
    }
    if (answer.result === 'refused') throw toCallError(new LibsqlError(answer.text, answer.code));
    return true;
  };

const isStored = async (db: Db, id: string): Promise<boolean> =>
  (await db.read.select({ id: orders.id }).from(orders).where(eq(orders.id, id))).length > 0;

/**
 * Writes the batch of an order: through the gate where there is one, else by a call of its own.
 * @param orderId of the order that the batch inserts
 * @throws as a write batch
 */
export async function writeOrderBatch(
  db: Db,
  orderId: string,
  queries: readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]],
): Promise<void> {
  const { gate, write } = db;
  let isWritten = false;
  const through = gate && takingBatches(async (statements) => (isWritten = await gate(statements)));
  await through?.batch(queries);
  if (isWritten) return;
  try {
    await write.batch(queries);
  } catch (error) {
    // An object that was lost may have written it: then its id is taken.
    if (gate && brokenConstraint(error) && (await isStored(db, orderId))) return;
    throw error;
  }
}
