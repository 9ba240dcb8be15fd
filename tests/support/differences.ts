/** Corrupted orders for the rules of the reconciliation: the shop itself never writes such rows. */
import { type SQL, sql } from 'drizzle-orm';
import type { Rule } from '#domain/reconciliation/rules.ts';
import { password } from './accounts.ts';
import { orderOf, placeOrder, serum } from './orders.ts';
import { paidOrder, pendingOrder } from './payments.ts';
import type { Person, TestShop } from './shop.ts';

type Make = (shop: TestShop, operator: Person) => Promise<string>;

/** An order of two pieces, cash on delivery. */
const cashOrder: Make = async (shop) => {
  const person = await shop.person();
  return (await placeOrder(person, await orderOf(person, { [serum]: 2 }))).body.order._id;
};
const card: Make = async (shop) => (await paidOrder(shop, await shop.person(), 'stripe')).orderId;
const upi: Make = async (shop) => (await paidOrder(shop, await shop.person(), 'razorpay')).orderId;
const waiting: Make = async (shop) => pendingOrder(await shop.person(), 'stripe');
const delivered: Make = async (shop, operator) => {
  const orderId = await cashOrder(shop, operator);
  const steps = [
    ['update-tracking', { trackingId: 'A1', courierPartner: 'DTDC' }],
    ['move', { status: 'Out for Delivery' }],
    ['move', { status: 'Delivered', collected: true, password }],
  ] as const;
  for (const [path, json] of steps) await operator.post(`/api/order/${path}`, { orderId, ...json });
  return orderId;
};
/** Cancelled after it was paid. */
const cancelled: Make = async (shop, operator) => {
  const orderId = await card(shop, operator);
  await operator.post('/api/order/cancel', { orderId, reason: 'Called' });
  return orderId;
};

/** @property corrupt the statement that corrupts the order @property expected, found the values of the difference */
type Case = {
  rule: Rule;
  how: string;
  /** A healthy order. @returns its id */
  make: Make;
  corrupt: (id: string) => SQL;
  expected: string | RegExp;
  found: string | RegExp;
};

/** One case for every rule of orders, except the total's, which the table's CHECK refuses. */
export const cases: Case[] = [
  {
    rule: 'status',
    how: 'an order is called shipped past the shop',
    make: cashOrder,
    corrupt: (id) => sql`UPDATE orders SET status = 'Shipped' WHERE id = ${id}`,
    expected: 'Order Placed',
    found: 'Shipped',
  },
  {
    rule: 'waits_paid',
    how: 'a paid order waits again',
    make: card,
    // The same in its history.
    corrupt: (id) => sql`INSERT INTO order_events (id, order_id, at, actor, kind, to_status)
      SELECT 'w' || ${id}, id, 0, 'shop', 'status', 'Payment Pending' FROM orders WHERE id = ${id}`,
    expected: 'Order Placed',
    found: /^Payment Pending, paid by pi_/,
  },
  {
    rule: 'unpaid',
    how: 'the money of a card does not count',
    make: card,
    corrupt: (id) => sql`UPDATE orders SET paid = 0 WHERE id = ${id}`,
    expected: 'paid',
    found: /^Order Placed, not paid, with payment pi_/,
  },
  {
    rule: 'unproven',
    how: 'the name of a payment by UPI is lost',
    make: upi,
    corrupt: (id) => sql`UPDATE payments SET payment_id = NULL WHERE order_id = ${id}`,
    expected: 'the payment that paid it',
    found: 'none',
  },
  {
    rule: 'cash_unproven',
    how: 'cash counts that nobody collected',
    make: cashOrder,
    corrupt: (id) => sql`UPDATE orders SET paid = 1 WHERE id = ${id}`,
    expected: 'not paid',
    found: 'paid, never collected',
  },
  {
    rule: 'cash_uncounted',
    how: 'cash was collected and does not count',
    make: delivered,
    corrupt: (id) => sql`UPDATE orders SET paid = 0 WHERE id = ${id}`,
    expected: 'paid',
    found: 'not paid, and collected',
  },
  {
    rule: 'refund_missing',
    how: 'a refund is lost',
    make: cancelled,
    corrupt: (id) => sql`DELETE FROM refunds WHERE order_id = ${id}`,
    expected: '₹599.00 back',
    found: 'nothing, Cancelled and paid',
  },
  {
    rule: 'lines',
    how: 'a line costs a paisa more',
    make: cashOrder,
    corrupt: (id) => sql`UPDATE order_lines SET price = price + 1 WHERE order_id = ${id}`,
    expected: '₹1,198.02, less ₹0.00',
    found: '₹1,198.00, less ₹0.00',
  },
  {
    rule: 'asked',
    how: 'another amount is to be paid',
    make: waiting,
    corrupt: (id) => sql`UPDATE payments SET amount = 100 WHERE order_id = ${id}`,
    expected: '₹599.00',
    found: '₹1.00',
  },
  {
    rule: 'overdue',
    how: 'an order waits without a payment',
    make: waiting,
    corrupt: (id) => sql`DELETE FROM payments WHERE order_id = ${id}`,
    expected: 'placed or cancelled',
    found: 'Payment Pending, without a payment',
  },
  {
    rule: 'refund_too_much',
    how: 'more goes back than was paid',
    make: cancelled,
    corrupt: (id) => sql`UPDATE refunds SET amount = 60000 WHERE order_id = ${id}`,
    expected: 'at most ₹599.00',
    found: '₹600.00',
  },
  {
    rule: 'refund_slow',
    how: 'a refund never arrives',
    make: cancelled,
    corrupt: (id) => sql`INSERT INTO order_events (id, order_id, at, actor, kind)
      SELECT 'r' || id, id, 1, 'operator', 'refund' FROM orders WHERE id = ${id}`,
    expected: 'sent back',
    found: '₹599.00 with the provider',
  },
];

/** Further statements of a corruption, by rule. */
export const alsoCorrupt: Partial<Record<Rule, (id: string) => SQL>> = {
  waits_paid: (id) => sql`UPDATE orders SET status = 'Payment Pending' WHERE id = ${id}`,
  refund_slow: (id) => sql`UPDATE refunds SET status = 'sent' WHERE order_id = ${id}`,
};
