-- The last release runs on this schema: yes.
CREATE TABLE `holds` (
	`subject` text NOT NULL,
	`order_id` text NOT NULL,
	`units` integer NOT NULL,
	`total` integer NOT NULL,
	`at` integer NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`subject`, `order_id`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `holds_order` ON `holds` (`order_id`);--> statement-breakpoint
CREATE INDEX `holds_until` ON `holds` (`until`);--> statement-breakpoint
CREATE TABLE `product_holds` (
	`product_id` text NOT NULL,
	`slot` integer NOT NULL,
	`units` integer NOT NULL,
	PRIMARY KEY(`product_id`, `slot`)
);
--> statement-breakpoint
CREATE INDEX `product_holds_slot` ON `product_holds` (`slot`);--> statement-breakpoint
ALTER TABLE `users` ADD `confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `stranger` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_strangers` ON `outbox` (`created_at`) WHERE stranger = 1;--> statement-breakpoint
ALTER TABLE `orders` ADD `reserved` integer DEFAULT true NOT NULL;--> statement-breakpoint
-- Written by hand: the triggers. A row of `holds` with the subject `shop` and the rows of `product_holds` are kept together.
CREATE TRIGGER `product_holds_of_hold` AFTER INSERT ON `holds` WHEN new.`subject` = 'shop' BEGIN INSERT INTO `product_holds` (`product_id`, `slot`, `units`) SELECT line.`product_id`, time.`slot`, line.`quantity` FROM `order_lines` line JOIN (SELECT 0 AS `slot` UNION ALL SELECT new.`at` - new.`at` % 600000) time WHERE line.`order_id` = new.`order_id` ON CONFLICT (`product_id`, `slot`) DO UPDATE SET `units` = `units` + excluded.`units`; END;--> statement-breakpoint
CREATE TRIGGER `product_holds_without_hold` AFTER DELETE ON `holds` WHEN old.`subject` = 'shop' BEGIN UPDATE `product_holds` SET `units` = max(0, `product_holds`.`units` - line.`quantity`) FROM `order_lines` line WHERE line.`order_id` = old.`order_id` AND `product_holds`.`product_id` = line.`product_id` AND `slot` IN (0, old.`at` - old.`at` % 600000); END;--> statement-breakpoint
CREATE TRIGGER `product_holds_of_reduced_line` AFTER UPDATE OF `quantity` ON `order_lines` WHEN new.`quantity` < old.`quantity` BEGIN UPDATE `product_holds` SET `units` = max(0, `product_holds`.`units` - (old.`quantity` - new.`quantity`)) FROM `holds` hold WHERE hold.`subject` = 'shop' AND hold.`order_id` = old.`order_id` AND `product_holds`.`product_id` = old.`product_id` AND `slot` IN (0, hold.`at` - hold.`at` % 600000); END;--> statement-breakpoint
CREATE TRIGGER `product_holds_without_line` AFTER DELETE ON `order_lines` BEGIN UPDATE `product_holds` SET `units` = max(0, `product_holds`.`units` - old.`quantity`) FROM `holds` hold WHERE hold.`subject` = 'shop' AND hold.`order_id` = old.`order_id` AND `product_holds`.`product_id` = old.`product_id` AND `slot` IN (0, hold.`at` - hold.`at` % 600000); END;--> statement-breakpoint
-- A network's unpaid tries count for their hour, also when they have ended.
CREATE TRIGGER `holds_of_ended_order` AFTER UPDATE OF `status`, `paid` ON `orders` WHEN new.`paid` = 1 OR new.`status` IN ('Delivered', 'Cancelled', 'Returned') BEGIN DELETE FROM `holds` WHERE `order_id` = new.`id` AND (new.`paid` = 1 OR `subject` NOT GLOB 'network:*'); END;--> statement-breakpoint
CREATE TRIGGER `holds_of_shipped_order` AFTER UPDATE OF `status` ON `orders` WHEN new.`status` IN ('Shipped', 'Out for Delivery') BEGIN DELETE FROM `holds` WHERE `order_id` = new.`id` AND `subject` = 'shop'; END;--> statement-breakpoint
-- An order that waited without its pieces takes them when it is paid. CHECK (stock >= 0) refuses it when they are gone.
CREATE TRIGGER `stock_of_unreserved_order` AFTER UPDATE OF `status` ON `orders` WHEN old.`status` = 'Payment Pending' AND new.`status` = 'Order Placed' AND new.`reserved` = 0 BEGIN UPDATE `products` SET `stock` = `stock` - line.`quantity` FROM `order_lines` line WHERE line.`order_id` = new.`id` AND `products`.`id` = line.`product_id`; UPDATE `orders` SET `reserved` = 1 WHERE `id` = new.`id`; END;
