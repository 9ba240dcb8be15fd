-- The last release runs on this schema: yes.
ALTER TABLE `products` ADD `group_id` text;--> statement-breakpoint
ALTER TABLE `products` ADD `label` text;--> statement-breakpoint
ALTER TABLE `products` ADD `sku` text;--> statement-breakpoint
ALTER TABLE `products` ADD `barcode` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `variant` text;