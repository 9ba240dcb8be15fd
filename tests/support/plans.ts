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
 * Every SCAN in a plan: rows that are walked through, not looked up. Those of what is at hand anyway are left
 * out (a subquery's rows, json_each, constants), and those of a virtual table, which looks up by itself.
 */
export function scansIn(plan: readonly string[]): string[] {
  const made = plan.flatMap((step) => /^(?:MATERIALIZE|CO-ROUTINE) (\S+)/.exec(step)?.[1] ?? []);
  return plan.filter((step) => {
    const [, walked] = /^SCAN (?!CONSTANT ROW|\(|json_each|.* VIRTUAL TABLE )(\S+)/.exec(step) ?? [];
    return walked !== undefined && !made.includes(walked);
  });
}

/** The steps of each statement's plan. */
export async function plansOf(url: string, statements: readonly InStatement[]): Promise<string[][]> {
  const client = createClient({ url });
  const plans = await client.batch(statements.map(explained), 'read');
  client.close();
  return plans.map(({ rows }) => rows.map(({ detail }) => String(detail)));
}

/** Every SCAN in the plans of what `work` asks, each once. */
export async function scansOf(url: string, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const { client, asked, db } = watching(url);
  await work(db);
  client.close();
  if (!asked.length) throw new Error('nothing was asked');
  return [...new Set((await plansOf(url, asked)).flatMap(scansIn))].sort();
}
