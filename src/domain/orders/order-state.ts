/** The state of an order as people read it: the same words on pages, in emails, at the tracking and at the desk. */
import { type ApiReturn, isOpenReturn, type ReturnStatus } from '#domain/returns/return.ts';
import { confirmState, openConfirmation } from './open-confirmation.ts';
import type { OrderStatus } from './order.ts';
import type { ApiRefund } from './refund.ts';

type Exchangeable = {
  items: readonly { quantity: number }[];
  refunds: readonly Pick<ApiRefund, 'transfer' | 'items'>[];
};

/** Whether all pieces of an order came back, and any of them was exchanged. The desk's list asks the same (functions/desk/order-list.ts). */
const isExchanged = ({ items, refunds }: Exchangeable): boolean => {
  const count = (all: readonly { quantity: number }[]) =>
    all.reduce((sum, { quantity }) => sum + quantity, 0);
  const back = refunds.flatMap((refund) => refund.items.filter(({ kind }) => kind === 'returned'));
  return refunds.some(({ transfer }) => transfer === 'exchange') && count(back) >= count(items);
};

/** What the state of an order is read from; what is missing does not count. */
type OrderStateFacts = Partial<Exchangeable> & {
  status: OrderStatus;
  confirmation?: { at: string | number | null } | undefined;
  returns?: readonly { status: ApiReturn['status']; items: readonly { exchange: string | null }[] }[];
};

/** What a badge says of an open return. */
const returnWords: Partial<Record<ReturnStatus, string>> = {
  Requested: 'requested',
  Approved: 'approved',
  'In Transit': 'on its way to us',
};

/** Returns the state of an order: that of its confirmation, exchange or open return, else its status. */
export function orderState({
  status,
  confirmation,
  items = [],
  refunds = [],
  returns = [],
}: OrderStateFacts): string {
  if (openConfirmation({ status, confirmation })) return confirmState;
  if (isExchanged({ items, refunds })) return 'Exchanged';
  const open = returns.find((one) => one.status !== 'Refunded' && isOpenReturn(one.status));
  if (!open) return status;
  const name = open.items.every(({ exchange }) => exchange) ? 'Exchange' : 'Return';
  return `${name} ${returnWords[open.status as ReturnStatus]}`;
}
