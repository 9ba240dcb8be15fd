-- What a row counts as in `totals`: one row of a view for each sum that it is part of (docs/reliability.md). A row that changes is
-- taken off as it was and added as it is: the triggers are made from the list in db/triggers/totals.ts. Times of the day are
-- India's (19,800,000 ms before UTC). The views of orders also have those that are not counted yet (column `counted`).

-- By status, what couriers owe, sales by day and hour, and deliveries on the promised day.
CREATE VIEW order_totals AS
SELECT o.id AS order_id, 'status' AS name, 0 AS at, o.status AS about, 1 AS count, o.total AS amount,
  o.counted AS counted
FROM orders o
UNION ALL
SELECT o.id, 'cash', 0, '', 1, o.total, o.counted
FROM orders o
WHERE o.sample = 0 AND o.payment_method = 'cod' AND o.paid = 0
  AND o.status IN ('Shipped', 'Out for Delivery', 'Delivered')
UNION ALL
SELECT o.id, 'sales', (o.created_at + 19800000) / 86400000, '', 1, o.total, o.counted
FROM orders o
WHERE o.sample = 0 AND o.status NOT IN ('Payment Pending', 'Cancelled', 'Returned')
  AND o.payment_method <> 'exchange'
UNION ALL
SELECT o.id, 'sales of hours', (o.created_at + 19800000) / 3600000, '', 1, o.total, o.counted
FROM orders o
WHERE o.sample = 0 AND o.status NOT IN ('Payment Pending', 'Cancelled', 'Returned')
  AND o.payment_method <> 'exchange'
UNION ALL
SELECT o.id, 'promises', (o.created_at + 19800000) / 86400000,
  coalesce(coalesce(
    (SELECT iif(date((e.at + 19800000) / 1000, 'unixepoch') <= o.promised_to, 'kept', 'late')
      FROM order_events e
      WHERE e.order_id = o.id AND e.to_status = 'Delivered'
        AND NOT EXISTS (
          SELECT 1 FROM order_events undo WHERE undo.id BETWEEN 'undo:' || e.id || ':' AND 'undo:' || e.id || ';')
      ORDER BY e.at DESC LIMIT 1),
    iif(o.status = 'Returned', NULL, o.promised_to)), ''),
  1, 0, o.counted
FROM orders o
WHERE o.sample = 0 AND o.promised_to IS NOT NULL AND o.status NOT IN ('Payment Pending', 'Cancelled');

-- Pieces of products by day: sold, delivered, given back; and those that orders have taken, and that are to be sent.
CREATE VIEW line_totals AS
SELECT l.order_id, l.position,
  CASE o.status WHEN 'Returned' THEN 'returned' WHEN 'Delivered' THEN 'delivered' ELSE 'sold' END AS name,
  (o.created_at + 19800000) / 86400000 AS at, l.product_id AS about, l.quantity AS count,
  l.price * l.quantity - l.discount AS amount, o.counted AS counted
FROM order_lines l JOIN orders o ON o.id = l.order_id
WHERE o.sample = 0 AND o.undelivered = 0 AND o.payment_method <> 'exchange'
  AND o.status NOT IN ('Payment Pending', 'Cancelled')
UNION ALL
SELECT l.order_id, l.position, 'given back', (o.created_at + 19800000) / 86400000, l.product_id, r.quantity, 0, o.counted
FROM order_lines l JOIN orders o ON o.id = l.order_id
  JOIN reductions r ON r.order_id = l.order_id AND r.position = l.position
WHERE o.sample = 0 AND o.undelivered = 0 AND o.payment_method <> 'exchange'
  AND o.status = 'Delivered' AND r.kind = 'returned'
UNION ALL
SELECT l.order_id, l.position, 'pieces', 0, l.product_id, l.quantity, 0, o.counted
FROM order_lines l JOIN orders o ON o.id = l.order_id
WHERE o.status <> 'Cancelled' AND (o.reserved = 1 OR o.status <> 'Payment Pending')
UNION ALL
SELECT l.order_id, l.position, 'to send', 0, l.product_id, l.quantity, 0, o.counted
FROM order_lines l JOIN orders o ON o.id = l.order_id
WHERE o.status IN ('Payment Pending', 'Order Placed', 'Packing')
  AND (o.reserved = 1 OR o.status <> 'Payment Pending');

-- Stars of a product, by skin type too, and what the desk lists reviews by.
CREATE VIEW review_totals AS
SELECT r.id AS review_id, 'rating' AS name, r.rating AS at, r.product_id || '/' || skin.value AS about, 1 AS count,
  0 AS amount
FROM reviews r JOIN json_each(json_array('', r.skin_type)) skin
WHERE r.counted = 1 AND r.hidden = 0 AND r.waits IS NULL AND skin.value IS NOT NULL
UNION ALL
SELECT r.id, 'reviews', 0,
  r.hidden || '/' || coalesce(r.hide_reason, '') || '/' || (r.reports > 0) || '/' || (r.reply IS NOT NULL), 1, 0
FROM reviews r WHERE r.counted = 1 AND r.sample = 0;

-- The sum of a product's changes.
CREATE VIEW stock_change_totals AS
SELECT c.id AS stock_change_id, 'stock changes' AS name, 0 AS at, c.product_id AS about, c.change AS count, 0 AS amount
FROM stock_changes c WHERE c.counted = 1;

