-- The last release runs on this schema: yes.
ALTER TABLE `return_lines` ADD `exchange_for` text;--> statement-breakpoint
ALTER TABLE `returns` ADD `exchange_order_id` text;--> statement-breakpoint
CREATE INDEX `products_group` ON `products` (`group_id`);