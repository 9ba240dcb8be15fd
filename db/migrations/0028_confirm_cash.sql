-- The last release runs on this schema: yes.
ALTER TABLE `orders` ADD `confirm_reason` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `reminded_at` integer;--> statement-breakpoint
CREATE INDEX `orders_unconfirmed` ON `orders` (`created_at`,`id`) WHERE status = 'Order Placed' AND confirm_reason IS NOT NULL AND confirmed_at IS NULL;--> statement-breakpoint
CREATE INDEX `orders_remind` ON `orders` (`created_at`) WHERE status = 'Order Placed' AND confirm_reason IS NOT NULL AND confirmed_at IS NULL AND reminded_at IS NULL;