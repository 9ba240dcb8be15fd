-- The last release runs on this schema: yes.
CREATE TABLE `remittances` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`tracking_id` text,
	`courier` text,
	`amount` integer NOT NULL,
	`day` text,
	`utr` text NOT NULL,
	`at` integer NOT NULL,
	`confirmed_by` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "remittances_amount" CHECK("remittances"."amount" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `remittances_once` ON `remittances` (`order_id`,`utr`);