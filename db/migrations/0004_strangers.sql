-- The last release runs on this schema: yes.
CREATE TABLE `devices` (
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `token_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `devices_used` ON `devices` (`used_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `second_factors` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `policy_reports` (
	`day` text NOT NULL,
	`page` text NOT NULL,
	`directive` text NOT NULL,
	`blocked` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `page`, `directive`, `blocked`)
);
--> statement-breakpoint
CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text,
	`method` text NOT NULL,
	`payment_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`respond_by` integer,
	`opened_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `disputes_order` ON `disputes` (`order_id`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `elevated` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `verified_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `limits_lifted` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `users_lifted` ON `users` (`limits_lifted`) WHERE limits_lifted = 1;--> statement-breakpoint
ALTER TABLE `reviews` ADD `email_hash` text;--> statement-breakpoint
CREATE INDEX `reviews_user` ON `reviews` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_email` ON `reviews` (`product_id`,`email_hash`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `limited` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_sent` ON `outbox` (`sent_at`);--> statement-breakpoint
ALTER TABLE `payments` ADD `network` text;--> statement-breakpoint
CREATE INDEX `payments_network` ON `payments` (`hold_until`) WHERE network IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_payment` ON `payments` (`payment_id`);--> statement-breakpoint
CREATE INDEX `payment_events_received` ON `payment_events` (`received_at`);--> statement-breakpoint
UPDATE `users` SET `verified_at` = `created_at` WHERE `role` = 'operator' OR EXISTS (SELECT 1 FROM `coupons` c JOIN `orders` o ON o.`coupon_code` = c.`code` AND o.`user_id` = `users`.`id` WHERE c.`email` = `users`.`email`);--> statement-breakpoint
DELETE FROM `sessions` WHERE `user_id` IN (SELECT `id` FROM `users` WHERE `role` = 'operator');--> statement-breakpoint
DROP TRIGGER `audit_no_delete`;--> statement-breakpoint
CREATE TRIGGER `audit_no_delete` BEFORE DELETE ON `audit` WHEN old.`at` > (unixepoch() - 31536000) * 1000 BEGIN SELECT RAISE(ABORT, 'the audit list is append-only for a year'); END;
