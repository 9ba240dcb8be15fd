-- The last release runs on this schema: yes.
CREATE TABLE `followed` (
	`name` text PRIMARY KEY NOT NULL,
	`position` integer NOT NULL,
	`id` text
);
--> statement-breakpoint
DROP INDEX `holds_until`;--> statement-breakpoint
DROP INDEX `order_events_actor`;--> statement-breakpoint
CREATE INDEX `order_events_operators` ON `order_events` (`at`,`id`) WHERE actor = 'operator';--> statement-breakpoint
DROP INDEX `outbox_sent`;--> statement-breakpoint
CREATE INDEX `outbox_sent` ON `outbox` (`sent_at`) WHERE sent_at IS NOT NULL;
