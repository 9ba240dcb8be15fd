ALTER TABLE `orders` ADD `undelivered` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_undelivered` ON `orders` (address ->> 'phone') WHERE undelivered = 1;--> statement-breakpoint
CREATE INDEX `orders_tracking` ON `orders` (`tracking_id`) WHERE tracking_id IS NOT NULL;