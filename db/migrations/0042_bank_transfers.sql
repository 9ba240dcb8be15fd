-- The last release runs on this schema: yes.
CREATE TABLE `bank_transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`utr` text NOT NULL,
	`order_id` text NOT NULL,
	`amount` integer NOT NULL,
	`at` integer NOT NULL,
	`recorded_by` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_transfers_utr` ON `bank_transfers` (`utr`);--> statement-breakpoint
CREATE INDEX `bank_transfers_order` ON `bank_transfers` (`order_id`);