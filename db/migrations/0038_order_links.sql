-- The last release runs on this schema: yes.
ALTER TABLE `sessions` ADD `order_id` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `sent_by` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `code_hash` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `code_until` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `proven_at` integer;--> statement-breakpoint
CREATE INDEX `sessions_order` ON `sessions` (`order_id`) WHERE order_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `link_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Written by hand: erasing a person takes the words of operators and shoppers out of the history. Nothing else of it changes.
DROP TRIGGER `order_events_no_update`;--> statement-breakpoint
CREATE TRIGGER `order_events_no_update` BEFORE UPDATE ON `order_events` WHEN new.`reason` IS NOT '[erased]' OR new.`id` <> old.`id` OR new.`order_id` <> old.`order_id` OR new.`at` <> old.`at` OR new.`actor` <> old.`actor` OR new.`actor_id` IS NOT old.`actor_id` OR new.`kind` <> old.`kind` OR new.`from_status` IS NOT old.`from_status` OR new.`to_status` IS NOT old.`to_status` OR new.`shown` <> old.`shown` BEGIN SELECT RAISE(ABORT, 'history is append-only'); END;
