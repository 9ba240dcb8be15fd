-- The last release runs on this schema: no, because it drops the column orders.cancelled_by.
CREATE TABLE `addresses` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`address` text NOT NULL,
	`hash` text NOT NULL,
	`used_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `addresses_same` ON `addresses` (`user_id`,`hash`);--> statement-breakpoint
CREATE INDEX `addresses_user` ON `addresses` (`user_id`,`used_at`);--> statement-breakpoint
CREATE TABLE `links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`email` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `links_user` ON `links` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `links_expiry` ON `links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `flags` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`about` text NOT NULL,
	`detail` text NOT NULL,
	`created_at` integer NOT NULL,
	`resolved_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `flags_once` ON `flags` (`kind`,`about`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`name` text PRIMARY KEY NOT NULL,
	`finished_at` integer,
	`failures` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`cause` text NOT NULL,
	`recipient` text NOT NULL,
	`letter` text,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer NOT NULL,
	`error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_cause` ON `outbox` (`cause`,`recipient`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`status`,`next_try_at`);--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox` (`recipient`,`created_at`);--> statement-breakpoint
CREATE TABLE `coupons` (
	`code` text PRIMARY KEY NOT NULL,
	`percent` integer NOT NULL,
	`min_subtotal` integer DEFAULT 0 NOT NULL,
	`email` text,
	`valid_until` integer NOT NULL,
	`max_uses` integer,
	`uses` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "coupons_uses" CHECK("coupons"."uses" >= 0 AND ("coupons"."max_uses" IS NULL OR "coupons"."uses" <= "coupons"."max_uses")),
	CONSTRAINT "coupons_percent" CHECK("coupons"."percent" BETWEEN 1 AND 100)
);
--> statement-breakpoint
CREATE INDEX `coupons_email` ON `coupons` (`email`);--> statement-breakpoint
CREATE TABLE `order_events` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`actor_id` text,
	`kind` text NOT NULL,
	`from_status` text,
	`to_status` text,
	`reason` text,
	`shown` integer DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE INDEX `order_events_order` ON `order_events` (`order_id`,`at`);--> statement-breakpoint
CREATE TABLE `payment_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`about` text NOT NULL,
	`received_at` integer NOT NULL,
	`handled_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payment_events_open` ON `payment_events` (`handled_at`,`received_at`);--> statement-breakpoint
CREATE TABLE `payments` (
	`order_id` text PRIMARY KEY NOT NULL,
	`method` text NOT NULL,
	`amount` integer NOT NULL,
	`provider_id` text,
	`url` text,
	`payment_id` text,
	`hold_until` integer NOT NULL,
	`next_ask_at` integer,
	`asked` integer DEFAULT 0 NOT NULL,
	`origin` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_provider` ON `payments` (`method`,`provider_id`);--> statement-breakpoint
CREATE INDEX `payments_ask` ON `payments` (`next_ask_at`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`payment_id` text,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`provider_id` text,
	`confirmed_by` text,
	`created_at` integer NOT NULL,
	`done_at` integer,
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_payment` ON `refunds` (`payment_id`);--> statement-breakpoint
CREATE INDEX `refunds_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE INDEX `refunds_status` ON `refunds` (`status`,`created_at`);--> statement-breakpoint
ALTER TABLE `order_lines` ADD `discount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` text;--> statement-breakpoint
ALTER TABLE `users` ADD `one_time` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `token` text;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `unsubscribed_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_token` ON `subscribers` (`token`);--> statement-breakpoint
CREATE INDEX `tickets_email` ON `tickets` (`email`);--> statement-breakpoint
ALTER TABLE `orders` DROP COLUMN `cancelled_by`;--> statement-breakpoint
ALTER TABLE `orders` ADD `coupon_code` text;--> statement-breakpoint
CREATE TRIGGER `order_events_no_update` BEFORE UPDATE ON `order_events` BEGIN SELECT RAISE(ABORT, 'history is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `order_events_no_delete` BEFORE DELETE ON `order_events` BEGIN SELECT RAISE(ABORT, 'history is append-only'); END;
