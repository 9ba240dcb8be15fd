/**
 * The URLs that a payment may open: our own origin and the providers' published hosts (docs/behaviour.md, "Stripe",
 * "Razorpay").
 */

/** Stripe's payment page (https://docs.stripe.com/payments/checkout). */
const cardHosts: readonly string[] = ['https://checkout.stripe.com'];

/** Razorpay's script (https://razorpay.com/docs/payments/payment-gateway/web-integration/standard). */
const widgetHosts: readonly string[] = ['https://checkout.razorpay.com'];

function allowedUrl(address: string, origin: string, hosts: readonly string[]): URL | undefined {
  try {
    const url = new URL(address, origin);
    return url.origin === origin || hosts.includes(url.origin) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** The card payment page, or undefined when its host is not allowed. @param origin our own */
export const cardPage = (address: string, origin: string): URL | undefined =>
  allowedUrl(address, origin, cardHosts);

/** The script of the payment window, or undefined when its host is not allowed. @param origin our own */
export const widgetScript = (address: string, origin: string): URL | undefined =>
  allowedUrl(address, origin, widgetHosts);
