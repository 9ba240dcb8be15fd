/** Cash on delivery: there is nobody to ask; the courier collects, and an operator says so. */
import { paymentMethodNames } from '#features/orders/order.ts';
import { type PaymentProvider, ProviderRefused } from './provider.ts';

const nobody = async (): Promise<never> => {
  throw new ProviderRefused('cash on delivery has no provider');
};

export const cod: PaymentProvider = {
  id: 'cod',
  name: paymentMethodNames.cod,
  closed: null,
  testMode: false,
  minimum: 100,
  atTheDoor: true,
  begin: nobody,
  ask: nobody,
  end: nobody,
  capture: nobody,
  // Cash goes back by bank transfer, by hand: who confirms the refund has made it.
  repay: async ({ id }) => ({ providerId: id, done: true }),
  returned: nobody,
  read: async () => ({ ok: false, code: 'closed' }),
};
