-- The last release runs on this schema: yes.
CREATE TABLE `catalogue_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text NOT NULL,
	`product_id` text NOT NULL,
	`fields` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`reason` text,
	`commit_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer NOT NULL,
	`ended_at` integer,
	`undone_at` integer,
	`undoes` text
);
--> statement-breakpoint
CREATE INDEX `catalogue_changes_product` ON `catalogue_changes` (`product_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `catalogue_changes_ended` ON `catalogue_changes` (`ended_at`);--> statement-breakpoint
CREATE INDEX `catalogue_changes_open` ON `catalogue_changes` (`next_try_at`,`product_id`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE TABLE `product_files` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`category` text NOT NULL,
	`status` text NOT NULL,
	`publish_from` integer,
	`picture` text,
	`position` integer NOT NULL,
	`words` text NOT NULL,
	`items` text NOT NULL,
	`rows` text DEFAULT '[]' NOT NULL,
	`hash` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `product_files_position` ON `product_files` (`position`,`id`);--> statement-breakpoint
CREATE INDEX `product_files_status` ON `product_files` (`status`,`position`,`id`);