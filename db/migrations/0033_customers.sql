-- The last release runs on this schema: yes.
CREATE TABLE `customer_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `customer_notes_user` ON `customer_notes` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `users_name` ON `users` (lower(name));