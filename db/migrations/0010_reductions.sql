-- The last release runs on this schema: no, because the Worker before it says ON CONFLICT (payment_id) on refunds, whose unique index it drops.
CREATE TABLE `reductions` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`position` integer,
	`product_id` text,
	`name` text NOT NULL,
	`quantity` integer NOT NULL,
	`amount` integer NOT NULL,
	`restocked` integer NOT NULL,
	`refund_id` text,
	CONSTRAINT "reductions_amount" CHECK("reductions"."quantity" >= 0 AND "reductions"."amount" >= 0)
);
--> statement-breakpoint
CREATE INDEX `reductions_order` ON `reductions` (`order_id`);--> statement-breakpoint
DROP INDEX `refunds_payment`;--> statement-breakpoint
CREATE INDEX `refunds_payment` ON `refunds` (`payment_id`);--> statement-breakpoint
ALTER TABLE `refunds` ADD `note` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `transfer` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `transfer_reference` text;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_foreign_payment` ON `refunds` (`payment_id`) WHERE reason IN ('late_payment', 'mismatch');--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_provider` ON `refunds` (`provider_id`);--> statement-breakpoint
DROP INDEX `documents_at`;--> statement-breakpoint
CREATE INDEX `documents_at` ON `documents` (`kind`,`at`,`number`);--> statement-breakpoint
CREATE INDEX `documents_order` ON `documents` (`order_id`);--> statement-breakpoint
CREATE INDEX `order_events_money` ON `order_events` (`at`,`id`) WHERE (actor = 'provider' AND to_status = 'Order Placed') OR (actor = 'operator' AND kind = 'payment');--> statement-breakpoint
CREATE INDEX `refunds_foreign_at` ON `refunds` (`created_at`,`id`) WHERE reason IN ('late_payment', 'mismatch');--> statement-breakpoint
CREATE INDEX `refunds_done` ON `refunds` (`done_at`,`id`) WHERE done_at IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `reductions_no_update` BEFORE UPDATE ON `reductions` BEGIN SELECT RAISE(ABORT, 'reductions are append-only'); END;--> statement-breakpoint
CREATE TRIGGER `reductions_no_delete` BEFORE DELETE ON `reductions` BEGIN SELECT RAISE(ABORT, 'reductions are append-only'); END;--> statement-breakpoint
CREATE TRIGGER `reductions_within_order` BEFORE INSERT ON `reductions` WHEN new.`kind` <> 'cancelled' AND new.`amount` + (SELECT coalesce(sum(`amount`), 0) FROM `reductions` WHERE `order_id` = new.`order_id` AND `kind` <> 'cancelled') > (SELECT `total` FROM `orders` WHERE `id` = new.`order_id`) BEGIN SELECT RAISE(ABORT, 'more than the order would be given back'); END;--> statement-breakpoint
CREATE TRIGGER `refunds_within_paid` BEFORE INSERT ON `refunds` WHEN new.`reason` NOT IN ('late_payment', 'mismatch') AND new.`amount` + (SELECT coalesce(sum(`amount`), 0) FROM `refunds` WHERE `order_id` = new.`order_id` AND `reason` NOT IN ('late_payment', 'mismatch')) > coalesce((SELECT `amount` FROM `payments` WHERE `order_id` = new.`order_id`), (SELECT `total` FROM `orders` WHERE `id` = new.`order_id`)) BEGIN SELECT RAISE(ABORT, 'more than was paid would be refunded'); END;
