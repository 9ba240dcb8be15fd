/**
 * UPI, cards and net banking through Razorpay (https://razorpay.com/docs/api): its widget opens over the checkout
 * page. Uses fetch and WebCrypto, whose `verify` compares in constant time.
 */
import type * as z from 'zod';
import { paymentRules } from '#domain/payments/payment-methods.ts';
import type { Paise } from '#lib/money.ts';
import { callTimeout } from './call-timeout.ts';
import {
  type PaymentProvider,
  ProviderRefused,
  ProviderUnreachable,
  RefundTooSmall,
  webhookRefusals,
} from './provider.ts';
import {
  event,
  isPaying,
  isTooSmall,
  items,
  order,
  payment,
  readable,
  refund,
  refundNotes,
  refusal,
  toMoneyState,
  toPaymentState,
  toReportedRefund,
  updateOf,
} from './razorpay-answers.ts';
import { isSignedWith } from './signature.ts';

export type RazorpaySettings = {
  RAZORPAY_KEY_ID?: string;
  RAZORPAY_KEY_SECRET?: string;
  RAZORPAY_WEBHOOK_SECRET?: string;
  /** The previous secret, during a change: repeated events are still signed with it. */
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS?: string;
  RAZORPAY_API_BASE?: string;
};

/**
 * Calls Razorpay. Only a refusal by Razorpay means that nothing happened.
 * @throws ProviderRefused, ProviderUnreachable
 */
async function call<T>(
  { until, ...settings }: RazorpaySettings & { until: number },
  schema: z.ZodType<T>,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<T> {
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_API_BASE } = settings;
  let response: Response;
  let content: unknown;
  try {
    response = await fetch(`${RAZORPAY_API_BASE || 'https://api.razorpay.com'}/v1${path}`, {
      method,
      headers: {
        ...headers,
        Authorization: `Basic ${btoa(`${RAZORPAY_KEY_ID}:${RAZORPAY_KEY_SECRET}`)}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: callTimeout(until),
    });
    content = await response.json();
  } catch (error) {
    throw new ProviderUnreachable('Razorpay gave no answer', { cause: error });
  }
  if (response.status === 429 || response.status >= 500)
    throw new ProviderUnreachable(`Razorpay answered ${response.status}`);
  if (!response.ok) {
    const reason = refusal.safeParse(content).data?.error.description ?? `status ${response.status}`;
    throw isTooSmall(reason) ? new RefundTooSmall(reason) : new ProviderRefused(reason);
  }
  const parsed = schema.safeParse(content);
  if (!parsed.success) throw new ProviderUnreachable('Razorpay answered in an unknown format');
  return parsed.data;
}

/** @param until end of the time for all calls, UTC ms */
export function razorpay(given: RazorpaySettings, until: number): PaymentProvider {
  const settings = { ...given, until };
  const isConfigured = settings.RAZORPAY_KEY_ID && settings.RAZORPAY_KEY_SECRET;
  const listPayments = async (id: string) =>
    readable(payment, (await call(settings, items, 'GET', `/orders/${id}/payments`)).items);
  const listRefunds = async (id: string) =>
    readable(refund, (await call(settings, items, 'GET', `/payments/${id}/refunds?count=100`)).items);

  return {
    id: 'razorpay',
    name: paymentRules.razorpay.name,
    unavailableReason: isConfigured ? null : 'Not available in this shop yet',
    testMode: !settings.RAZORPAY_KEY_ID?.startsWith('rzp_live'),
    // Razorpay's smallest order, 100 paise.
    minimum: 100,

    async create({ amount, reference, orderId }) {
      // A second call creates a second order, but only the order whose id the shop stores can be paid.
      const body = { amount, currency: 'INR', receipt: reference, notes: { order: orderId } };
      const { id } = await call(settings, order, 'POST', '/orders', body);
      return { providerId: id, url: null };
    },

    async retrieve(id, now) {
      const attempts = await listPayments(id);
      const state = toPaymentState(attempts);
      if (state.state !== 'open') return state;
      return { ...state, paying: attempts.some((one) => isPaying(one, now)) };
    },

    async expire(id, now) {
      const attempts = await listPayments(id);
      const state = toPaymentState(attempts);
      if (state.state !== 'open') return state;
      // Razorpay's orders cannot be closed. A later authorisation is not captured, and the bank releases it.
      return attempts.some((one) => isPaying(one, now))
        ? state
        : { state: 'ended', reason: 'No payment has arrived.' };
    },

    async capture(id, paymentId, amount: Paise) {
      try {
        const body = { amount, currency: 'INR' };
        return toMoneyState(
          'paid',
          await call(settings, payment, 'POST', `/payments/${paymentId}/capture`, body),
        );
      } catch (error) {
        // It may be captured already, by another call or by the account's settings.
        if (error instanceof ProviderRefused) return toPaymentState(await listPayments(id));
        throw error;
      }
    },

    async refund({ id, key, paymentId, amount, reference }) {
      const existing = (await listRefunds(paymentId)).find(({ notes }) => {
        const { data } = refundNotes.safeParse(notes);
        return (data?.key ?? data?.refund) === key;
      });
      const created =
        existing ??
        (await call(
          settings,
          refund,
          'POST',
          `/payments/${paymentId}/refund`,
          { amount, notes: { refund: id, key, reference } },
          { 'X-Refund-Idempotency': key },
        ));
      if (created.status === 'failed') throw new ProviderRefused('the refund failed');
      return { providerId: created.id, done: created.status === 'processed' };
    },

    listRefunds: async (paymentId) =>
      (await listRefunds(paymentId))
        .filter(({ status }) => status === 'processed')
        .flatMap((one) => toReportedRefund(one, paymentId) ?? []),

    async parseWebhook(body, headers, now) {
      const { RAZORPAY_WEBHOOK_SECRET: secret, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: previous } = settings;
      if (!isConfigured || !secret) return webhookRefusals.notConfigured();
      const signature = headers.get('x-razorpay-signature') ?? '';
      const secrets = previous ? [secret, previous] : [secret];
      if (!(await isSignedWith(secrets, body, signature))) return webhookRefusals.forged();
      const id = headers.get('x-razorpay-event-id');
      const parsed = event.safeParse(parseJson(body));
      if (!id || id.length > 100 || !parsed.success) return webhookRefusals.malformed();
      return {
        ok: true,
        event: { id: `razorpay:${id}`, type: parsed.data.event, about: updateOf(parsed.data, now) },
      };
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
