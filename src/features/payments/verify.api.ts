/** Asks the server, after the return from Stripe's payment page, whether the payment was made. */
import { api, send, withToken } from '#lib/api.ts';
import type { Failure } from '#lib/outcome.ts';
import { linkPaymentOf } from './link-payment.dom.ts';
import { afterVerify, type PaymentOutcome } from './outcome.ts';

/**
 * The parameters of the return URL (docs/behaviour.md, "After paying").
 * @property success false: left without paying
 */
export type Return = { orderId: string; success: boolean };

/** @returns undefined for a URL without an order */
export function readReturn(search: string): Return | undefined {
  const params = new URLSearchParams(search);
  const orderId = params.get('orderId') ?? '';
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(orderId)) return undefined;
  return { orderId, success: params.get('success') !== 'false' };
}

/** Pauses before the next tries, ms: they give a slow bank or a lost connection some time. */
export const pauses = [2_000, 4_000, 8_000] as const;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export type VerifyOutcome = PaymentOutcome | { kind: 'signed_out' };

/**
 * Asks until there is an response, at most four times; then the outcome is `confirming`.
 * @param onPause called before each further try with its number
 * @param left whether the page is being left: then it stops
 */
export async function verifyReturn(
  json: Return,
  onPause: (next: number, failure: Failure) => void,
  left: () => boolean,
): Promise<VerifyOutcome | undefined> {
  const token = linkPaymentOf(json.orderId)?.token;
  for (let tries = 0; ; tries += 1) {
    const response = await send(api.order.verifyStripe.$post({ json }, withToken(token)), { token });
    if (left()) return undefined;
    if (!response.ok && response.status === 401) return { kind: 'signed_out' };
    const outcome = afterVerify(response);
    const wait = pauses[tries];
    if (response.ok || outcome.kind !== 'confirming' || wait === undefined) return outcome;
    onPause(tries + 2, response);
    await pause(wait);
    if (left()) return undefined;
  }
}
