-- The last release runs on this schema: yes.
CREATE TABLE `photos` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`return_id` text,
	`type` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`return_id`) REFERENCES `returns`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `photos_unused` ON `photos` (`created_at`) WHERE return_id IS NULL;--> statement-breakpoint
CREATE INDEX `photos_user` ON `photos` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `photos_return` ON `photos` (`return_id`) WHERE return_id IS NOT NULL;