-- The last release runs on this schema: yes.
ALTER TABLE `products` ADD `hsn` text;--> statement-breakpoint
ALTER TABLE `products` ADD `unit_code` text;--> statement-breakpoint
ALTER TABLE `order_lines` ADD `hsn` text;--> statement-breakpoint
ALTER TABLE `order_lines` ADD `rate` integer;--> statement-breakpoint
ALTER TABLE `order_lines` ADD `unit_code` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `gstin` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `business_name` text;