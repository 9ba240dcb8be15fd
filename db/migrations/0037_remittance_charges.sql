-- The last release runs on this schema: yes.
CREATE TABLE `remittance_transfers` (
	`utr` text PRIMARY KEY NOT NULL,
	`courier` text,
	`at` integer NOT NULL,
	`credited` integer,
	`credited_at` integer,
	`confirmed_by` text
);
--> statement-breakpoint
CREATE INDEX `remittance_transfers_at` ON `remittance_transfers` (`at`,`utr`);--> statement-breakpoint
CREATE INDEX `remittance_transfers_credited` ON `remittance_transfers` (`credited_at`,`utr`) WHERE credited_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `remittances` ADD `cod_fee` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `remittances` ADD `freight` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `remittances` ADD `charge_tax` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `remittances` ADD `other_charges` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `remittances_utr` ON `remittances` (`utr`);--> statement-breakpoint
CREATE INDEX `remittances_at` ON `remittances` (`at`,`id`);