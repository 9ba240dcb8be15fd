-- The last release runs on this schema: yes.
CREATE TABLE `coupon_uses` (
	`order_id` text NOT NULL,
	`code` text NOT NULL,
	`customer` text NOT NULL,
	`max_uses` integer NOT NULL,
	PRIMARY KEY(`order_id`, `customer`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `coupon_uses_customer` ON `coupon_uses` (`code`,`customer`);--> statement-breakpoint
ALTER TABLE `reviews` ADD `waits` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `screened_at` integer;--> statement-breakpoint
CREATE INDEX `reviews_waiting` ON `reviews` (`waits`,`created_at`,`id`) WHERE waits IS NOT NULL;--> statement-breakpoint
CREATE INDEX `reviews_screened` ON `reviews` (`product_id`,`screened_at`) WHERE screened_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `asked_at` integer;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `mailbox` text;--> statement-breakpoint
CREATE INDEX `subscribers_asked` ON `subscribers` (`asked_at`) WHERE asked_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `subscribers_mailbox` ON `subscribers` (`mailbox`) WHERE mailbox IS NOT NULL;--> statement-breakpoint
ALTER TABLE `coupons` ADD `max_uses_per_customer` integer;--> statement-breakpoint
ALTER TABLE `coupons` ADD `counted_as` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `coupon_minimum` integer;--> statement-breakpoint
-- Written by hand: one more use than a customer has breaks the order's batch. The message is one of a broken constraint (db/client.ts).
CREATE TRIGGER `coupon_uses_per_customer` BEFORE INSERT ON `coupon_uses` WHEN (SELECT count(*) FROM `coupon_uses` AS used JOIN `orders` ON `orders`.`id` = used.`order_id` WHERE used.`code` = new.`code` AND used.`customer` = new.`customer` AND NOT (`orders`.`status` = 'Cancelled' AND `orders`.`paid` = 0)) >= new.`max_uses` BEGIN SELECT RAISE(ABORT, 'constraint failed: coupon_uses'); END;
