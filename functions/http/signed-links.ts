/** Links of emails whose signature is wrong. */
import type { Context } from 'hono';
import type { Refusal } from '../lib/refusal.ts';
import { checkHourlyLimit } from '../limits/hourly.ts';
import { tooManyTries } from '../limits/too-many.ts';
import { type Env, setting } from './env.ts';
import { sender } from './request-context.ts';

/** Counts the attempt for the client's network. @returns `otherwise` until there were too many */
export async function wrongSignature(c: Context<Env>, otherwise: Refusal): Promise<Refusal> {
  const perHour = setting(c.env.ORDER_LINK_TRIES_PER_HOUR, 60);
  const wait = await checkHourlyLimit(c.get('db'), 'order-link', sender(c, perHour));
  return wait ? tooManyTries(wait) : otherwise;
}
