/** Confirming the refunds of a day with one password: each is confirmed by itself, one after the other. */
import { isUnavailable } from '#db/client.ts';
import type { Person } from '../accounts/prove-password.ts';
import { logError } from '../lib/log.ts';
import type { Owner } from '../lib/owner.ts';
import { refusal, unavailable } from '../lib/refusal.ts';
import type { RequestContext } from '../providers/context.ts';
import { confirmRefund, type RefundConfirmation } from './refunds.ts';

/** No refund is begun later than this after the first, ms: the answer comes within the time of a request. */
const maxTime = 15_000;

const notBegun = refusal(
  503,
  'not_begun',
  'This one was not sent, because the others took too long. Please confirm it again.',
);

type Result = { id: string; done: Awaited<ReturnType<typeof confirmRefund>> };

/**
 * Confirms refunds of online payments. One that is refused or fails stops no other; after a provider that does not answer no
 * other is begun.
 * @param person whose password was checked; each batch checks that it has not changed since
 */
export async function confirmEach(
  context: RequestContext,
  owner: Owner,
  person: Person,
  refunds: readonly Omit<RefundConfirmation, 'cash'>[],
): Promise<Result[]> {
  const start = Date.now();
  const results: Result[] = [];
  let isSilent = false;
  for (const refund of refunds) {
    const done: Result['done'] =
      isSilent || Date.now() - start > maxTime
        ? notBegun()
        : await confirmRefund(context, owner, person, refund).catch((error: Error) => {
            if (!isUnavailable(error)) logError(error, { refund: refund.id });
            return unavailable();
          });
    isSilent ||= !done.ok && done.code === 'provider_silent';
    results.push({ id: refund.id, done });
  }
  return results;
}
