/** Asking, on the way back from the card's page, whether the payment was made. */
import { api, send } from '#lib/api.ts';
import type { Failure } from '#lib/outcome.ts';
import { afterVerify, type Ending } from './outcome.ts';

/** What the return address says (docs/behaviour.md 7.6). @property success false: the page was left without paying */
export type Return = { orderId: string; success: boolean };

/** @returns undefined for an address that names no order */
export function readReturn(search: string): Return | undefined {
  const params = new URLSearchParams(search);
  const orderId = params.get('orderId') ?? '';
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(orderId)) return undefined;
  return { orderId, success: params.get('success') !== 'false' };
}

/** Before each further try, ms: a bank that is slow, or a connection that is lost, gets some time. */
export const pauses = [2_000, 4_000, 8_000] as const;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export type Verified = Ending | { kind: 'signed_out' };

/**
 * Asks until there is an answer, at most four times; then whatever is not known is `confirming`.
 * @param onPause told before each further try, which is the how-manieth
 * @param left whether the page is being left: nothing more is asked then
 */
export async function verifyReturn(
  json: Return,
  onPause: (next: number, failure: Failure) => void,
  left: () => boolean,
): Promise<Verified | undefined> {
  for (let tries = 0; ; tries += 1) {
    const answer = await send(api.order.verifyStripe.$post({ json }));
    if (left()) return undefined;
    if (!answer.ok && answer.status === 401) return { kind: 'signed_out' };
    const ending = afterVerify(answer);
    const wait = pauses[tries];
    if (answer.ok || ending.kind !== 'confirming' || wait === undefined) return ending;
    onPause(tries + 2, answer);
    await pause(wait);
    if (left()) return undefined;
  }
}
