/** Who may come behind the counter (decisions, "Accounts and roles"). */
import { createMiddleware } from 'hono/factory';
import { personOf } from '../accounts/session.ts';
import { tokenHash } from '../accounts/token.ts';
import type { Env } from '../env.ts';
import { rememberAlive } from './live-tokens.ts';
import { tokenOf } from './middleware.ts';
import { Refusal, signedOut } from './refusal.ts';

/** Who stands behind the counter. */
export type Operator = { id: string; name: string; email: string };

export type DeskEnv = { Bindings: Env['Bindings']; Variables: Env['Variables'] & { operator: Operator } };

export const notOperator = (): Refusal => new Refusal(403, 'not_operator', 'Only an operator may do this.');

/** 401 without a living session, 403 for a shopper. One call, in front of everything at the desk. */
export const operatorOnly = createMiddleware<DeskEnv>(async (c, next) => {
  const hash = tokenHash(tokenOf(c.req));
  if (!hash) throw signedOut();
  const [person] = await personOf(c.get('db'), hash, c.get('now'));
  if (!person) throw signedOut();
  rememberAlive(hash);
  if (person.role !== 'operator') throw notOperator();
  c.set('tokenHash', hash);
  c.set('operator', person);
  await next();
});
