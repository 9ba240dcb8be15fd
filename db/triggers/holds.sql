-- What orders hold unpaid (docs/behaviour.md, "Unpaid limits"). An order that takes its pieces writes rows of `holds`
-- (functions/orders/holds.ts); here they end, and `product_holds` has the sums of those with the subject `shop`.

-- The pieces that an order's lines take. Those of a kit are its parts, which have the stock.
CREATE VIEW order_pieces AS
SELECT line.order_id, coalesce(part.value, line.product_id) AS product_id, line.quantity
FROM order_lines line LEFT JOIN products sold ON sold.id = line.product_id LEFT JOIN json_each(sold.part_ids) part;

-- What `product_holds` adds up: slot 0 has all orders, the others those of ten minutes (600,000 ms).
CREATE VIEW held_pieces AS
SELECT piece.product_id, iif(one.value, hold.at - hold.at % 600000, 0) AS slot, sum(piece.quantity) AS units
FROM holds hold CROSS JOIN json_each('[0, 1]') one JOIN order_pieces piece ON piece.order_id = hold.order_id
WHERE hold.subject = 'shop' GROUP BY 1, 2;

-- An order that is paid holds nothing unpaid. One that ends counts for its network until the row's own end.
CREATE TRIGGER holds_of_ended_order AFTER UPDATE OF status, paid ON orders
WHEN new.paid = 1 OR new.status IN ('Delivered', 'Cancelled', 'Returned')
BEGIN
  DELETE FROM holds WHERE order_id = new.id AND (new.paid = 1 OR subject NOT GLOB 'network:*');
END;

-- What is with the courier is no stock that others could have.
CREATE TRIGGER holds_of_shipped_order AFTER UPDATE OF status ON orders
WHEN new.status IN ('Shipped', 'Out for Delivery')
BEGIN
  DELETE FROM holds WHERE order_id = new.id AND subject = 'shop';
END;

-- A new hold adds its pieces.
CREATE TRIGGER product_holds_of_hold AFTER INSERT ON holds
WHEN new.subject = 'shop'
BEGIN
  INSERT INTO product_holds (product_id, slot, units)
  SELECT piece.product_id, time.slot, piece.units
  FROM (SELECT product_id, sum(quantity) AS units FROM order_pieces WHERE order_id = new.order_id GROUP BY 1) piece
    JOIN (SELECT 0 AS slot UNION ALL SELECT new.at - new.at % 600000) time
  WHERE true
  ON CONFLICT (product_id, slot) DO UPDATE SET units = units + excluded.units;
END;

-- A hold that ends takes them off.
CREATE TRIGGER product_holds_without_hold AFTER DELETE ON holds
WHEN old.subject = 'shop'
BEGIN
  UPDATE product_holds SET units = max(0, product_holds.units - piece.units)
  FROM (SELECT product_id, sum(quantity) AS units FROM order_pieces WHERE order_id = old.order_id GROUP BY 1) piece
  WHERE product_holds.product_id = piece.product_id AND slot IN (0, old.at - old.at % 600000);
END;

-- A line that is reduced takes off what is not ordered any more.
CREATE TRIGGER product_holds_of_reduced_line AFTER UPDATE OF quantity ON order_lines
WHEN new.quantity < old.quantity
BEGIN
  UPDATE product_holds SET units = max(0, product_holds.units - (old.quantity - new.quantity))
  FROM holds hold
  WHERE hold.subject = 'shop' AND hold.order_id = old.order_id
    AND product_holds.product_id IN (
      SELECT coalesce(part.value, old.product_id)
      FROM products sold LEFT JOIN json_each(sold.part_ids) part WHERE sold.id = old.product_id)
    AND slot IN (0, hold.at - hold.at % 600000);
END;

-- So does a line that is deleted.
CREATE TRIGGER product_holds_without_line AFTER DELETE ON order_lines
BEGIN
  UPDATE product_holds SET units = max(0, product_holds.units - old.quantity)
  FROM holds hold
  WHERE hold.subject = 'shop' AND hold.order_id = old.order_id
    AND product_holds.product_id IN (
      SELECT coalesce(part.value, old.product_id)
      FROM products sold LEFT JOIN json_each(sold.part_ids) part WHERE sold.id = old.product_id)
    AND slot IN (0, hold.at - hold.at % 600000);
END;

-- The sums are made anew when a kit has other parts: its orders give back the pieces of the present ones.
CREATE TRIGGER product_holds_of_changed_kit AFTER UPDATE OF part_ids ON products
WHEN old.part_ids IS NOT new.part_ids
BEGIN
  DELETE FROM product_holds;
  INSERT INTO product_holds (product_id, slot, units) SELECT product_id, slot, units FROM held_pieces;
END;
