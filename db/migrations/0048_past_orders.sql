-- The last release runs on this schema: yes.
CREATE TABLE `past_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`at` integer NOT NULL,
	`email` text NOT NULL,
	`total` text NOT NULL,
	`status` text NOT NULL,
	`lines` text NOT NULL,
	`imported` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `past_orders_email` ON `past_orders` (`email`,`at`);