/**
 * The rules that the database keeps itself: triggers and views, in files by subject (db/triggers). In these files a
 * paragraph is a sentence and its statement. After the migrations a database gets those that it has not, and loses all others:
 * SQLite stores a statement as it was written, so nothing happens where nothing has changed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { totalTriggers } from './triggers/totals.ts';

const folder = new URL('./triggers/', import.meta.url);

/** Those of a pause are no rules (db/pause.ts). */
export const pausePrefix = 'paused_';

/** A row of `sqlite_schema`. */
export type Rule = { type: string; name: string; sql: string };

const withoutComments = (paragraph: string): string => paragraph.replace(/^--.*\n?/gm, '').trim();

/** The rules of this checkout. @throws Error for a paragraph that is none */
export function readRules(): Rule[] {
  const written = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n\n'))
    .map((paragraph) => withoutComments(paragraph).replace(/;$/, ''))
    .filter(Boolean);
  return [...written, ...totalTriggers].map((sql) => {
    const [, type, name] = /^CREATE (TRIGGER|VIEW) (\w+)\b/.exec(sql) ?? [];
    if (!type || !name) throw new Error(`db/triggers: no trigger or view: ${sql}`);
    return { type: type.toLowerCase(), name, sql };
  });
}

/** A query: the rules that a database has. */
export const selectRules = "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')";

/** The statements that turn the rules of a database into the wanted ones. */
export function ruleChanges(present: readonly Rule[], wanted: readonly Rule[]): string[] {
  const textOf = (rules: readonly Rule[]) => new Map(rules.map(({ name, sql }) => [name, sql]));
  const [has, wants] = [textOf(present), textOf(wanted)];
  return [
    ...present
      .filter(({ name, sql }) => !name.startsWith(pausePrefix) && wants.get(name) !== sql)
      .map(({ type, name }) => `DROP ${type} IF EXISTS ${name}`),
    ...wanted.filter(({ name, sql }) => has.get(name) !== sql).map(({ sql }) => sql),
  ];
}
