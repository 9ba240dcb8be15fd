/** An event of a payment provider, as it comes: the signature is that of the raw body. */
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { refuses, unavailable } from '../lib/refusal.ts';
import { rawBody, tooLarge } from '../lib/request-bytes.ts';
import type { ShopCall } from '../providers/context.ts';
import { ProviderRefused, ProviderUnreachable, webhookRefusals } from '../providers/provider.ts';
import { receiveEvent } from './events.ts';

/** Bytes of an event. */
const most = 256 * 1024;

/** The action of a provider. */
export function receiveWebhook(method: OnlineMethod) {
  // An ignored event is stored too, and answered with 200: a provider switches a webhook off after failures.
  const receive = async (call: ShopCall) => {
    const { request, now, providers } = call;
    const body = await rawBody(request, most);
    const webhook = await providers[method].parseWebhook(body, request.headers, now);
    if (!webhook.ok) return webhook;
    try {
      await receiveEvent(call, method, webhook.event);
    } catch (error) {
      // The event is stored but not handled: the provider repeats it, or the job retries it.
      if (error instanceof ProviderUnreachable || error instanceof ProviderRefused) return unavailable(30);
      throw error;
    }
    return webhook.event.about.kind === 'other' ? ('ignored' as const) : undefined;
  };
  refuses(receive, webhookRefusals, tooLarge);
  return receive;
}
