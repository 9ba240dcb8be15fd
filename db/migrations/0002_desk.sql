-- The last release runs on this schema: yes.
CREATE TABLE `ticket_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`ticket_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text NOT NULL,
	`message` text NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ticket_answers_ticket` ON `ticket_answers` (`ticket_id`,`at`);--> statement-breakpoint
CREATE TABLE `audit` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text NOT NULL,
	`action` text NOT NULL,
	`about` text NOT NULL,
	`detail` text
);
--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`at`,`id`);--> statement-breakpoint
CREATE TABLE `stock_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`product_id` text NOT NULL,
	`at` integer NOT NULL,
	`change` integer NOT NULL,
	`reason` text NOT NULL,
	`note` text,
	`actor_id` text,
	`order_id` text,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `stock_changes_product` ON `stock_changes` (`product_id`,`at`);--> statement-breakpoint
CREATE TABLE `vitals` (
	`day` text NOT NULL,
	`page` text NOT NULL,
	`name` text NOT NULL,
	`step` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `page`, `name`, `step`)
);
--> statement-breakpoint
DROP INDEX `tickets_created`;--> statement-breakpoint
ALTER TABLE `tickets` ADD `status` text DEFAULT 'open' NOT NULL;--> statement-breakpoint
CREATE INDEX `tickets_status` ON `tickets` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_created` ON `tickets` (`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `products` ADD `opening` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `reviews` ADD `hidden_reason` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `failure` text;--> statement-breakpoint
CREATE INDEX `reviews_created` ON `reviews` (`hidden`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_operators` ON `users` (`role`) WHERE role = 'operator';--> statement-breakpoint
CREATE INDEX `flags_open` ON `flags` (`resolved_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `subscribers_created` ON `subscribers` (`unsubscribed_at`,`created_at`,`email`);--> statement-breakpoint
CREATE INDEX `coupons_created` ON `coupons` (`created_at`,`code`);--> statement-breakpoint
CREATE INDEX `order_events_actor` ON `order_events` (`actor`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `order_lines_product` ON `order_lines` (`product_id`);--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_paying` ON `orders` (`payment_method`,`paid`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_email` ON `orders` (lower(address ->> 'email'));--> statement-breakpoint
CREATE INDEX `orders_phone` ON `orders` (address ->> 'phone');--> statement-breakpoint
CREATE INDEX `orders_name` ON `orders` (lower((address ->> 'firstName') || ' ' || (address ->> 'lastName')));--> statement-breakpoint
UPDATE `products` SET `opening` = `stock` + coalesce((SELECT sum(l.`quantity`) FROM `order_lines` l JOIN `orders` o ON o.`id` = l.`order_id` WHERE l.`product_id` = `products`.`id` AND o.`status` <> 'Cancelled'), 0);--> statement-breakpoint
CREATE TRIGGER `audit_no_update` BEFORE UPDATE ON `audit` BEGIN SELECT RAISE(ABORT, 'the audit list is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `audit_no_delete` BEFORE DELETE ON `audit` BEGIN SELECT RAISE(ABORT, 'the audit list is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `stock_changes_no_update` BEFORE UPDATE ON `stock_changes` BEGIN SELECT RAISE(ABORT, 'stock changes are append-only'); END;--> statement-breakpoint
CREATE TRIGGER `stock_changes_no_delete` BEFORE DELETE ON `stock_changes` BEGIN SELECT RAISE(ABORT, 'stock changes are append-only'); END;
