/** Where a bank transfer goes, as page and email list it. */
import type { ApiOrder } from '#domain/orders/order.ts';
import { toPaise } from '#lib/money.ts';

type Transfer = NonNullable<ApiOrder['transfer']>;

/** @param reference of the order: with it operators find the order of a transfer */
export const transferRows = (
  reference: string,
  { holder, bank, account, ifsc, upi }: Transfer,
): { label: string; value: string }[] => [
  { label: 'Account holder', value: holder },
  { label: 'Account number', value: account },
  { label: 'IFSC', value: ifsc },
  { label: 'Bank', value: bank },
  ...(upi ? [{ label: 'UPI ID', value: upi }] : []),
  { label: 'Reference', value: reference },
];

/**
 * Opens a UPI app with what is missing of a transfer and the order's number (NPCI, "UPI Linking Specifications"); undefined where the
 * shop names no UPI ID.
 */
export function upiLink(reference: string, { holder, upi, left }: Transfer): string | undefined {
  if (!upi) return undefined;
  const paise = String(toPaise(left) ?? 0).padStart(3, '0');
  const fields = {
    pa: upi,
    pn: holder,
    am: `${paise.slice(0, -2)}.${paise.slice(-2)}`,
    cu: 'INR',
    tn: reference,
  };
  // Spaces as %20: some apps show a plus sign.
  return `upi://pay?${Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;
}
