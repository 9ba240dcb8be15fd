/**
 * Razorpay's payment window (https://razorpay.com/docs/payments/payment-gateway/web-integration/standard). Its script
 * is loaded only when a shopper pays with it.
 */
import type { WidgetStart } from './started.ts';
import { whileWidgetIsOpen } from './widget-open.dom.ts';

/** What the window returns, for `verifyRazorpay`. */
type WidgetResponse = { razorpay_order_id: string; razorpay_payment_id: string; razorpay_signature: string };

export type WidgetResult =
  | { kind: 'paid'; response: WidgetResponse }
  /** @property reason why the last try failed, in Razorpay's words; undefined when nothing was tried */
  | { kind: 'dismissed'; reason: string | undefined }
  /** The window could not be loaded or opened. */
  | { kind: 'unavailable' };

type Options = Pick<WidgetStart['widget'], 'key' | 'prefill'> & {
  order_id: string;
  amount: number;
  currency: string;
  name: string;
  description: string;
  theme: { color: string };
  handler: (response: WidgetResponse) => void;
  modal: { ondismiss: () => void; confirm_close: boolean };
};
type Failed = { error?: { description?: unknown } };
type Razorpay = new (
  options: Options,
) => { open(): unknown; on(event: 'payment.failed', listener: (failed: Failed) => void): unknown };

/** Longest wait for the script, ms. */
const loadTimeout = 20_000;

/** Resolves with the window's class; rejects when the script does not load. */
function load(script: URL): Promise<Razorpay> {
  const known = () => (window as { Razorpay?: Razorpay }).Razorpay;
  const there = known();
  if (there) return Promise.resolve(there);
  return new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = script.href;
    const failed = () => {
      // Removed, so that a script that arrives late does nothing.
      element.remove();
      reject(new Error('the payment window could not be loaded'));
    };
    const clock = setTimeout(failed, loadTimeout);
    element.addEventListener('error', failed);
    element.addEventListener('load', () => {
      clearTimeout(clock);
      const loaded = known();
      if (loaded) resolve(loaded);
      else failed();
    });
    document.head.appendChild(element);
  });
}

const green = () => getComputedStyle(document.documentElement).getPropertyValue('--green').trim();

/** Opens the window and waits until the shopper has paid or closed it. @param shop the name that it shows */
export const openWidget = (script: URL, start: WidgetStart, shop: string): Promise<WidgetResult> =>
  whileWidgetIsOpen(async () => {
    try {
      return await show(await load(script), start, shop);
    } catch {
      return { kind: 'unavailable' };
    }
  });

const show = (Widget: Razorpay, { order, widget: { key, prefill } }: WidgetStart, shop: string) =>
  new Promise<WidgetResult>((resolve) => {
    const { id: order_id, amount, currency, receipt } = order;
    let reason: string | undefined;
    const widget = new Widget({
      key,
      prefill,
      order_id,
      amount,
      currency,
      name: shop,
      description: `Order ${receipt}`,
      theme: { color: green() },
      handler: (response) => resolve({ kind: 'paid', response }),
      modal: { ondismiss: () => resolve({ kind: 'dismissed', reason }), confirm_close: true },
    });
    // The window offers another try itself; the reason matters only when the shopper closes it.
    widget.on('payment.failed', ({ error }) => {
      reason = typeof error?.description === 'string' ? error.description : undefined;
    });
    widget.open();
  });
