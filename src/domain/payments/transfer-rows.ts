/** Where a bank transfer goes, as page and email list it. */
import type { ApiOrder } from '#domain/orders/order.ts';

/** @param reference of the order: with it operators find the order of a transfer */
export const transferRows = (
  reference: string,
  { holder, bank, account, ifsc }: NonNullable<ApiOrder['transfer']>,
): { label: string; value: string }[] => [
  { label: 'Account holder', value: holder },
  { label: 'Account number', value: account },
  { label: 'IFSC', value: ifsc },
  { label: 'Bank', value: bank },
  { label: 'Reference', value: reference },
];
