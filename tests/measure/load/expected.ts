/** The data of clients and providers, with which the ledger is compared. */
import type { PaymentMethod } from '#domain/orders/payment-method.ts';
import type { Ledger } from './ledger.ts';

/** An order as a client requested it, with the responses. */
export type RequestedOrder = {
  key: string;
  userId: string;
  method: PaymentMethod;
  /** Pieces by product. */
  items: Record<string, number>;
  coupon?: string | undefined;
  saveInfo: boolean;
  /** paise */
  total: number;
  /** The order's id, once for every response that said it was placed or started. */
  acknowledged: string[];
  /** The provider's payment id, once for every response that had one. */
  payments: string[];
  /** Whether the final answer was a refusal. */
  refused: boolean;
};

/** A payment that a provider has captured. @property amount paise */
export type CapturedPayment = { orderId: string; paymentId: string; amount: number };

/** Stock is pieces; `maxOrder` and the total of what may be held unpaid are paise. */
export type Expected = {
  stockBefore: Record<string, number>;
  requested: readonly RequestedOrder[];
  cashOnDelivery: { maxOrder: number };
  unpaid: { orders: number; units: number; stockPercent: number; total: number };
  captured: readonly CapturedPayment[];
  /** Idempotency keys of the emails that the mail service accepted, once for each time. */
  mailed: readonly string[];
};

/** Returns one line for each violation; none when the invariant holds. */
export type InvariantCheck = (ledger: Ledger, expected: Expected) => string[];
