/** Parts of the shop that its owner may switch off (docs/behaviour.md, "Switches"). */
import type { PaymentMethod } from '#domain/payments/payment-methods.ts';

const features = [
  'skin',
  'routine',
  'ingredients',
  'journal',
  'reviews',
  'newsletter',
  'results',
  'wishlist',
] as const;

export type Feature = (typeof features)[number];
export type Features = Readonly<Record<Feature, boolean>>;

/** All that can be switched off: parts of the shop, and ways to pay. */
export const switches = [...features, 'razorpay', 'stripe', 'transfer', 'cod'] as const;

/** What pages and scripts ask as `IS_ON.skin`: a build puts true or false in its place (astro.config.mjs). */
export type Switches = Features & Readonly<Record<PaymentMethod, boolean>>;

/** With what no setting switches: whether the shop is registered for GST, and so issues invoices. */
export type Abilities = Switches & { readonly gst: boolean };

type Way = { offered: boolean };

/** Of `content/store.yaml`. */
type Settings = {
  features: Features;
  razorpay: Way;
  stripe: Way;
  bankTransfer: Way;
  cashOnDelivery: Way;
  legal: { gstin?: string | undefined };
};

export const switchesOf = (store: Settings): Abilities => ({
  ...store.features,
  razorpay: store.razorpay.offered,
  stripe: store.stripe.offered,
  transfer: store.bankTransfer.offered,
  cod: store.cashOnDelivery.offered,
  gst: store.legal.gstin !== undefined,
});
