-- The words by which the desk finds an order, in lower case (functions/desk/order-list.ts). Older orders get theirs by a job
-- (functions/jobs/fills.ts).

-- All words of an order. A phone has one for each of its first digits, so that its last ones find it.
CREATE VIEW order_texts AS
SELECT o.id AS order_id, piece.value AS word
FROM orders o JOIN json_each('[' || replace(json_quote(lower(
  substr(o.reference, 5)
  || ' ' || substr(o.id, 1, 8)
  || ' ' || replace(replace(replace(replace(replace(
    coalesce(o.address ->> 'firstName', '')
    || ' ' || coalesce(o.address ->> 'lastName', '')
    || ' ' || coalesce(o.address ->> 'city', '')
    || ' ' || coalesce(o.address ->> 'address', '')
    || ' ' || coalesce(o.business_name, '')
    || ' ' || coalesce(o.coupon_code, '')
    || ' ' || coalesce((SELECT group_concat(name, ' ') FROM order_lines WHERE order_id = o.id), ''),
    '-', ' '), '/', ' '), ',', ' '), '(', ' '), ')', ' ')
  || ' ' || coalesce(o.address ->> 'email', '')
  || ' ' || coalesce(o.address ->> 'zipcode', '')
  || ' ' || substr(coalesce(o.address ->> 'phone', ''), 1)
  || ' ' || substr(coalesce(o.address ->> 'phone', ''), 2)
  || ' ' || substr(coalesce(o.address ->> 'phone', ''), 3)
  || ' ' || substr(coalesce(o.address ->> 'phone', ''), 4)
  || ' ' || substr(coalesce(o.address ->> 'phone', ''), 5)
  || ' ' || substr(coalesce(o.address ->> 'phone', ''), 6)
  || ' ' || substr(coalesce(o.address ->> 'phone', ''), 7)
  || ' ' || coalesce(o.tracking_id, '')
  || ' ' || replace(coalesce(o.address ->> 'address', ''), ',', ' ')
  || ' ' || coalesce(o.business_name, '')
  || ' ' || coalesce(o.gstin, '')
  || ' ' || coalesce(o.coupon_code, '')
  || ' ' || coalesce((SELECT coalesce(payment_id, '') || ' ' || coalesce(provider_id, '')
    FROM payments WHERE order_id = o.id), '')
  || ' ' || coalesce((SELECT group_concat(number, ' ') FROM documents WHERE order_id = o.id), '')
  || ' ' || coalesce((SELECT group_concat('#' || tag.value, ' ') FROM json_each(o.tags) tag), '')
)), ' ', '","') || ']') piece
WHERE piece.value <> '';

-- A new order of an older release has its words with its lines. The follower gives the others theirs
-- (functions/orders/follow.ts).
CREATE TRIGGER order_words_of_line AFTER INSERT ON order_lines
WHEN (SELECT counted FROM orders WHERE id = new.order_id) <> 2
BEGIN
  INSERT OR IGNORE INTO order_words SELECT order_id, word FROM order_texts WHERE order_id = new.order_id;
END;

-- A line that is deleted may take a product's words with it.
CREATE TRIGGER order_words_without_line AFTER DELETE ON order_lines
BEGIN
  DELETE FROM order_words WHERE order_id = old.order_id;
  INSERT OR IGNORE INTO order_words SELECT order_id, word FROM order_texts WHERE order_id = old.order_id;
END;

-- An order that is corrected, shipped or tagged.
CREATE TRIGGER order_words_of_order
AFTER UPDATE OF reference, address, tracking_id, gstin, business_name, coupon_code, tags ON orders
BEGIN
  DELETE FROM order_words WHERE order_id = new.id;
  INSERT OR IGNORE INTO order_words SELECT order_id, word FROM order_texts WHERE order_id = new.id;
END;

-- A payment is found by its provider's ids.
CREATE TRIGGER order_words_of_new_payment AFTER INSERT ON payments
BEGIN
  INSERT OR IGNORE INTO order_words
  SELECT new.order_id, lower(value) FROM json_each(json_array(new.payment_id, new.provider_id)) WHERE value IS NOT NULL;
END;

-- They come later, and may change.
CREATE TRIGGER order_words_of_payment AFTER UPDATE OF payment_id, provider_id ON payments
WHEN new.payment_id IS NOT old.payment_id OR new.provider_id IS NOT old.provider_id
BEGIN
  DELETE FROM order_words
  WHERE order_id = new.order_id AND word IN (lower(old.payment_id), lower(old.provider_id));
  INSERT OR IGNORE INTO order_words
  SELECT new.order_id, lower(value) FROM json_each(json_array(new.payment_id, new.provider_id)) WHERE value IS NOT NULL;
END;

-- Its invoice and notes.
CREATE TRIGGER order_words_of_document AFTER INSERT ON documents
WHEN EXISTS (SELECT 1 FROM orders WHERE id = new.order_id)
BEGIN
  INSERT OR IGNORE INTO order_words VALUES (new.order_id, lower(new.number));
END;
