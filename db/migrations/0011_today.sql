ALTER TABLE `products` ADD `paused` text;--> statement-breakpoint
ALTER TABLE `products` ADD `paused_at` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `paused_by` text;