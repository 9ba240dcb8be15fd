/** Bank transfer. It has no provider: an operator records what has come to the account (record-transfer.ts). */
import { paymentRules } from '#domain/payments/payment-methods.ts';
import { store } from '../lib/store.ts';
import { cod } from './cod.ts';
import type { PaymentProvider } from './provider.ts';

export const transfer: PaymentProvider = {
  ...cod,
  id: 'transfer',
  name: paymentRules.transfer.name,
  unavailableReason: store.bankTransfer.offered ? null : 'Not offered',
};
