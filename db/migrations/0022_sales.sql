-- The last release runs on this schema: yes.
CREATE TABLE `price_changes` (
	`product_id` text NOT NULL,
	`at` integer NOT NULL,
	`price` integer NOT NULL,
	PRIMARY KEY(`product_id`, `at`)
);
--> statement-breakpoint
CREATE INDEX `price_changes_at` ON `price_changes` (`at`);--> statement-breakpoint
ALTER TABLE `products` ADD `sales` text DEFAULT '[]' NOT NULL;