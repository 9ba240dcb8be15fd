-- The last release runs on this schema: yes.
CREATE TABLE `stock_alerts` (
	`product_id` text NOT NULL,
	`mailbox` text NOT NULL,
	`email` text NOT NULL,
	`token` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`product_id`, `mailbox`),
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stock_alerts_token` ON `stock_alerts` (`token`);--> statement-breakpoint
CREATE INDEX `stock_alerts_email` ON `stock_alerts` (`email`);--> statement-breakpoint
CREATE INDEX `stock_alerts_open` ON `stock_alerts` (`product_id`,`created_at`,`mailbox`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `stock_alerts_ended` ON `stock_alerts` (`product_id`,`ended_at`) WHERE ended_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `stock_alerts_created` ON `stock_alerts` (`created_at`);