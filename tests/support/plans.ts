/** How the database goes about what a room asks it: EXPLAIN QUERY PLAN of every statement, as it was sent. */
import { createClient, type InStatement } from '@libsql/client/web';
import { drizzle } from 'drizzle-orm/libsql/web';
import type { Db } from '#db/client.ts';

/** A way to the database that writes down what passes. */
function watching(url: string) {
  const client = createClient({ url });
  const asked: InStatement[] = [];
  const watched = new Proxy(client, {
    get(target, name) {
      if (name === 'batch')
        return (statements: InStatement[]) => {
          asked.push(...statements);
          return target.batch(statements, 'write');
        };
      if (name === 'execute')
        return (statement: InStatement) => {
          asked.push(statement);
          return target.execute(statement);
        };
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const db = drizzle(watched);
  return { client, asked, db: { read: db, write: db } satisfies Db };
}

const explained = (statement: InStatement): InStatement => {
  const { sql, args } = typeof statement === 'string' ? { sql: statement, args: [] } : statement;
  return { sql: `EXPLAIN QUERY PLAN ${sql}`, args: args ?? [] };
};

/**
 * Every SCAN in the plans of what `work` asks, each once: rows that are walked through, not looked up. Those
 * of what is at hand anyway (a subquery's few rows, json_each, constants) are left out.
 */
export async function scansOf(url: string, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const { client, asked, db } = watching(url);
  await work(db);
  if (!asked.length) throw new Error('nothing was asked');
  const plans = await client.batch(asked.map(explained), 'read');
  client.close();
  const steps = plans.flatMap(({ rows }) => rows.map(({ detail }) => String(detail)));
  return [...new Set(steps)].filter((step) => /^SCAN (?!CONSTANT ROW|\(|json_each)/.test(step)).sort();
}
