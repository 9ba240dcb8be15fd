/** Query plans (EXPLAIN QUERY PLAN) of the statements that a function sends. */
import { createClient, type InStatement } from '@libsql/client/web';
import { drizzle } from 'drizzle-orm/libsql/web';
import type { Db } from '#db/client.ts';

/** A database client that records its statements. */
function recordingDb(url: string) {
  const client = createClient({ url });
  const recorded: InStatement[] = [];
  const watched = new Proxy(client, {
    get(target, name) {
      if (name === 'batch')
        return (statements: InStatement[]) => {
          recorded.push(...statements);
          return target.batch(statements, 'write');
        };
      if (name === 'execute')
        return (statement: InStatement) => {
          recorded.push(statement);
          return target.execute(statement);
        };
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const db = drizzle(watched);
  return { client, recorded, db: { read: db, write: db } satisfies Db };
}

const explain = (statement: InStatement): InStatement => {
  const { sql, args } = typeof statement === 'string' ? { sql: statement, args: [] } : statement;
  return { sql: `EXPLAIN QUERY PLAN ${sql}`, args: args ?? [] };
};

/**
 * Every SCAN in a plan, which reads all rows of a table. Left out are scans of subqueries, json_each and constants, and
 * those of virtual tables, which have an index of their own.
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
  const plans = await client.batch(statements.map(explain), 'read');
  client.close();
  return plans.map(({ rows }) => rows.map(({ detail }) => String(detail)));
}

/** A condition that is never true: the plan contains SCAN, but no row is read. */
const nothing = / where false( order by .*)?$/;

/** The queries of these statements, each with the tables that its plan scans. */
export async function tableScans(
  url: string,
  statements: Iterable<string>,
): Promise<{ queries: number; scans: string[] }> {
  const queries = [...statements].filter((one) => /^\s*(select|insert|update|delete|with)\b/i.test(one));
  const plans = await plansOf(url, queries);
  const scans = queries.flatMap((query, n) => {
    const found = nothing.test(query) ? [] : scansIn(plans[n] ?? []);
    return found.length ? [`${found}: ${query}`] : [];
  });
  return { queries: queries.length, scans };
}

/** Every SCAN in the plans of the statements of `work`, each once. */
export async function scansOf(url: string, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const { client, recorded, db } = recordingDb(url);
  await work(db);
  client.close();
  if (!recorded.length) throw new Error('no statement was sent');
  return [...new Set((await plansOf(url, recorded)).flatMap(scansIn))].sort();
}
