-- What has happened is not changed: rows that are only added (docs/reliability.md), and the versions that tell of a change.
-- 72 months are 189,302,400 s (CGST s.36), a year has 31,536,000 s.

-- The list of what operators looked at and did.
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
BEGIN
  SELECT RAISE(ABORT, 'the audit list is append-only');
END;

-- It may be deleted after a year.
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
WHEN old.at > (unixepoch() - 31536000) * 1000
BEGIN
  SELECT RAISE(ABORT, 'the audit list is append-only for a year');
END;

-- What was taken back of a code.
CREATE TRIGGER debits_no_update BEFORE UPDATE ON debits
BEGIN
  SELECT RAISE(ABORT, 'debits are append-only');
END;

-- It may be deleted after 72 months.
CREATE TRIGGER debits_no_delete BEFORE DELETE ON debits
WHEN old.at > (unixepoch() - 189302400) * 1000
BEGIN
  SELECT RAISE(ABORT, 'debits are append-only for 72 months');
END;

-- Invoices, credit notes and debit notes.
CREATE TRIGGER documents_no_update BEFORE UPDATE ON documents
BEGIN
  SELECT RAISE(ABORT, 'documents are append-only');
END;

-- Each says how long it is kept.
CREATE TRIGGER documents_no_delete BEFORE DELETE ON documents
WHEN old.keep_until > unixepoch() * 1000
BEGIN
  SELECT RAISE(ABORT, 'documents are kept for as long as the law asks');
END;

-- The history of an order. Erasing an account replaces words alone.
CREATE TRIGGER order_events_no_update BEFORE UPDATE ON order_events
WHEN new.reason IS NOT '[erased]' OR new.id <> old.id OR new.order_id <> old.order_id OR new.at <> old.at
  OR new.actor <> old.actor OR new.actor_id IS NOT old.actor_id OR new.kind <> old.kind
  OR new.from_status IS NOT old.from_status OR new.to_status IS NOT old.to_status OR new.shown <> old.shown
BEGIN
  SELECT RAISE(ABORT, 'history is append-only');
END;

-- It may be deleted after 72 months.
CREATE TRIGGER order_events_no_delete BEFORE DELETE ON order_events
WHEN old.at > (unixepoch() - 189302400) * 1000
BEGIN
  SELECT RAISE(ABORT, 'history is append-only for 72 months');
END;

-- The orders of an earlier shop.
CREATE TRIGGER past_orders_no_update BEFORE UPDATE ON past_orders
BEGIN
  SELECT RAISE(ABORT, 'the orders of an earlier shop are history');
END;

-- What was cancelled, returned and given back.
CREATE TRIGGER reductions_no_update BEFORE UPDATE ON reductions
BEGIN
  SELECT RAISE(ABORT, 'reductions are append-only');
END;

-- It may be deleted after 72 months.
CREATE TRIGGER reductions_no_delete BEFORE DELETE ON reductions
WHEN old.at > (unixepoch() - 189302400) * 1000
BEGIN
  SELECT RAISE(ABORT, 'reductions are append-only for 72 months');
END;

-- Changes of the stock. Whether one is counted may change.
CREATE TRIGGER stock_changes_no_update
BEFORE UPDATE OF id, product_id, at, change, reason, note, actor_id, order_id ON stock_changes
BEGIN
  SELECT RAISE(ABORT, 'stock changes are append-only');
END;

-- They may be deleted after 72 months.
CREATE TRIGGER stock_changes_no_delete BEFORE DELETE ON stock_changes
WHEN old.at > (unixepoch() - 189302400) * 1000
BEGIN
  SELECT RAISE(ABORT, 'stock changes are append-only for 72 months');
END;

-- A buyer's orders have a version: an order is placed against the one that was read (functions/checkout/place.ts).
CREATE TRIGGER order_version_of_new_order AFTER INSERT ON orders
BEGIN
  UPDATE users SET order_version = order_version + 1 WHERE id = new.user_id;
END;

-- It grows with each change that the rules of placing an order ask for.
CREATE TRIGGER order_version_of_changed_order AFTER UPDATE OF status, paid, user_id ON orders
BEGIN
  UPDATE users SET order_version = order_version + 1 WHERE id IN (old.user_id, new.user_id);
END;

-- An exchange belongs to the purchase of the order that it replaces, over any number of exchanges.
CREATE TRIGGER purchase_of_exchange AFTER UPDATE OF exchange_order_id ON returns
WHEN new.exchange_order_id IS NOT NULL
BEGIN
  UPDATE orders SET purchase_id = (SELECT coalesce(purchase_id, id) FROM orders WHERE id = new.order_id)
  WHERE id = new.exchange_order_id;
END;
