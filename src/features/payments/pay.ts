/** From what the server began to where it leads: the card's page, or Razorpay's window and its result. */
import { api, send } from '#lib/api.ts';
import type { WidgetStart } from './begun.ts';
import { afterGivingUp, afterVerify, type Ending } from './ending.ts';
import { openWidget } from './widget.ts';

/** Ends a payment that was begun and has no result, unless it turns out to be made. */
export const giveUp = async (orderId: string): Promise<Ending> =>
  afterGivingUp(orderId, await send(api.order.cancel.$post({ json: { orderId, unlessPaid: true } })));

type Widget = { orderId: string; script: URL; start: WidgetStart };
/** What is being waited for, in words. */
type Told = (says: string) => void;

/**
 * Opens the window and asks the server what came of it.
 * @param shop its name, for the window
 * @returns `left` when the shopper closed it, or it could not be opened: nothing is known then
 */
export async function payInWidget(
  { script, start }: Widget,
  shop: string,
  tell: Told,
): Promise<Ending | { kind: 'left'; opened: boolean }> {
  tell('Waiting for your payment…');
  const result = await openWidget(script, start, shop);
  if (result.kind !== 'paid') return { kind: 'left', opened: result.kind === 'dismissed' };
  tell('Checking your payment…');
  return afterVerify(await send(api.order.verifyRazorpay.$post({ json: result.response })));
}
