/**
 * E-way bills (CGST Rules 2017, rule 138): the supplier makes one on the portal before a parcel leaves whose value, with its
 * tax, is above a limit (`ewayBill` of content/tax.yaml). It names the invoice, so the parcel has its invoice once it is
 * packed. Amounts are paise.
 */
import type { TaxContent } from '#domain/tax/tax-content.ts';
import type { Paise } from '#lib/money.ts';

/** @property total with tax and delivery @property state to which the parcel goes */
type Consignment = { total: Paise; state: string };

/** Whether a parcel needs an e-way bill before it leaves. */
export function needsEwayBill(
  { ewayBill, supplier }: Pick<TaxContent, 'ewayBill' | 'supplier'>,
  { total, state }: Consignment,
): boolean {
  const isWithin = state === supplier.state;
  const limit = (isWithin ? ewayBill.withinState : undefined) ?? ewayBill.above;
  return total > limit * 100;
}

/** The number of an e-way bill. */
export const ewayBillNumber = /^\d{12}$/;
