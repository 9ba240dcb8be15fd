-- The last release runs on this schema: no, because it drops the indexes by which the desk before it finds names and phone numbers.
CREATE TABLE `order_words` (
	`order_id` text NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`order_id`, `word`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `order_words_word` ON `order_words` (`word`,`order_id`);--> statement-breakpoint
DROP INDEX `orders_phone`;--> statement-breakpoint
DROP INDEX `orders_name`;--> statement-breakpoint
ALTER TABLE `orders` ADD `undelivered` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_undelivered` ON `orders` (address ->> 'phone') WHERE undelivered = 1;--> statement-breakpoint
CREATE INDEX `orders_tracking` ON `orders` (`tracking_id`) WHERE tracking_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `order_emails` text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `low_stock` integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `low_notified` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `paused` text;--> statement-breakpoint
ALTER TABLE `products` ADD `paused_at` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `paused_by` text;--> statement-breakpoint
CREATE INDEX `products_low` ON `products` (`retired`,`stock`,`id`) WHERE retired = 0 AND stock <= low_stock;--> statement-breakpoint
-- Written by hand: WITHOUT ROWID above, and everything below. functions/jobs/fills.ts fills `order_words`.
CREATE VIEW `order_texts` AS SELECT o.`id` AS `order_id`, piece.`value` AS `word` FROM `orders` o JOIN json_each('[' || replace(json_quote(lower(substr(o.`reference`, 5) || ' ' || substr(o.`id`, 1, 8) || ' ' || replace(replace(replace(replace(replace(coalesce(o.`address` ->> 'firstName', '') || ' ' || coalesce(o.`address` ->> 'lastName', '') || ' ' || coalesce(o.`address` ->> 'city', '') || ' ' || coalesce((SELECT group_concat(`name`, ' ') FROM `order_lines` WHERE `order_id` = o.`id`), ''), '-', ' '), '/', ' '), ',', ' '), '(', ' '), ')', ' ') || ' ' || coalesce(o.`address` ->> 'email', '') || ' ' || coalesce(o.`address` ->> 'zipcode', '') || ' ' || substr(coalesce(o.`address` ->> 'phone', ''), 1) || ' ' || substr(coalesce(o.`address` ->> 'phone', ''), 2) || ' ' || substr(coalesce(o.`address` ->> 'phone', ''), 3) || ' ' || substr(coalesce(o.`address` ->> 'phone', ''), 4) || ' ' || substr(coalesce(o.`address` ->> 'phone', ''), 5) || ' ' || substr(coalesce(o.`address` ->> 'phone', ''), 6) || ' ' || substr(coalesce(o.`address` ->> 'phone', ''), 7) || ' ' || coalesce(o.`tracking_id`, ''))), ' ', '","') || ']') piece WHERE piece.`value` <> '';--> statement-breakpoint
CREATE TRIGGER `order_words_of_line` AFTER INSERT ON `order_lines` BEGIN INSERT OR IGNORE INTO `order_words` SELECT `order_id`, `word` FROM `order_texts` WHERE `order_id` = new.`order_id`; END;--> statement-breakpoint
CREATE TRIGGER `order_words_without_line` AFTER DELETE ON `order_lines` BEGIN DELETE FROM `order_words` WHERE `order_id` = old.`order_id`; INSERT OR IGNORE INTO `order_words` SELECT `order_id`, `word` FROM `order_texts` WHERE `order_id` = old.`order_id`; END;--> statement-breakpoint
CREATE TRIGGER `order_words_of_order` AFTER UPDATE OF `reference`, `address`, `tracking_id` ON `orders` BEGIN DELETE FROM `order_words` WHERE `order_id` = new.`id`; INSERT OR IGNORE INTO `order_words` SELECT `order_id`, `word` FROM `order_texts` WHERE `order_id` = new.`id`; END;
