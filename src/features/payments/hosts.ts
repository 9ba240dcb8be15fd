/**
 * Where paying may lead: our own origin and the providers' published hosts, whatever an answer says
 * (docs/behaviour.md 7.3, 7.4).
 */

/** Stripe's own payment page (https://docs.stripe.com/payments/checkout). */
const cardPages: readonly string[] = ['https://checkout.stripe.com'];

/** Razorpay's script (https://razorpay.com/docs/payments/payment-gateway/web-integration/standard). */
const widgetScripts: readonly string[] = ['https://checkout.razorpay.com'];

function within(address: string, origin: string, hosts: readonly string[]): URL | undefined {
  try {
    const url = new URL(address, origin);
    return url.origin === origin || hosts.includes(url.origin) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** A page to pay at by card; undefined when it may not be gone to. @param origin our own */
export const cardPage = (address: string, origin: string): URL | undefined =>
  within(address, origin, cardPages);

/** The script of the payment window; undefined when it may not be run. @param origin our own */
export const widgetScript = (address: string, origin: string): URL | undefined =>
  within(address, origin, widgetScripts);
