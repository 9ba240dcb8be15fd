/** Pays in Razorpay's window. */
import { api, send, withToken } from '#lib/api.ts';
import { linkPaymentOf } from './link-payment.dom.ts';
import { afterVerify, type PaymentOutcome } from './outcome.ts';
import type { WidgetStart } from './started.ts';
import { openWidget } from './widget.dom.ts';

/** No result. @property opened whether the window opened @property reason why the last try failed, if known */
type Dismissed = { kind: 'dismissed'; opened: boolean; reason?: string | undefined };
type Widget = { orderId: string; script: URL; start: WidgetStart };
/** Called with a text for the shopper: what the page is waiting for. */
type OnProgress = (message: string) => void;

/**
 * Opens the payment window, and asks the server for the outcome.
 * @param shop the name that the window shows
 * @returns `dismissed` when the shopper closed the window, or it could not be opened
 */
export async function payInWidget(
  { orderId, script, start }: Widget,
  shop: string,
  onProgress: OnProgress,
): Promise<PaymentOutcome | Dismissed> {
  onProgress('Waiting for your payment…');
  const result = await openWidget(script, start, shop);
  if (result.kind === 'unavailable') return { kind: 'dismissed', opened: false };
  if (result.kind === 'dismissed') return { kind: 'dismissed', opened: true, reason: result.reason };
  onProgress('Checking your payment…');
  const token = linkPaymentOf(orderId)?.token;
  const call = api.order.verifyRazorpay.$post({ json: result.response }, withToken(token));
  return afterVerify(await send(call, { token }));
}
