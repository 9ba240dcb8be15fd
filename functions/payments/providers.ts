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

export const providersOf = (settings: PaymentSettings): Providers => ({
  cod,
  stripe: stripe(settings),
  razorpay: razorpay(settings),
});
