/** From what the server began to where it leads: the card's page, or Razorpay's window and its result. */
import { api, send } from '#lib/api.ts';
import { afterGivingUp, afterVerify, type Ending } from './outcome.ts';
import type { WidgetStart } from './started.ts';
import { openWidget } from './widget.ts';

/**
 * Ends a payment that was begun and has no result, unless it turns out to be made.
 * @param reason why it was not made, if that is known
 */
export const giveUp = async (orderId: string, reason?: string): Promise<Ending> =>
  afterGivingUp(orderId, await send(api.order.cancel.$post({ json: { orderId, unlessPaid: true } })), reason);

/** Nothing is known. @property opened false: the window never came. @property reason why the last try failed */
type Left = { kind: 'left'; opened: boolean; reason?: string | undefined };
type Widget = { orderId: string; script: URL; start: WidgetStart };
/** What is being waited for, in words. */
type Told = (says: string) => void;

/**
 * Opens the window and asks the server what came of it.
 * @param shop its name, for the window
 * @returns `left` when the shopper closed it, or it could not be opened
 */
export async function payInWidget(
  { script, start }: Widget,
  shop: string,
  tell: Told,
): Promise<Ending | Left> {
  tell('Waiting for your payment…');
  const result = await openWidget(script, start, shop);
  if (result.kind === 'unavailable') return { kind: 'left', opened: false };
  if (result.kind === 'dismissed') return { kind: 'left', opened: true, reason: result.reason };
  tell('Checking your payment…');
  return afterVerify(await send(api.order.verifyRazorpay.$post({ json: result.response })));
}
