-- The last release runs on this schema: yes.
CREATE TABLE `document_counters` (
	`kind` text NOT NULL,
	`year` text NOT NULL,
	`last` integer NOT NULL,
	PRIMARY KEY(`kind`, `year`)
);
--> statement-breakpoint
CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`year` text NOT NULL,
	`serial` integer NOT NULL,
	`number` text NOT NULL,
	`order_id` text NOT NULL,
	`at` integer NOT NULL,
	`keep_until` integer NOT NULL,
	`data` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_serial` ON `documents` (`kind`,`year`,`serial`);--> statement-breakpoint
CREATE UNIQUE INDEX `documents_number` ON `documents` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `documents_invoice` ON `documents` (`order_id`) WHERE kind = 'invoice';--> statement-breakpoint
CREATE INDEX `documents_at` ON `documents` (`kind`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `documents_keep` ON `documents` (`keep_until`);--> statement-breakpoint
ALTER TABLE `products` ADD `parts` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE TRIGGER `documents_no_update` BEFORE UPDATE ON `documents` BEGIN SELECT RAISE(ABORT, 'documents are append-only'); END;--> statement-breakpoint
CREATE TRIGGER `documents_no_delete` BEFORE DELETE ON `documents` WHEN old.`keep_until` > unixepoch() * 1000 BEGIN SELECT RAISE(ABORT, 'documents are kept for as long as the law asks'); END;
