-- The stock of kits, and of orders that waited for their payment without their pieces (docs/behaviour.md, "Stock and retired
-- products"). Orders move the stock themselves (functions/orders/move-stock.ts).

-- What can be built of each kit. A part that is not sold any more builds none.
CREATE VIEW kit_stock AS
SELECT kit.id,
  (SELECT coalesce(min(iif(part.retired, 0, part.stock)), 0)
    FROM json_each(kit.part_ids) one LEFT JOIN products part ON part.id = one.value) AS stock
FROM products kit WHERE kit.part_ids IS NOT NULL;

-- The stock of a kit follows that of its parts.
CREATE TRIGGER kit_is_built_of_its_parts AFTER UPDATE OF stock, retired ON products
WHEN new.part_ids IS NULL AND (old.stock <> new.stock OR old.retired <> new.retired)
BEGIN
  UPDATE products SET stock = (SELECT stock FROM kit_stock WHERE kit_stock.id = products.id)
  WHERE part_ids IS NOT NULL AND new.id IN (SELECT value FROM json_each(products.part_ids));
END;

-- An order that waited without its pieces takes them when it is paid. CHECK (stock >= 0) refuses what is gone.
CREATE TRIGGER stock_of_unreserved_order AFTER UPDATE OF status ON orders
WHEN old.status = 'Payment Pending' AND new.status = 'Order Placed' AND new.reserved = 0
BEGIN
  INSERT INTO stock_changes (id, product_id, at, change, reason)
  SELECT lower(hex(randomblob(16))), part.value, unixepoch() * 1000, -line.quantity, 'kit'
  FROM order_lines line JOIN products sold ON sold.id = line.product_id JOIN json_each(sold.part_ids) part
    JOIN products moved ON moved.id = part.value AND moved.tracked = 1
  WHERE line.order_id = new.id;
  UPDATE products SET stock = products.stock - piece.quantity
  FROM (SELECT product_id, sum(quantity) AS quantity FROM order_pieces WHERE order_id = new.id GROUP BY 1) piece
  WHERE products.id = piece.product_id AND products.tracked = 1;
  UPDATE orders SET reserved = 1 WHERE id = new.id;
END;
