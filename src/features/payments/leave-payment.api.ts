import { api, send } from '#lib/api.ts';
import { afterLeaving, type LeaveOutcome } from './outcome.ts';

/**
 * Asks about a payment, of either provider, that was left without a result. Unless it is made, the order waits for another try.
 * @param reason why the payment failed, if known: a sentence
 */
export const leavePayment = async (orderId: string, reason?: string): Promise<LeaveOutcome> =>
  afterLeaving(await send(api.order.verifyStripe.$post({ json: { orderId, success: false } })), reason);
