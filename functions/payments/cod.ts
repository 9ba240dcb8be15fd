/** Cash on delivery. It has no provider: the courier collects the cash, and an operator marks the order as paid. */
import { paymentMethodNames } from '#domain/orders/payment-method-names.ts';
import { type PaymentProvider, ProviderRefused, webhookRefusals } from './provider.ts';

const refuse = async (): Promise<never> => {
  throw new ProviderRefused('cash on delivery has no provider');
};

export const cod: PaymentProvider = {
  id: 'cod',
  name: paymentMethodNames.cod,
  unavailableReason: null,
  testMode: false,
  minimum: 100,
  isCashOnDelivery: true,
  create: refuse,
  retrieve: refuse,
  expire: refuse,
  capture: refuse,
  // The operator who confirms the refund has made it by bank transfer.
  refund: async ({ id }) => ({ providerId: id, done: true }),
  listRefunds: refuse,
  parseWebhook: async () => webhookRefusals.notConfigured(),
};
