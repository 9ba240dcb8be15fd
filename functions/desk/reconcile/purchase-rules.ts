/**
 * Checks a purchase over all its exchanges: the order that was paid, with those that its exchanges have made. Pure. A purchase is
 * listed with the order that was paid.
 */

import { amountOf, sumOf, totalOf } from '#domain/orders/reductions.ts';
import { isOwnValue } from '#domain/orders/refund.ts';
import { formatPrice } from '#lib/money.ts';
import { ownRemainder, type ReadOrder } from '../../orders/purchase.ts';
import type { Finding, NamedFinding } from './finding.ts';
import * as messages from './messages.ts';
import type { OrderSnapshot, SnapshotRefund } from './snapshot.ts';

export type RuleOfPurchases = 'purchase_paid' | 'purchase_code';

/** @property refunds of all its orders, with the time of each, UTC ms; `isExchange`: it has paid for another order */
export type PurchaseSnapshot = {
  orders: readonly ReadOrder[];
  minimum: number | null;
  refunds: readonly (Pick<SnapshotRefund, 'amount' | 'reason'> & { at: number; isExchange: boolean })[];
};

/** @param first the order that was paid */
export function checkPurchase(
  first: OrderSnapshot,
  { orders, minimum, refunds }: PurchaseSnapshot,
): NamedFinding<RuleOfPurchases>[] {
  if (!first.paid) return [];
  const open = orders.filter(({ order }) => order.status !== 'Cancelled');
  const remainders = open.map((order) => ownRemainder(order, null));
  const money = refunds.filter(({ reason, isExchange }) => isOwnValue(reason) && !isExchange);
  const back = amountOf(money);
  const paid = first.amount ?? first.total + first.cancelled;
  const left = sumOf(remainders, totalOf);
  const since = Math.max(first.createdAt, ...refunds.map(({ at }) => at));
  const findings: NamedFinding<RuleOfPurchases>[] = [];
  const add = (rule: RuleOfPurchases, finding: Omit<Finding, 'since' | 'fix'>) =>
    findings.push({ rule, ...finding, since, fix: messages.confirmNoRefund });
  // Of an order without exchanges its own rules say it.
  if (orders.length > 1 && paid - back < left)
    add('purchase_paid', {
      expected: `at least ${formatPrice(left)} kept`,
      found: `${formatPrice(paid - back)}: ${formatPrice(paid)} paid, ${formatPrice(back)} back`,
    });
  const kept = remainders.flatMap(({ lines }) => lines);
  const discount = sumOf(kept, (line) => line.discount);
  // What returns of the last release did not give back is in lines without units.
  const withheld = sumOf(kept, ({ quantity, amount }) => (quantity ? 0 : amount));
  const lastBack = Math.max(...money.filter(({ reason }) => reason !== 'adjustment').map(({ at }) => at), 0);
  // What has come back since the last money, which it did not get.
  const later = sumOf(open, ({ lines, given }) =>
    sumOf(given, ({ kind, at, position, quantity }) =>
      kind !== 'cancelled' && at > lastBack
        ? quantity * (lines.find((line) => line.position === position)?.price ?? 0)
        : 0,
    ),
  );
  const subtotal = sumOf(kept, ({ price, quantity }) => price * quantity) + later;
  const wasTakenBack = orders.some(({ debits }) => debits.length > 0);
  if (
    lastBack &&
    subtotal > 0 &&
    minimum !== null &&
    subtotal < minimum &&
    discount > withheld &&
    !wasTakenBack
  )
    add('purchase_code', {
      expected: `${formatPrice(minimum)} kept, or no discount`,
      found: `${formatPrice(subtotal)} kept, with ${formatPrice(discount)} off`,
    });
  return findings;
}
