/** What the ledger is held against: what clients and providers know. */
import type { PaymentMethod } from '#features/orders/order.ts';
import type { Ledger } from './ledger.ts';

/** What a client asked for, and what it was told. */
export type Asked = {
  key: string;
  userId: string;
  method: PaymentMethod;
  /** Pieces by product. */
  items: Record<string, number>;
  coupon?: string | undefined;
  saveInfo: boolean;
  /** paise */
  total: number;
  /** The order's id, once for every answer that said it was placed, or begun. */
  acknowledged: string[];
  /** What it is to be paid as at the provider's, once for every answer that said so. */
  payments: string[];
  /** The last answer said that it was not, and will not be. */
  refused: boolean;
};

/** Money that a provider has taken. @property amount paise */
export type Taken = { orderId: string; paymentId: string; amount: number };

/** Stock is pieces; `maxOrder` and the total of what may be held unpaid are paise. */
export type Expected = {
  stockBefore: Record<string, number>;
  asked: readonly Asked[];
  cashOnDelivery: { maxOrder: number; maxOpenOrders: number };
  unpaid: { units: number; stockPercent: number; total: number };
  taken: readonly Taken[];
  /** Keys of the letters that the mail service took, each as often as it took it. */
  mailed: readonly string[];
};

/** One line for each way in which it is broken; none when it holds. */
export type Question = (ledger: Ledger, expected: Expected) => string[];
