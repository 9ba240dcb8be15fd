-- The last release runs on this schema: yes.
CREATE TABLE `sale_days` (
	`id` text PRIMARY KEY NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`limits` text NOT NULL,
	`expected` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sale_days_end` ON `sale_days` (`ends_at`);