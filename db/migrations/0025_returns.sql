-- The last release runs on this schema: yes.
CREATE TABLE `return_lines` (
	`return_id` text NOT NULL,
	`position` integer NOT NULL,
	`quantity` integer NOT NULL,
	`reason` text NOT NULL,
	PRIMARY KEY(`return_id`, `position`),
	FOREIGN KEY (`return_id`) REFERENCES `returns`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "return_lines_quantity" CHECK("return_lines"."quantity" BETWEEN 1 AND 100)
);
--> statement-breakpoint
CREATE TABLE `returns` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`number` integer NOT NULL,
	`status` text NOT NULL,
	`method` text NOT NULL,
	`payout` text,
	`note` text,
	`answer` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`sent_at` integer,
	`ended_at` integer,
	`refund_id` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `returns_number` ON `returns` (`order_id`,`number`);--> statement-breakpoint
CREATE INDEX `returns_status` ON `returns` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `returns_created` ON `returns` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `returns_refund` ON `returns` (`refund_id`) WHERE payout IS NOT NULL;--> statement-breakpoint
-- Written by hand from here on. Where the money of a return goes is deleted when it was sent.
CREATE TRIGGER `payout_ends_with_its_refund` AFTER UPDATE OF `status` ON `refunds` WHEN new.`status` = 'done' BEGIN UPDATE `returns` SET `payout` = NULL WHERE `refund_id` = new.`id` AND `payout` IS NOT NULL; END;--> statement-breakpoint
-- What can be built of each kit, for the trigger and the sync of the catalogue. A part that is not sold any more builds none.
CREATE VIEW `kit_stock` AS SELECT kit.`id`, (SELECT coalesce(min(iif(part.`retired`, 0, part.`stock`)), 0) FROM json_each(kit.`part_ids`) one LEFT JOIN `products` part ON part.`id` = one.`value`) AS `stock` FROM `products` kit WHERE kit.`part_ids` IS NOT NULL;--> statement-breakpoint
DROP TRIGGER `kit_is_built_of_its_parts`;--> statement-breakpoint
CREATE TRIGGER `kit_is_built_of_its_parts` AFTER UPDATE OF `stock`, `retired` ON `products` WHEN new.`part_ids` IS NULL AND (old.`stock` <> new.`stock` OR old.`retired` <> new.`retired`) BEGIN UPDATE `products` SET `stock` = (SELECT `stock` FROM `kit_stock` WHERE `kit_stock`.`id` = `products`.`id`) WHERE `part_ids` IS NOT NULL AND new.`id` IN (SELECT `value` FROM json_each(`products`.`part_ids`)); END;
