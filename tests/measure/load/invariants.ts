/**
 * Conditions for the orders after any fault: pure checks of the database's rows (`ledger.ts`) against the data of
 * clients and providers (`expected.ts`).
 */

import * as documents from './document-invariants.ts';
import type { Expected, InvariantCheck } from './expected.ts';
import type { Ledger } from './ledger.ts';
import * as orders from './order-invariants.ts';
import * as records from './record-invariants.ts';

/** All invariants, by their text in the report. */
const checks = {
  'every order got a final answer': orders.allAnswered,
  'nothing acknowledged is lost': orders.acknowledgedStored,
  'a key has one order, and one payment': orders.oneOrderPerKey,
  'no stored order was refused or never requested': orders.onlyRequested,
  'stock at the start = stock now + pieces sold': orders.stockAddsUp,
  'every order has its lines': orders.haveLines,
  'lines - discount + delivery = total': orders.totalsAddUp,
  'no line is without its order': orders.noOrphanLines,
  'the limits of cash on delivery hold': orders.codLimits,
  'no account holds more unpaid than it may': orders.unpaidLimits,
  'the history has every step, and ends with the status of the order': records.historyComplete,
  'a code has as many uses as orders': records.couponUses,
  'an address to be saved is saved once': records.addressesSavedOnce,
  'every placed order has one email, and no other order has': records.oneEmailPerOrder,
  'every email was sent, once': records.emailsSentOnce,
  'every captured payment belongs to a paid order, or is due for refund': records.capturesAccounted,
  'every online payment or refund due was captured by a provider': records.paymentsCaptured,
  'no order stays pending': records.nonePending,
  'every parcel that left has one invoice, and no other order has one': documents.oneInvoicePerParcel,
  'the numbers of invoices and credit notes have no gap': documents.numbersHaveNoGap,
  'what came back was credited and refunded once': documents.givenBackOnce,
} satisfies Record<string, InvariantCheck>;

export type Invariant = keyof typeof checks;
const invariants = Object.keys(checks) as Invariant[];

/** Runs all checks. @returns the violations by invariant; an empty list where it holds */
export function checkInvariants(ledger: Ledger, expected: Expected): Record<Invariant, string[]> {
  const found = invariants.map((name) => [name, checks[name](ledger, expected)]);
  return Object.fromEntries(found) as Record<Invariant, string[]>;
}
