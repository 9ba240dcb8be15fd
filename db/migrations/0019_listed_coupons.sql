-- The last release runs on this schema: yes.
ALTER TABLE `coupons` ADD `listed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `coupons_listed` ON `coupons` (`valid_until`) WHERE listed = 1;