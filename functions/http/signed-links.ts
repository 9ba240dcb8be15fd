/** Links of emails whose signature is wrong. */
import type { Context } from 'hono';
import { checkHourlyLimit } from '../limits/attempts.ts';
import { tooManyTries } from './accounts.ts';
import { type Env, setting } from './env.ts';
import type { Refusal } from './refusal.ts';
import { sender } from './request-context.ts';

/** Counts the attempt for the client's network. @returns `otherwise` until there were too many */
export async function wrongSignature(c: Context<Env>, otherwise: Refusal): Promise<Refusal> {
  const perHour = setting(c.env.ORDER_LINK_TRIES_PER_HOUR, 60);
  const refused = await checkHourlyLimit(c.get('db'), 'order-link', sender(c, perHour));
  return refused ? tooManyTries(refused.seconds) : otherwise;
}
