-- The last release runs on this schema: yes.
CREATE TABLE `review_opt_outs` (
	`email_hash` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `review_reports` (
	`review_id` text NOT NULL,
	`address_hash` text NOT NULL,
	`reason` text NOT NULL,
	`text` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`review_id`, `address_hash`),
	FOREIGN KEY (`review_id`) REFERENCES `reviews`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `review_reports_created` ON `review_reports` (`created_at`);--> statement-breakpoint
CREATE TABLE `withdrawn_reviews` (
	`product_id` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `reviews_email`;--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_email` ON `reviews` (`email_hash`,`product_id`);--> statement-breakpoint
ALTER TABLE `reviews` ADD `skin_type` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `age_band` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `climate` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `weeks` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `received` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `buy_again` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `edited_at` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `order_id` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `reply` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `reply_at` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `hide_reason` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `hidden_at` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `objection` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `objection_at` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `decision` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `decided_at` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `reports` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `reviews` ADD `reported_at` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `reviews_rating` ON `reviews` (`product_id`,`hidden`,`rating`,`created_at`);--> statement-breakpoint
CREATE INDEX `reviews_skin` ON `reviews` (`product_id`,`hidden`,`skin_type`,`rating`);--> statement-breakpoint
CREATE INDEX `reviews_reported` ON `reviews` (`reported_at`,`id`) WHERE reported_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `reviews_objected` ON `reviews` (`objection_at`,`id`) WHERE decided_at IS NULL AND objection_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `ask_at` integer;--> statement-breakpoint
CREATE INDEX `orders_ask` ON `orders` (`ask_at`) WHERE ask_at IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `reviews_withdrawn` AFTER DELETE ON `reviews` WHEN old.`sample` = 0 BEGIN INSERT INTO `withdrawn_reviews` (`product_id`, `count`) VALUES (old.`product_id`, 1) ON CONFLICT (`product_id`) DO UPDATE SET `count` = `count` + 1; END;--> statement-breakpoint
UPDATE `orders` SET `ask_at` = (SELECT max(e.`at`) FROM `order_events` e WHERE e.`order_id` = `orders`.`id` AND e.`to_status` = 'Delivered') + 1814400000 WHERE `status` = 'Delivered' AND `sample` = 0 AND EXISTS (SELECT 1 FROM `order_events` e WHERE e.`order_id` = `orders`.`id` AND e.`to_status` = 'Delivered' AND e.`at` > (unixepoch() - 3024000) * 1000);
