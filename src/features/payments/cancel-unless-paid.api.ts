import { api, send } from '#lib/api.ts';
import { afterCancel, type CancelOutcome } from './outcome.ts';

/**
 * Cancels an order whose payment has no result, unless it turns out to be paid.
 * @param reason why the payment failed, if known: a sentence
 */
export const cancelUnlessPaid = async (orderId: string, reason?: string): Promise<CancelOutcome> =>
  afterCancel(orderId, await send(api.order.cancel.$post({ json: { orderId, unlessPaid: true } })), reason);
