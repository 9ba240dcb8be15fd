-- The last release runs on this schema: yes.
-- It shows the first invoice of an order that has a second one.
DROP INDEX `documents_invoice`;--> statement-breakpoint
ALTER TABLE `documents` ADD `replaces` text;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_first` ON `documents` (`order_id`) WHERE kind = 'invoice' AND replaces IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_replaces` ON `documents` (`replaces`) WHERE replaces IS NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `registered_address` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `eway_bill` text;