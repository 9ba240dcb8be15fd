/** Cash on delivery. It has no provider: the courier collects the cash, and an operator marks the order as paid. */
import { paymentRules } from '#domain/payments/payment-methods.ts';
import { type PaymentProvider, ProviderRefused, webhookRefusals } from './provider.ts';

const refuse = async (): Promise<never> => {
  throw new ProviderRefused('cash on delivery has no provider');
};

export const cod: PaymentProvider = {
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
