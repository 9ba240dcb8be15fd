-- The last release runs on this schema: yes.
-- A cash order has a row of payments while its buyer may pay it online. Only the payment that paid an order limits its refunds.
DROP TRIGGER `refunds_within_paid`;--> statement-breakpoint
CREATE TRIGGER `refunds_within_paid` BEFORE INSERT ON `refunds` WHEN new.`reason` NOT IN ('late_payment', 'mismatch') AND new.`amount` + (SELECT coalesce(sum(`amount`), 0) FROM `refunds` WHERE `order_id` = new.`order_id` AND `reason` NOT IN ('late_payment', 'mismatch')) > coalesce((SELECT `amount` FROM `payments` JOIN `orders` ON `orders`.`id` = `order_id` AND `method` = `payment_method` WHERE `order_id` = new.`order_id`), (SELECT `total` FROM `orders` WHERE `id` = new.`order_id`)) BEGIN SELECT RAISE(ABORT, 'more than was paid would be refunded'); END;
