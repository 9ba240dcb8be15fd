-- Bounds that no batch may pass, also of those that run at the same time. `coupons` and `products` have theirs as CHECK.

-- A customer uses a code so often as the code says. A use that ended unpaid is given back.
CREATE TRIGGER coupon_uses_per_customer BEFORE INSERT ON coupon_uses
WHEN (
  SELECT count(*) FROM coupon_uses AS used JOIN orders ON orders.id = used.order_id
  WHERE used.code = new.code AND used.customer = new.customer
    AND NOT (orders.status = 'Cancelled' AND orders.paid = 0)
) >= new.max_uses
BEGIN
  SELECT RAISE(ABORT, 'constraint failed: coupon_uses');
END;

-- No more is given back of an order than it has cost, and than was taken back of its code.
CREATE TRIGGER reductions_within_order BEFORE INSERT ON reductions
WHEN new.kind <> 'cancelled'
  AND new.amount
    + (SELECT coalesce(sum(amount), 0) FROM reductions WHERE order_id = new.order_id AND kind <> 'cancelled')
  > (SELECT total FROM orders WHERE id = new.order_id)
    + (SELECT coalesce(sum(amount), 0) FROM debits WHERE order_id = new.order_id AND in_line = 0)
BEGIN
  SELECT RAISE(ABORT, 'more than the order would be given back');
END;

-- No more is refunded of an order than was paid for it.
CREATE TRIGGER refunds_within_paid BEFORE INSERT ON refunds
WHEN new.reason NOT IN ('late_payment', 'mismatch', 'postage')
  AND new.amount
    + (SELECT coalesce(sum(amount), 0) FROM refunds
      WHERE order_id = new.order_id AND reason NOT IN ('late_payment', 'mismatch', 'postage'))
  > coalesce(
    (SELECT p.amount FROM payments p JOIN orders o ON o.id = p.order_id AND p.method = o.payment_method
      WHERE o.id = new.order_id),
    (SELECT o.total
        + (SELECT coalesce(sum(c.amount), 0) FROM reductions c
          WHERE c.order_id = o.id AND c.kind = 'cancelled' AND c.refund_id IS NOT NULL)
      FROM orders o WHERE o.id = new.order_id))
BEGIN
  SELECT RAISE(ABORT, 'more than was paid would be refunded');
END;

-- Nor to a payment than it has brought.
CREATE TRIGGER refunds_within_payment BEFORE INSERT ON refunds
WHEN new.payment_id IS NOT NULL AND new.reason NOT IN ('late_payment', 'mismatch')
  AND new.amount
    + (SELECT coalesce(sum(amount), 0) FROM refunds WHERE payment_id = new.payment_id AND transfer IS NULL)
  > (SELECT min(amount, coalesce(paid_amount, amount)) FROM payments WHERE payment_id = new.payment_id)
BEGIN
  SELECT RAISE(ABORT, 'more than was received would be refunded');
END;

-- Nor of a purchase, with all its exchanges, than its first order has brought.
CREATE TRIGGER refunds_within_received BEFORE INSERT ON refunds
WHEN new.reason NOT IN ('late_payment', 'mismatch', 'postage') AND new.transfer IS NOT 'exchange'
  AND new.amount
    + (SELECT coalesce(sum(r.amount), 0) FROM refunds r
      WHERE r.reason NOT IN ('late_payment', 'mismatch', 'postage') AND r.transfer IS NOT 'exchange'
        AND r.order_id IN (
          SELECT (SELECT coalesce(purchase_id, id) FROM orders WHERE id = new.order_id)
          UNION ALL
          SELECT id FROM orders
          WHERE purchase_id = (SELECT coalesce(purchase_id, id) FROM orders WHERE id = new.order_id)))
  > coalesce(
    (SELECT min(p.amount, coalesce(p.paid_amount, p.amount))
      FROM payments p JOIN orders o ON o.id = p.order_id AND p.method = o.payment_method
      WHERE o.id = (SELECT coalesce(purchase_id, id) FROM orders WHERE id = new.order_id)),
    (SELECT o.total
        + (SELECT coalesce(sum(c.amount), 0) FROM reductions c
          WHERE c.order_id = o.id AND c.kind = 'cancelled' AND c.refund_id IS NOT NULL)
      FROM orders o WHERE o.id = (SELECT coalesce(purchase_id, id) FROM orders WHERE id = new.order_id)))
BEGIN
  SELECT RAISE(ABORT, 'more than was received would be refunded');
END;

-- Where money was to be sent is forgotten when it is sent.
CREATE TRIGGER payout_ends_with_its_refund AFTER UPDATE OF status ON refunds
WHEN new.status = 'done' AND new.payment_id IS NULL
BEGIN
  UPDATE returns SET payout = NULL WHERE refund_id IN (new.id, new.rest_of) AND payout IS NOT NULL;
  UPDATE refunds SET payout = NULL WHERE id = new.id AND payout IS NOT NULL;
END;
