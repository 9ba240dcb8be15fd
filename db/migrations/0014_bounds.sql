-- The last release runs on this schema: yes.
ALTER TABLE `users` ADD `owner` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `paid_amount` integer;--> statement-breakpoint
ALTER TABLE `refunds` ADD `proposed_by` text;--> statement-breakpoint
CREATE TRIGGER `refunds_within_received` BEFORE INSERT ON `refunds` WHEN new.`reason` NOT IN ('late_payment', 'mismatch') AND new.`amount` + (SELECT coalesce(sum(`amount`), 0) FROM `refunds` WHERE `order_id` = new.`order_id` AND `reason` NOT IN ('late_payment', 'mismatch')) > (SELECT `paid_amount` FROM `payments` WHERE `order_id` = new.`order_id`) BEGIN SELECT RAISE(ABORT, 'more than was received would be refunded'); END;--> statement-breakpoint
DROP TRIGGER `order_events_no_delete`;--> statement-breakpoint
CREATE TRIGGER `order_events_no_delete` BEFORE DELETE ON `order_events` WHEN old.`at` > (unixepoch() - 189302400) * 1000 BEGIN SELECT RAISE(ABORT, 'history is append-only for 72 months'); END;--> statement-breakpoint
DROP TRIGGER `reductions_no_delete`;--> statement-breakpoint
CREATE TRIGGER `reductions_no_delete` BEFORE DELETE ON `reductions` WHEN old.`at` > (unixepoch() - 189302400) * 1000 BEGIN SELECT RAISE(ABORT, 'reductions are append-only for 72 months'); END;--> statement-breakpoint
DROP TRIGGER `stock_changes_no_delete`;--> statement-breakpoint
CREATE TRIGGER `stock_changes_no_delete` BEFORE DELETE ON `stock_changes` WHEN old.`at` > (unixepoch() - 189302400) * 1000 BEGIN SELECT RAISE(ABORT, 'stock changes are append-only for 72 months'); END;
