-- The last release runs on this schema: yes.
CREATE TABLE `debits` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`at` integer NOT NULL,
	`amount` integer NOT NULL,
	`in_line` integer NOT NULL,
	`taken_from` text NOT NULL,
	`refund_id` text,
	CONSTRAINT "debits_amount" CHECK("debits"."amount" > 0)
);
--> statement-breakpoint
CREATE INDEX `debits_order` ON `debits` (`order_id`);--> statement-breakpoint
CREATE INDEX `debits_taken` ON `debits` (`taken_from`);--> statement-breakpoint
ALTER TABLE `orders` ADD `purchase_id` text;--> statement-breakpoint
CREATE INDEX `orders_purchase` ON `orders` (`purchase_id`) WHERE purchase_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `refunds` ADD `rest_of` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `payout` text;--> statement-breakpoint
CREATE INDEX `returns_exchange` ON `returns` (`exchange_order_id`) WHERE exchange_order_id IS NOT NULL;--> statement-breakpoint
-- Written by hand from here on. An exchange belongs to the purchase of the order that was returned.
CREATE TRIGGER `purchase_of_exchange` AFTER UPDATE OF `exchange_order_id` ON `returns` WHEN new.`exchange_order_id` IS NOT NULL BEGIN UPDATE `orders` SET `purchase_id` = (SELECT coalesce(`purchase_id`, `id`) FROM `orders` WHERE `id` = new.`order_id`) WHERE `id` = new.`exchange_order_id`; END;--> statement-breakpoint
WITH RECURSIVE `chain`(`id`, `root`) AS (SELECT r.`exchange_order_id`, r.`order_id` FROM `orders` o JOIN `returns` r ON r.`exchange_order_id` = o.`id` JOIN `orders` f ON f.`id` = r.`order_id` WHERE o.`payment_method` = 'exchange' AND f.`payment_method` <> 'exchange' UNION ALL SELECT r.`exchange_order_id`, `chain`.`root` FROM `chain` JOIN `returns` r ON r.`order_id` = `chain`.`id` WHERE r.`exchange_order_id` IS NOT NULL) UPDATE `orders` SET `purchase_id` = `chain`.`root` FROM `chain` WHERE `orders`.`id` = `chain`.`id`;--> statement-breakpoint
-- The money of an exchange goes back to the payment of the purchase: refunds that wait to be sent by hand are sent there.
UPDATE `refunds` SET `payment_id` = (SELECT p.`payment_id` FROM `orders` o JOIN `orders` f ON f.`id` = o.`purchase_id` JOIN `payments` p ON p.`order_id` = f.`id` AND p.`method` = f.`payment_method` WHERE o.`id` = `refunds`.`order_id`), `transfer` = NULL, `transfer_reference` = NULL, `proposed_by` = NULL WHERE `payment_id` IS NULL AND `status` IN ('due', 'failed') AND `order_id` IN (SELECT `id` FROM `orders` WHERE `purchase_id` IS NOT NULL);--> statement-breakpoint
DROP TRIGGER `refunds_within_paid`;--> statement-breakpoint
DROP TRIGGER `refunds_within_received`;--> statement-breakpoint
-- An order gives back at most what was paid for it, also as payment of an exchange.
CREATE TRIGGER `refunds_within_paid` BEFORE INSERT ON `refunds` WHEN new.`reason` NOT IN ('late_payment', 'mismatch', 'postage') AND new.`amount` + (SELECT coalesce(sum(`amount`), 0) FROM `refunds` WHERE `order_id` = new.`order_id` AND `reason` NOT IN ('late_payment', 'mismatch', 'postage')) > coalesce((SELECT p.`amount` FROM `payments` p JOIN `orders` o ON o.`id` = p.`order_id` AND p.`method` = o.`payment_method` WHERE o.`id` = new.`order_id`), (SELECT o.`total` + (SELECT coalesce(sum(c.`amount`), 0) FROM `reductions` c WHERE c.`order_id` = o.`id` AND c.`kind` = 'cancelled' AND c.`refund_id` IS NOT NULL) FROM `orders` o WHERE o.`id` = new.`order_id`)) BEGIN SELECT RAISE(ABORT, 'more than was paid would be refunded'); END;--> statement-breakpoint
-- A purchase gives back at most what was received for it, over all its exchanges.
CREATE TRIGGER `refunds_within_received` BEFORE INSERT ON `refunds` WHEN new.`reason` NOT IN ('late_payment', 'mismatch', 'postage') AND new.`transfer` IS NOT 'exchange' AND new.`amount` + (SELECT coalesce(sum(r.`amount`), 0) FROM `refunds` r WHERE r.`reason` NOT IN ('late_payment', 'mismatch', 'postage') AND r.`transfer` IS NOT 'exchange' AND r.`order_id` IN (SELECT (SELECT coalesce(`purchase_id`, `id`) FROM `orders` WHERE `id` = new.`order_id`) UNION ALL SELECT `id` FROM `orders` WHERE `purchase_id` = (SELECT coalesce(`purchase_id`, `id`) FROM `orders` WHERE `id` = new.`order_id`))) > coalesce((SELECT min(p.`amount`, coalesce(p.`paid_amount`, p.`amount`)) FROM `payments` p JOIN `orders` o ON o.`id` = p.`order_id` AND p.`method` = o.`payment_method` WHERE o.`id` = (SELECT coalesce(`purchase_id`, `id`) FROM `orders` WHERE `id` = new.`order_id`)), (SELECT o.`total` + (SELECT coalesce(sum(c.`amount`), 0) FROM `reductions` c WHERE c.`order_id` = o.`id` AND c.`kind` = 'cancelled' AND c.`refund_id` IS NOT NULL) FROM `orders` o WHERE o.`id` = (SELECT coalesce(`purchase_id`, `id`) FROM `orders` WHERE `id` = new.`order_id`))) BEGIN SELECT RAISE(ABORT, 'more than was received would be refunded'); END;--> statement-breakpoint
-- A payment gives back at most what was received with it.
CREATE TRIGGER `refunds_within_payment` BEFORE INSERT ON `refunds` WHEN new.`payment_id` IS NOT NULL AND new.`reason` NOT IN ('late_payment', 'mismatch') AND new.`amount` + (SELECT coalesce(sum(`amount`), 0) FROM `refunds` WHERE `payment_id` = new.`payment_id` AND `transfer` IS NULL) > (SELECT min(`amount`, coalesce(`paid_amount`, `amount`)) FROM `payments` WHERE `payment_id` = new.`payment_id`) BEGIN SELECT RAISE(ABORT, 'more than was received would be refunded'); END;--> statement-breakpoint
DROP TRIGGER `reductions_within_order`;--> statement-breakpoint
CREATE TRIGGER `reductions_within_order` BEFORE INSERT ON `reductions` WHEN new.`kind` <> 'cancelled' AND new.`amount` + (SELECT coalesce(sum(`amount`), 0) FROM `reductions` WHERE `order_id` = new.`order_id` AND `kind` <> 'cancelled') > (SELECT `total` FROM `orders` WHERE `id` = new.`order_id`) + (SELECT coalesce(sum(`amount`), 0) FROM `debits` WHERE `order_id` = new.`order_id` AND `in_line` = 0) BEGIN SELECT RAISE(ABORT, 'more than the order would be given back'); END;--> statement-breakpoint
DROP TRIGGER `payout_ends_with_its_refund`;--> statement-breakpoint
CREATE TRIGGER `payout_ends_with_its_refund` AFTER UPDATE OF `status` ON `refunds` WHEN new.`status` = 'done' AND new.`payment_id` IS NULL BEGIN UPDATE `returns` SET `payout` = NULL WHERE `refund_id` IN (new.`id`, new.`rest_of`) AND `payout` IS NOT NULL; UPDATE `refunds` SET `payout` = NULL WHERE `id` = new.`id` AND `payout` IS NOT NULL; END;--> statement-breakpoint
CREATE TRIGGER `debits_no_update` BEFORE UPDATE ON `debits` BEGIN SELECT RAISE(ABORT, 'debits are append-only'); END;--> statement-breakpoint
CREATE TRIGGER `debits_no_delete` BEFORE DELETE ON `debits` WHEN old.`at` > (unixepoch() - 189302400) * 1000 BEGIN SELECT RAISE(ABORT, 'debits are append-only for 72 months'); END;
