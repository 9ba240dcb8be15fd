/** Links of emails whose signature is wrong. */
import type { Call } from '../lib/call.ts';
import type { Refusal } from '../lib/refusal.ts';
import { checkHourlyLimit, limitOfCall } from './hourly.ts';
import { tooManyTries } from './too-many.ts';

/** Counts the attempt for the client's network. @returns `otherwise` until there were too many */
export async function wrongSignature(call: Call, otherwise: Refusal): Promise<Refusal> {
  const from = limitOfCall(call, call.limits.ORDER_LINK_TRIES_PER_HOUR);
  const wait = await checkHourlyLimit(call.db, 'order-link', from);
  return wait ? tooManyTries(wait) : otherwise;
}
