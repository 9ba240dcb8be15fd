/** The Worker's settings on this machine: `.dev.vars`, a file that is never committed, and the environment. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/lib/content.ts';
import { Failure } from '#tools/lib/log.ts';

/** Variables for tests, with what each does. `npm run deploy` refuses them. */
export const testVariables = {
  CLOCK_OFFSET_MS: "moves the shop's clock",
  COUNT_HASHES: 'tells every visitor how many passwords were hashed',
  CHEAP_HASHES: 'makes password hashes quick to guess',
};

/** Settings that `npm start` takes from the environment too, where they win over `.dev.vars`. */
const known = new RegExp(
  `^(CLOCK_OFFSET_MS|EMAIL_HASH_KEY|LOGIN_FREE_TRIES(?:_PER_[A-Z]+)?|RESET_TRIES|OPERATOR_SECOND_FACTOR|[A-Z_]+_PER_HOUR|SIMULATORS|(STRIPE|RAZORPAY|MAIL)_[A-Z_]+)$`,
);

/** Lines of `KEY=value`; `#` begins a comment line, quotes around a value are taken off. @throws Failure */
export function parseVars(text: string, file: string): Record<string, string> {
  const vars: Record<string, string> = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, key, value = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (!key) throw new Failure(`${file}: line ${index + 1}: must be KEY=value.`);
    vars[key] = /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
  }
  return vars;
}

/** Variables of a file in the project's folder; `{}` when there is no such file. */
export function readVarsFile(name: string): Record<string, string> {
  const file = join(root, name);
  return existsSync(file) ? parseVars(readFileSync(file, 'utf8'), name) : {};
}

/** The local Worker's variables. A database is never among them, since it is always the local one. */
export function localVars(environment: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const vars = readVarsFile('.dev.vars');
  for (const [key, value] of Object.entries(environment))
    if (value !== undefined && known.test(key)) vars[key] = value;
  for (const key of ['DATABASE_URL', 'DATABASE_AUTH_TOKEN']) delete vars[key];
  return vars;
}
