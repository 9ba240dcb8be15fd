/** The ways to pay, as the Worker's settings open them. */
import type { PaymentMethod } from '#features/orders/order.ts';
import { cod } from './cod.ts';
import type { PaymentProvider } from './provider.ts';
import { type RazorpaySettings, razorpay } from './razorpay.ts';
import { type StripeSettings, stripe } from './stripe.ts';

export type PaymentSettings = StripeSettings &
  RazorpaySettings & {
    /** Razorpay's script; the stand-in's under `npm start`. */
    RAZORPAY_CHECKOUT_URL?: string;
  };

export type Providers = Readonly<Record<PaymentMethod, PaymentProvider>>;

/** The same provider, of which somebody is told whenever a question to it has ended, however it did. */
function overheard(provider: PaymentProvider, onEnd: () => void): PaymentProvider {
  const told =
    <Asked extends unknown[], Said>(ask: (...asked: Asked) => Promise<Said>) =>
    (...asked: Asked) =>
      ask(...asked).finally(onEnd);
  return {
    ...provider,
    begin: told(provider.begin),
    ask: told(provider.ask),
    end: told(provider.end),
    capture: told(provider.capture),
    repay: told(provider.repay),
    returned: told(provider.returned),
  };
}

/**
 * @param onAnswer called whenever a provider has answered, or has been given up
 * @param until when all calls to them are given up, UTC ms; each has its own time where it is left out
 */
export const providersOf = (
  settings: PaymentSettings,
  onAnswer: () => void = () => {},
  until = Number.POSITIVE_INFINITY,
): Providers => ({
  cod,
  stripe: overheard(stripe(settings, until), onAnswer),
  razorpay: overheard(razorpay(settings, until), onAnswer),
});
