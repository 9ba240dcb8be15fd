/** How long a payment provider may be waited for. */
import { ProviderSilent } from './provider.ts';

/** Longest that one call may take, ms. */
const patience = 8_000;

/**
 * When a call that begins now is given up.
 * @param until when all calls of this request are, UTC ms
 * @throws ProviderSilent when no time is left to begin one
 */
export function givenUp(until: number): AbortSignal {
  const left = until - Date.now();
  if (left <= 0) throw new ProviderSilent('no time was left to ask the payment provider');
  return AbortSignal.timeout(Math.min(patience, left));
}
