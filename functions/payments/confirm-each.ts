/** Confirming the refunds of a day with one password: each is confirmed by itself, one after the other. */
import { isUnavailable } from '#db/client.ts';
import type { RefundStatus } from '#db/schema/payments.ts';
import { proveOperator } from '../accounts/prove-operator.ts';
import type { Proof } from '../accounts/prove-password.ts';
import { sessionCode } from '../accounts/second-factor.ts';
import { logError } from '../lib/log.ts';
import { refusal, refuses, unavailable } from '../lib/refusal.ts';
import { type ConfirmCall, confirmProven } from './refunds.ts';

/** No refund is begun later than this after the first, ms: the answer comes within the time of a request. */
const maxTime = 15_000;

const notBegun = refusal(
  503,
  'not_begun',
  'This one was not sent, because the others took too long. Please confirm it again.',
);

type Result = { id: string; done: Awaited<ReturnType<typeof confirmProven>> };

/**
 * Confirms refunds of online payments. One that is refused or fails stops no other; after a provider that does not answer no
 * other is begun. Each batch checks that the password has not changed since. @throws Refusal as {@link proveOperator}
 */
export async function confirmEach(
  call: ConfirmCall,
  { refunds, ...proof }: { refunds: readonly { refundId: string; seen: RefundStatus }[] } & Proof,
): Promise<Result[]> {
  const person = await proveOperator(call, proof);
  const start = Date.now();
  const results: Result[] = [];
  let isSilent = false;
  for (const { refundId: id, seen } of refunds) {
    const done: Result['done'] =
      isSilent || Date.now() - start > maxTime
        ? notBegun()
        : await confirmProven(call, person, { id, seen }).catch((error: Error) => {
            if (!isUnavailable(error)) logError(error, { refund: id });
            return unavailable();
          });
    isSilent ||= !done.ok && done.code === 'provider_silent';
    results.push({ id, done });
  }
  return results;
}
refuses(confirmEach, sessionCode);
