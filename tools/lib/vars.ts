/** The Worker's settings on this machine: `.dev.vars`, a file that is never committed, and the environment. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { root } from '#tools/lib/content.ts';

/** Variables for tests, with what each does. `npm run deploy` refuses them. */
export const testVariables = {
  CLOCK_OFFSET_MS: "moves the shop's clock",
  COUNT_HASHES: 'tells every visitor how many passwords were hashed',
  CHEAP_HASHES: 'makes password hashes quick to guess',
};

/** Settings that `npm start` takes from the environment too, where they win over `.dev.vars`. */
const known =
  /^(CLOCK_OFFSET_MS|EMAIL_HASH_KEY(?:_PREVIOUS)?|LOGIN_FREE_TRIES(?:_PER_[A-Z]+)?|RESET_TRIES|OPERATOR_SECOND_FACTOR|[A-Z_]+_PER_HOUR|SIMULATORS|(STRIPE|RAZORPAY|MAIL)_[A-Z_]+|GITHUB_(?:APP_ID|APP_KEY|REPOSITORY|API_BASE))$/;

/** Variables of a file in the project's folder (lines of `KEY=value`); `{}` when there is no such file. */
export function readVarsFile(name: string): Record<string, string> {
  const file = join(root, name);
  return existsSync(file) ? (parseEnv(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}

/** The local Worker's variables. A database is never among them, since it is always the local one. */
export function localVars(environment: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const vars = readVarsFile('.dev.vars');
  for (const [key, value] of Object.entries(environment))
    if (value !== undefined && known.test(key)) vars[key] = value;
  for (const key of ['DATABASE_URL', 'DATABASE_AUTH_TOKEN']) delete vars[key];
  return vars;
}
