ALTER TABLE `users` ADD `order_emails` text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `low_stock` integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `low_notified` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `paused` text;--> statement-breakpoint
ALTER TABLE `products` ADD `paused_at` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `paused_by` text;--> statement-breakpoint
CREATE INDEX `products_low` ON `products` (`retired`,`stock`,`id`) WHERE retired = 0 AND stock <= low_stock;