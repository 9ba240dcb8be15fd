-- The last release runs on this schema: yes.
DROP INDEX `users_email`;--> statement-breakpoint
ALTER TABLE `users` ADD `guest` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `phone` text;--> statement-breakpoint
CREATE INDEX `users_guest_email` ON `users` (`email`) WHERE guest = 1;--> statement-breakpoint
CREATE INDEX `users_guest_phone` ON `users` (`phone`) WHERE guest = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`) WHERE guest = 0;--> statement-breakpoint
ALTER TABLE `orders` ADD `promised_from` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `promised_to` text;