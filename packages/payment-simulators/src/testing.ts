/** For tests: clients of the simulators' APIs, with the right keys. */
import { Stripe } from 'stripe';
import type { Simulators } from './index.ts';

export { hmacHex } from './core/ids.ts';

/** Stripe's own client, pointed at the simulator. It does not retry, so that requests can be counted. */
export function stripeClient({ stripe, urls }: Simulators, key: string = stripe.secretKey): Stripe {
  const { hostname, port } = new URL(urls.stripe);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(),
    telemetry: false,
  });
}

/** A session of the shop: two jars and a discounted one, ₹1,547.50 together. */
export const sessionFields = (
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [
    {
      price_data: { currency: 'inr', unit_amount: 49_900, product_data: { name: 'Neem Face Wash' } },
      quantity: 2,
    },
    {
      price_data: { currency: 'inr', unit_amount: 54_950, product_data: { name: 'Rose <Mist> & Tonic' } },
      quantity: 1,
    },
  ],
  client_reference_id: 'ORD-123456',
  customer_email: 'asha@example.com',
  metadata: { order: 'ORD-123456' },
  payment_intent_data: { metadata: { order: 'ORD-123456' } },
  success_url: 'http://shop.example:8787/verify?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://shop.example:8787/cart',
  ...more,
});

/** All fields of Razorpay's responses; tests check which are there. */
type RazorpayResponse = { id: string; status: string; error: { description: string } };

/** Sends a request to the Razorpay simulator. */
export async function razorpayRequest(
  { razorpay: { keyId, keySecret }, urls }: Simulators,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${urls.razorpay}${path}`, {
    method,
    headers: {
      Authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as RazorpayResponse };
}

/** The error of a rejected promise; `{ unexpected }` for a fulfilled one. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ unexpected: value }),
    (error: unknown) => error,
  );
