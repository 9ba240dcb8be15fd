/** The payment providers, configured by the Worker's settings. */
import { type PaymentMethod, paymentRules } from '#domain/payments/payment-methods.ts';
import { switchesOf } from '#domain/store/features.ts';
import { store } from '../lib/store.ts';
import { type PaymentProvider, ProviderRefused, webhookRefusals } from './provider.ts';
import { type RazorpaySettings, razorpay } from './razorpay.ts';
import { type StripeSettings, stripe } from './stripe.ts';

const refuse = async (): Promise<never> => {
  throw new ProviderRefused('cash on delivery has no provider');
};

/** Cash on delivery. It has no provider: the courier collects the cash, and an operator marks the order as paid. */
const cod: PaymentProvider = {
  id: 'cod',
  name: paymentRules.cod.name,
  unavailableReason: null,
  testMode: false,
  minimum: 100,
  create: refuse,
  retrieve: refuse,
  expire: refuse,
  capture: refuse,
  refund: refuse,
  listRefunds: refuse,
  parseWebhook: async () => webhookRefusals.notConfigured(),
};

/** Bank transfer. It has no provider: an operator records what has come to the account (record-transfer.ts). */
const transfer: PaymentProvider = { ...cod, id: 'transfer', name: paymentRules.transfer.name };

const offered = switchesOf(store);

/** Why no new order can be paid in this way; null if it can. Earlier orders are settled and refunded in any case. */
export const closedReason = ({ id, unavailableReason }: PaymentProvider): string | null =>
  offered[id] ? unavailableReason : 'Not offered';

export type PaymentSettings = StripeSettings &
  RazorpaySettings & {
    /** Razorpay's script; the simulator's under `npm start`. */
    RAZORPAY_CHECKOUT_URL?: string;
  };

export type Providers = Readonly<Record<PaymentMethod, PaymentProvider>>;

/** Returns the provider with a callback after each of its calls, successful or not. */
function notifyAfterCalls(provider: PaymentProvider, onCallEnd: () => void): PaymentProvider {
  const notify =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    (...args: Args) =>
      call(...args).finally(onCallEnd);
  return {
    ...provider,
    create: notify(provider.create),
    retrieve: notify(provider.retrieve),
    expire: notify(provider.expire),
    capture: notify(provider.capture),
    refund: notify(provider.refund),
    listRefunds: notify(provider.listRefunds),
  };
}

/**
 * @param onCallEnd called after each call to a provider
 * @param until end of the time for all calls together, UTC ms. Default: only the limit of each call
 */
export const createProviders = (
  settings: PaymentSettings,
  onCallEnd: () => void = () => {},
  until = Number.POSITIVE_INFINITY,
): Providers => ({
  cod,
  transfer,
  stripe: notifyAfterCalls(stripe(settings, until), onCallEnd),
  razorpay: notifyAfterCalls(razorpay(settings, until), onCallEnd),
});
