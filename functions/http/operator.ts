/** Who may come behind the counter (docs/behaviour.md 17.1). */
import { sql } from 'drizzle-orm';
import { createMiddleware } from 'hono/factory';
import { sessions } from '#db/schema/index.ts';
import { keepSession, personOf } from '../session/session.ts';
import { tokenHash } from '../session/token.ts';
import type { Env } from './env.ts';
import { rememberAlive } from './live-tokens.ts';
import { tokenOf } from './middleware.ts';
import { Refusal, signedOut } from './refusal.ts';

/** Who stands behind the counter. */
export type Operator = { id: string; name: string; email: string };

export type DeskEnv = { Bindings: Env['Bindings']; Variables: Env['Variables'] & { operator: Operator } };

export const notOperator = (): Refusal => new Refusal(403, 'not_operator', 'Only an operator may do this.');

/** An operator's session that was begun without the second factor, where one is required. */
export const factorMissing = (): Refusal =>
  new Refusal(
    403,
    'second_factor_missing',
    'Please set up two-step sign-in first: open the desk, which leads you through it.',
  );

/** 401 without a living session, 403 for a shopper. One call. @param elevated also 403 without the second factor */
const operators = (elevated: boolean) =>
  createMiddleware<DeskEnv>(async (c, next) => {
    const hash = tokenHash(tokenOf(c.req));
    if (!hash) throw signedOut();
    const times = {
      createdAt: sql<number>`${sessions.createdAt}`,
      expiresAt: sql<number>`${sessions.expiresAt}`,
    };
    const [person] = await personOf(c.get('db'), hash, c.get('now'), times);
    if (!person) throw signedOut();
    rememberAlive(hash);
    if (person.role !== 'operator') throw notOperator();
    if (elevated) {
      if (!person.elevated) throw factorMissing();
      await keepSession(c.get('db'), hash, person, c.get('now'));
    }
    c.set('tokenHash', hash);
    c.set('operator', person);
    await next();
  });

/** In front of everything at the desk. */
export const operatorOnly = operators(true);

/** For what operators do with their own account, before they may work at the desk. */
export const operatorAccount = operators(false);
