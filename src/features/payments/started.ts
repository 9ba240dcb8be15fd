/** What follows after a payment was created, read from the response of the server. */
import { orderPlacedPath } from '#lib/paths.ts';
import { cardPage, widgetScript } from './hosts.ts';

/** The response of `POST /api/order/razorpay` and `/pay`; `amount` in paise, as Razorpay's window takes it. */
export type WidgetStart = {
  orderId: string;
  paid: boolean;
  order: { id: string; amount: number; currency: string; receipt: string };
  widget: { script: string; key: string; prefill: { name: string; email: string; contact: string } };
};
/** The response of `POST /api/order/stripe` and `/pay`. */
type CardStart = { orderId: string; session_url: string };

export type StartedPayment =
  /** Nothing is left to pay. */
  | { kind: 'placed'; orderId: string }
  | { kind: 'card'; orderId: string; page: URL }
  | { kind: 'widget'; orderId: string; script: URL; start: WidgetStart }
  /** The response names a URL that is not allowed (hosts.ts). */
  | { kind: 'url_refused'; orderId: string };

/** @param origin our own */
export function readStartedPayment(response: WidgetStart | CardStart, origin: string): StartedPayment {
  const { orderId } = response;
  if ('session_url' in response) {
    const page = cardPage(response.session_url, origin);
    if (!page) return { kind: 'url_refused', orderId };
    // For an order that is paid already, the server returns the page that shows it.
    const done = page.href === new URL(orderPlacedPath(orderId), origin).href;
    return done ? { kind: 'placed', orderId } : { kind: 'card', orderId, page };
  }
  if (response.paid) return { kind: 'placed', orderId };
  const script = widgetScript(response.widget.script, origin);
  return script ? { kind: 'widget', orderId, script, start: response } : { kind: 'url_refused', orderId };
}
