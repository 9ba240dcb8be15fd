/**
 * The order gate: the one object of a shop that writes the orders of all isolates, up to fifty in one transaction
 * (docs/decisions/45-an-order-gate.md). It stores nothing: an object that is lost loses orders that nobody has been told of.
 */
import { DurableObject } from 'cloudflare:workers';
import { isUnavailable, type Statement, writeGroups, writesRefused } from '#db/client.ts';
import { log, logCause } from '../lib/log.ts';
import type { GateAnswer, OrderGateObject } from '../orders/gate.ts';
import { Gather } from './gather.ts';

/** @property until no transaction with it begins after it, UTC ms */
type Order = { statements: readonly Statement[]; until: number };

type Settings = { DATABASE_URL: string; DATABASE_AUTH_TOKEN?: string };

const noTime: GateAnswer = { result: 'unavailable', text: 'no time was left to ask the database' };
const full: GateAnswer = { result: 'unavailable', text: 'too many orders wait at the order gate' };

/** The size of an order's statements, characters. */
const sizeOf = (statements: readonly Statement[]): number =>
  statements.reduce(
    (sum, { sql, args = [] }) =>
      args.reduce<number>(
        (size, arg) => size + (typeof arg === 'string' ? arg.length : 10),
        sum + sql.length,
      ),
    0,
  );

export class OrderGate extends DurableObject<Settings> implements OrderGateObject {
  readonly #gather = new Gather<Order, GateAnswer>({
    most: 50,
    mostWeight: 4_000_000,
    wait: 20,
    atOnce: 2,
    mostWaiting: 500,
    work: (orders) => this.#write(orders),
  });

  async write(statements: readonly Statement[], until: number): Promise<GateAnswer> {
    return this.#gather.add({ statements, until }, sizeOf(statements)) ?? full;
  }

  async #write(orders: readonly Order[]): Promise<GateAnswer[]> {
    const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = this.env;
    const now = Date.now();
    const inTime = orders.filter(({ until }) => until > now);
    const until = Math.max(...inTime.map((order) => order.until));
    const written = inTime.length
      ? await this.#writeAll({ url, authToken }, until, inTime)
      : new Map<Order, GateAnswer>();
    return orders.map((order) => written.get(order) ?? noTime);
  }

  async #writeAll(
    address: { url: string; authToken?: string | undefined },
    until: number,
    orders: readonly Order[],
  ): Promise<Map<Order, GateAnswer>> {
    const began = Date.now();
    try {
      const groups = orders.map(({ statements }) => statements);
      const results = await writeGroups(address, { until }, groups);
      const refused = results.filter(({ error }) => error).length;
      log('info', {
        message: 'Orders were written together.',
        orders: orders.length,
        refused,
        ms: Date.now() - began,
      });
      return new Map(
        results.map(({ use, error }, index) => {
          const { rowsRead: read, rowsWritten: written, writtenTables, insertedTables } = use;
          const rows = { read, written, tables: [...writtenTables], inserted: [...insertedTables] };
          const answer: GateAnswer = error
            ? {
                result: 'refused',
                rows,
                code: error.code,
                text: error.message.replace(`${error.code}: `, ''),
              }
            : { result: 'written', rows };
          return [orders[index] as Order, answer];
        }),
      );
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      logCause('The order gate could not write.', error);
      const reason = writesRefused(error)?.reason;
      const answer: GateAnswer = {
        result: 'unavailable',
        text: (error as Error).message,
        ...(reason && { reason }),
      };
      return new Map(orders.map((order) => [order, answer]));
    }
  }
}
