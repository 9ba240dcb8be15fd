/** Time limit of calls to payment providers. */
import { ProviderUnreachable } from './provider.ts';

/** Longest that one call may take, ms. */
const maxCallTime = 8_000;

/**
 * The time limit of a call that begins now.
 * @param until end of the time for all provider calls of this request, UTC ms
 * @throws ProviderUnreachable when this time is over
 */
export function callTimeout(until: number): AbortSignal {
  const left = until - Date.now();
  if (left <= 0) throw new ProviderUnreachable('no time was left to ask the payment provider');
  return AbortSignal.timeout(Math.min(maxCallTime, left));
}