-- Confirmed addresses that get the newsletter.
CREATE VIEW subscriber_totals AS
SELECT s.email, 'subscribers' AS name, 0 AS at, '' AS about, 1 AS count, 0 AS amount
FROM subscribers s WHERE s.counted = 1 AND s.unsubscribed_at IS NULL AND s.asked_at IS NULL;

-- The filters of a product's page under which a review is shown.
CREATE VIEW review_facets AS
SELECT r.id AS review_id, r.product_id, skin.value || '/' || verified.value || '/' || answered.value AS filter,
  r.rating, r.created_at
FROM reviews r JOIN json_each(json_array('', r.skin_type)) skin
  JOIN json_each(json_array('', iif(r.verified, 'verified', NULL))) verified
  JOIN json_each(json_array('', iif(r.reply IS NULL, NULL, 'answered'))) answered
WHERE r.counted = 1 AND r.hidden = 0
  AND skin.value IS NOT NULL AND verified.value IS NOT NULL AND answered.value IS NOT NULL;

-- A review leaves its filters before it changes.
CREATE TRIGGER review_filters_before
BEFORE UPDATE OF counted, product_id, rating, skin_type, verified, hidden, reply, created_at ON reviews
BEGIN
  DELETE FROM review_filters WHERE (product_id, filter, rating, created_at, review_id) IN (
    SELECT product_id, filter, rating, created_at, review_id FROM review_facets WHERE review_id = old.id);
END;

-- Afterwards it is listed under those that it has then.
CREATE TRIGGER review_filters_after
AFTER UPDATE OF counted, product_id, rating, skin_type, verified, hidden, reply, created_at ON reviews
BEGIN
  INSERT INTO review_filters
  SELECT product_id, filter, rating, created_at, review_id FROM review_facets WHERE review_id = new.id;
END;

-- A review that is deleted leaves them too.
CREATE TRIGGER review_filters_delete BEFORE DELETE ON reviews
BEGIN
  DELETE FROM review_filters WHERE (product_id, filter, rating, created_at, review_id) IN (
    SELECT product_id, filter, rating, created_at, review_id FROM review_facets WHERE review_id = old.id);
END;

-- Reviews that were there once: a product's page says so.
CREATE TRIGGER reviews_withdrawn AFTER DELETE ON reviews
WHEN old.sample = 0
BEGIN
  INSERT INTO withdrawn_reviews (product_id, count) VALUES (old.product_id, 1)
  ON CONFLICT (product_id) DO UPDATE SET count = count + 1;
END;

-- A review has the number of its approved photos, and the time of the newest that waits. A photo that is taken off it is nobody's.
CREATE TRIGGER photos_of_reviews AFTER UPDATE OF review_id, state ON photos
WHEN new.review_id IS NOT old.review_id OR new.state IS NOT old.state
BEGIN
  UPDATE photos SET user_id = NULL, state = NULL, decided_at = NULL
  WHERE id = new.id AND old.review_id IS NOT NULL AND new.review_id IS NULL;
  UPDATE reviews SET
    photos = (SELECT count(*) FROM photos WHERE review_id = reviews.id AND state = 'approved'),
    photos_at = (SELECT max(created_at) FROM photos WHERE review_id = reviews.id AND state = 'waiting')
  WHERE id IN (old.review_id, new.review_id);
END;

-- The catalogue has versions, by which answers are kept. This is that of its content.
CREATE TRIGGER products_version_content
AFTER UPDATE OF name, category, brand, description, price, original_price, images, features, spf, skin_type, skin_types,
  benefits, key_ingredients, volume, bestseller, position, parts, editor_rating, retired, version, paused ON products
BEGIN
  INSERT INTO totals VALUES ('catalogue', 0, 'content', 1, 0)
  ON CONFLICT (name, at, about) DO UPDATE SET count = count + 1;
END;

-- A new product is content.
CREATE TRIGGER products_version_insert AFTER INSERT ON products
BEGIN
  INSERT INTO totals VALUES ('catalogue', 0, 'content', 1, 0)
  ON CONFLICT (name, at, about) DO UPDATE SET count = count + 1;
END;

-- So is one that is gone.
CREATE TRIGGER products_version_delete AFTER DELETE ON products
BEGIN
  INSERT INTO totals VALUES ('catalogue', 0, 'content', 1, 0)
  ON CONFLICT (name, at, about) DO UPDATE SET count = count + 1;
END;

-- The version of its numbers grows with the stock. What is sold out, or sold again, is content.
CREATE TRIGGER products_version_stock AFTER UPDATE OF stock ON products
WHEN old.stock <> new.stock
BEGIN
  INSERT INTO totals VALUES ('catalogue', 0, iif((old.stock > 0) = (new.stock > 0), 'numbers', 'content'), 1, 0)
  ON CONFLICT (name, at, about) DO UPDATE SET count = count + 1;
END;

-- It grows with the ratings too.
CREATE TRIGGER products_version_rating AFTER UPDATE OF rating_sum, review_count ON products
WHEN old.rating_sum <> new.rating_sum OR old.review_count <> new.review_count
BEGIN
  INSERT INTO totals VALUES ('catalogue', 0, 'numbers', 1, 0)
  ON CONFLICT (name, at, about) DO UPDATE SET count = count + 1;
END;
